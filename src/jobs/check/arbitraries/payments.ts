import fc from 'fast-check';
import type { NodeName, Timeouts } from '../../../model/network/network.ts';
import { MAX_IDENTIFIER } from '../../../model/run/operation.ts';
import type { Step } from '../../../model/scenario/scenario.ts';
import type { StepAmount } from '../../../model/scenario/step-amount.ts';
import { alone } from '../sequence.ts';
import { amounts, fewUnits } from './amounts.ts';
import type { Habits } from './habits.ts';

type Payment = Extract<Step, { kind: 'pay' }>;

/** Steps that were asked for before. */
export type Steps = readonly Step[];

/** Adds a call to those before it. It may repeat one of them, or be asked for in a channel that they have opened. */
export type AddCall = (before: Steps, isBeside: boolean) => Steps;

/** A choice that hangs on the steps before. */
export type Chosen<Value> = fc.Arbitrary<(before: Steps) => Value>;

/** Two nodes with a channel, or without one. */
export type Channel = Pick<Payment, 'from' | 'to' | 'token'>;

// A payment to a partner takes three before it is answered.
const MESSAGES_WAITED_FOR = [1, 2, 3] as const;
// A request that is broken off before it has arrived was never made: even at 100 times the wall, it is there by then.
const LEAST_PATIENCE_MS = 300;
// In channels with the timeouts of their node no lock is made with these: they are refused at once, and leave an entry
// in the history. A channel that was opened with a lower reveal timeout takes the least, and its lock may expire.
const REFUSED_LOCK_TIMEOUTS = [
  ({ revealTimeout }: Timeouts): number => revealTimeout,
  ({ settleTimeout }: Timeouts): number => settleTimeout + 1,
];
// A node takes what is beyond its reveal timeout, up to the channel's settle timeout (raiden.md 2.2).
const SHORT = ({ revealTimeout }: Timeouts): number => revealTimeout + 1;

interface Special {
  readonly lock?: (timeouts: Timeouts) => number;
  readonly details?: { readonly amount: bigint; readonly giveUpAfterMs: number };
}

/** A payment in a channel, or over some: plain, with a lock of its own, or of an impatient caller. */
export function payments(
  channels: Chosen<Channel>,
  { lockTimeouts, givingUp }: Pick<Habits, 'lockTimeouts' | 'givingUp'>,
  terms: {
    readonly takesTime: boolean;
    /** The delay of one message. */
    readonly hopLatencyMs: number;
    readonly timeoutsOf: (node: NodeName) => Timeouts;
  },
): Chosen<Step> {
  const { takesTime, hopLatencyMs, timeoutsOf } = terms;
  const locks = takesTime ? [SHORT, SHORT, ...REFUSED_LOCK_TIMEOUTS] : REFUSED_LOCK_TIMEOUTS;
  // A request that is broken off may never have come: if it is repeated, it has to ask for the same, so it asks for a number.
  const impatient = fc.record({
    amount: fewUnits({ least: 1n }),
    giveUpAfterMs: fc
      .constantFrom(...MESSAGES_WAITED_FOR)
      .map((messages) => Math.max(LEAST_PATIENCE_MS, messages * hopLatencyMs)),
  });
  const special: fc.Arbitrary<Special> = fc.oneof(
    { weight: 6, arbitrary: fc.constant({}) },
    { weight: lockTimeouts, arbitrary: fc.constantFrom(...locks).map((lock) => ({ lock })) },
    { weight: givingUp, arbitrary: impatient.map((details) => ({ details })) },
  );
  return fc
    .tuple(channels, amounts({ least: 1n }), special)
    .map(([channel, amount, { lock, details }]) => (before) => {
      const between = channel(before);
      const lockTimeout = lock?.(timeoutsOf(between.from));
      const locked = lockTimeout === undefined ? {} : { lockTimeout };
      return { kind: 'pay', ...between, amount, times: 1, ...locked, ...details };
    });
}

/** How a call is made once more: as it was, by the other node, or for one more. */
const CHANGES = ['none', 'none', 'none', 'backwards', 'backwards', 'more'] as const;

/** One of the last calls once more, mostly the last one. A payment keeps its identifier, unless it goes the other way. */
export function repeats(): fc.Arbitrary<AddCall> {
  const back = fc.constantFrom(0, 0, 0, 1, 2, 3);
  return fc.tuple(back, fc.constantFrom(...CHANGES)).map(([places, change]) => (before, isBeside) => {
    const at = before.length - 1 - (places % Math.max(1, before.length));
    const earlier = before[at];
    if (earlier === undefined) return before;
    if (change === 'backwards' && 'from' in earlier) return [...before, backwards(alone(earlier))];
    if (earlier.kind === 'pay') return paidAgain(before, { at, isForMore: change === 'more' });
    return [...before, isBeside ? alone(earlier) : risenAlready(alone(earlier))];
  });
}

function paidAgain(
  before: Steps,
  { at, isForMore }: { readonly at: number; readonly isForMore: boolean },
): Steps {
  const first = before[at] as Payment;
  // Both steps name one, so that they ask for the same payment: the largest that there is, or one near it.
  const named = { ...first, identifier: first.identifier ?? MAX_IDENTIFIER - BigInt(at) };
  const isRaised = isForMore && first.giveUpAfterMs === undefined;
  const again = isRaised ? { ...named, amount: oneMore(named.amount) } : named;
  return [...before.with(at, named), alone(again)];
}

function oneMore(amount: StepAmount): StepAmount {
  return typeof amount === 'bigint' ? amount + 1n : { ...amount, plus: amount.plus + 1n };
}

// Asked by the other of the two, a payment is another one.
function backwards(step: Step): Step {
  if (!('from' in step)) return step;
  if (step.kind !== 'pay') return { ...step, from: step.to, to: step.from };
  const { identifier: _identifier, ...payment } = step;
  return { ...payment, from: step.to, to: step.from };
}

// A total that has risen is asked for once more.
function risenAlready(step: Step): Step {
  if (step.kind === 'deposit') return { ...step, totalDeposit: { by: 0n } };
  return step.kind === 'withdraw' ? { ...step, totalWithdraw: { by: 0n } } : step;
}

import fc from 'fast-check';
import type { NodeName, Timeouts } from '../../../model/network/network.ts';
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
// In channels with the time-outs of their node no lock is made with these: they are refused at once, and leave an entry
// in the history. A channel that was opened with a lower reveal time-out takes the least, and its lock may expire.
const REFUSED_LOCK_TIMEOUTS = [
  ({ revealTimeout }: Timeouts): number => revealTimeout,
  ({ settleTimeout }: Timeouts): number => settleTimeout + 1,
];
// A node takes what is beyond its reveal time-out, up to the channel's settle time-out (raiden.md 2.2).
const SHORT = ({ revealTimeout }: Timeouts): number => revealTimeout + 1;
const ELSEWHERE = ['payer', 'payee', undefined, undefined, undefined, undefined] as const;

/** A payment in a channel, or over some: plain, or with the identifier of an earlier one, a lock of its own, an impatient caller. */
export function payments(
  channels: Chosen<Channel>,
  { repeats, lockTimeouts, givingUp }: Pick<Habits, 'repeats' | 'lockTimeouts' | 'givingUp'>,
  {
    takesTime,
    sharesIdentifiers,
    hopLatencyMs,
    timeoutsOf,
  }: {
    readonly takesTime: boolean;
    readonly sharesIdentifiers: boolean;
    /** Of one message. */
    readonly hopLatencyMs: number;
    readonly timeoutsOf: (node: NodeName) => Timeouts;
  },
): fc.Arbitrary<AddCall> {
  const again = fc.record({
    back: fc.nat(3),
    isForMore: fc.constantFrom(true, false, false),
    elsewhere: fc.constantFrom(...(sharesIdentifiers ? ELSEWHERE : [undefined])),
  });
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
    { weight: repeats, arbitrary: again.map((repeated) => ({ repeated })) },
    { weight: lockTimeouts, arbitrary: fc.constantFrom(...locks).map((lock) => ({ lock })) },
    { weight: givingUp, arbitrary: impatient.map((details) => ({ details })) },
  );
  return fc
    .tuple(channels, amounts({ least: 1n }), special)
    .map(([channel, amount, { repeated, lock, details }]) => (before) => {
      const between = channel(before);
      const lockTimeout = lock?.(timeoutsOf(between.from));
      const locked = lockTimeout === undefined ? {} : { lockTimeout };
      const payment: Payment = { kind: 'pay', ...between, amount, times: 1, ...locked, ...details };
      return repeated === undefined ? [...before, payment] : withEarlierIdentifier(before, payment, repeated);
    });
}

interface Special {
  readonly repeated?: Repeated;
  readonly lock?: (timeouts: Timeouts) => number;
  readonly details?: { readonly amount: bigint; readonly giveUpAfterMs: number };
}

interface Repeated {
  /** That of the so-manieth payment before, 0 the last one. */
  readonly back: number;
  /** Asks for another amount than that payment did. */
  readonly isForMore: boolean;
  /** It is a payment of its own: this one of the two nodes is another. */
  readonly elsewhere: 'payer' | 'payee' | undefined;
}

function withEarlierIdentifier(
  before: Steps,
  payment: Payment,
  { back, isForMore, elsewhere }: Repeated,
): Steps {
  const places = before.flatMap(({ kind }, at) => (kind === 'pay' ? [at] : []));
  const at = places.at(-1 - (back % Math.max(1, places.length)));
  if (at === undefined) return [...before, payment];
  return paidAgain(before, at, { isForMore, other: inPlaceOf(before[at], payment, elsewhere) });
}

// Payments that are asked for twice need an identifier that both steps name.
const FIRST_NAMED_IDENTIFIER = 70_000n;

/** The same payer, payee and identifier: joins the payment if it is under way, and is one more if it has ended. */
export function paidAgain(
  before: Steps,
  at: number,
  { isForMore = false, other }: { readonly isForMore?: boolean; readonly other?: Payment | undefined },
): Steps {
  const first = before[at] as Payment;
  const identifier = first.identifier ?? FIRST_NAMED_IDENTIFIER + BigInt(at);
  const named = before.with(at, { ...first, identifier });
  if (other === undefined) {
    const isMore = isForMore && first.giveUpAfterMs === undefined;
    const amount = isMore ? oneMore(first.amount) : first.amount;
    return [...named, alone({ ...first, identifier, amount })];
  }
  const { from, to } = other;
  const namesake = named.findIndex(
    (step) => step.kind === 'pay' && step.identifier === identifier && step.from === from && step.to === to,
  );
  return namesake < 0 ? [...named, { ...other, identifier }] : paidAgain(named, namesake, {});
}

function oneMore(amount: StepAmount): StepAmount {
  return typeof amount === 'bigint' ? amount + 1n : { ...amount, plus: amount.plus + 1n };
}

/** Another payment with one of its nodes in place of that of an earlier one; `undefined`: none is asked for, or there is none. */
function inPlaceOf(
  earlier: Step | undefined,
  payment: Payment,
  which: 'payer' | 'payee' | undefined,
): Payment | undefined {
  if (which === undefined || earlier?.kind !== 'pay') return undefined;
  const { from, to } = earlier;
  const other = [payment.to, payment.from].find((node) => node !== from && node !== to);
  if (other === undefined) return undefined;
  return { ...payment, ...(which === 'payer' ? { from: other, to } : { from, to: other }) };
}

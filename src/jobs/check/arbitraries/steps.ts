import fc from 'fast-check';
import { type Network, type NodeName, type Timeouts, timeoutsAt } from '../../../model/network/network.ts';
import type { Pace } from '../../../model/run/run.ts';
import { longestMs } from '../../../model/scenario/distribution.ts';
import type { Step } from '../../../model/scenario/scenario.ts';
import type { StepAmount } from '../../../model/scenario/step-amount.ts';
import { withoutUndefined } from '../../../model/without-undefined.ts';
import { tokenOfSequences } from '../../settle/settle-steps.ts';
import { alone, type CalledNetwork } from '../sequence.ts';
import { amounts } from './amounts.ts';
import { anyPair, type Habits, habits } from './habits.ts';
import { type AddCall, type Channel, type Chosen, payments, repeats, type Steps } from './payments.ts';

/** The limits of what steps may ask for. */
export interface StepChoices {
  /** `sequential`: each at rest; `scenario`: some start together. */
  readonly pace: Pace;
  /** False where nobody can stop and start nodes, nor make them slow. */
  readonly stopsNodes: boolean;
  /** False where channels have to stay: none is opened or closed. Deposits and withdrawals are asked for all the same, unless `fillsAndEmpties` is false. */
  readonly opensAndCloses: boolean;
  /** False where blocks take their time: nothing waits for them, and no lock is made to expire. */
  readonly takesTime: boolean;
  /** False where a call that waits for blocks takes longer than there is time: no deposits, no withdrawals. Absent: true. */
  readonly fillsAndEmpties?: boolean;
  /** False where nobody knows what mediators ask: partners are paid only. Absent: true. */
  readonly mediates?: boolean;
}

/** The steps of one sequence: most often payments, and of the other calls what the sequence has a liking for. */
export function steps(
  where: CalledNetwork,
  choices: StepChoices,
  size: { readonly minLength: number; readonly maxLength: number },
): fc.Arbitrary<Steps> {
  return habits().chain((liked) =>
    fc
      .array(call(where, choices, liked), { ...size, size: 'max' })
      .map((calls) => calls.reduce<Steps>((before, ask) => ask(before, false), [])),
  );
}

function call(
  where: CalledNetwork,
  choices: StepChoices,
  { kinds, isTimed, ...liked }: Habits,
): fc.Arbitrary<AddCall> {
  const { pace, stopsNodes, opensAndCloses, takesTime, fillsAndEmpties = true } = choices;
  const may: Readonly<Partial<Record<keyof Habits['kinds'], boolean>>> = {
    deposit: fillsAndEmpties,
    withdraw: fillsAndEmpties,
    set: opensAndCloses,
    open: opensAndCloses,
    close: opensAndCloses,
    leave: opensAndCloses,
    stop: stopsNodes,
    start: stopsNodes && kinds.stop > 0,
    slow: stopsNodes && takesTime && pace === 'sequential',
    wait: takesTime,
  };
  const calls = Object.entries(callsOf(where, choices, liked)) as [
    keyof Habits['kinds'],
    fc.Arbitrary<AddCall>,
  ][];
  const any = fc.oneof(
    ...calls.map(([kind, arbitrary]) => ({ weight: may[kind] === false ? 0 : kinds[kind], arbitrary })),
  );
  const { hopLatency } = where.sequence.scenario.protocol;
  const start = pace === 'scenario' ? starts({ isTimed, hopLatencyMs: longestMs(hopLatency) }) : ALONE;
  return fc.tuple(any, start).map(([ask, { isBeside, laterMs }]) => (before) => {
    if (!isBeside || before.length === 0) return ask(before, false);
    const after = ask(before, true);
    const at = laterMs === undefined ? {} : { atMs: (before.at(-1)?.atMs ?? 0) + laterMs };
    return [...after.slice(0, -1), ...after.slice(-1).map((step) => ({ ...alone(step), isBeside, ...at }))];
  });
}

interface Start {
  readonly isBeside?: true;
  /** Than the step before it, and than any message of that one; absent: together with it. */
  readonly laterMs?: number;
}

const ALONE: fc.Arbitrary<Start> = fc.constant({});
// A payment over two channels takes six before it is answered.
const MESSAGES_LATER = [0, 0, 1, 2, 8] as const;

function starts({
  isTimed,
  hopLatencyMs,
}: {
  readonly isTimed: boolean;
  readonly hopLatencyMs: number;
}): fc.Arbitrary<Start> {
  if (!isTimed) return fc.constantFrom({}, { isBeside: true });
  return fc
    .constantFrom(...MESSAGES_LATER)
    .map((messages) => ({ isBeside: true, laterMs: messages * hopLatencyMs + 1 }));
}

type Blocks = (timeouts: Timeouts) => number;

// A lock lives twice the reveal timeout unless a request says otherwise, and the payer waits ten blocks more for it
// (raiden.md 2.5): in the midst of these a block more or less changes nothing.
const BLOCKS_AFTER_THE_LOCK = 5;
const SLOWNESS: readonly Blocks[] = [
  () => 0,
  () => 1,
  () => 1,
  // Beyond the life of a lock, within the wait for it. It costs that life with every payment: it is rare.
  ({ revealTimeout }) => 2 * revealTimeout + BLOCKS_AFTER_THE_LOCK,
  ({ settleTimeout }) => 2 * settleTimeout,
];

function callsOf(
  { sequence, network }: CalledNetwork,
  { takesTime, mediates = true }: StepChoices,
  { places, ...liked }: Omit<Habits, 'kinds' | 'isTimed'>,
): Readonly<Record<keyof Habits['kinds'], fc.Arbitrary<AddCall>>> {
  const { protocol } = sequence.scenario;
  const token = tokenOfSequences(network);
  const nodes = network.nodes().toSorted();
  const timeoutsOf = (node: NodeName): Timeouts => timeoutsAt(network, node, token);
  const node = anyPair(places).map(({ from }) => nodeAt(nodes, from));
  const between = (weights: Readonly<Partial<Record<Among, number>>>): Chosen<Channel> => {
    const kinds = Object.entries(weights) as [Among, number][];
    const among = fc.oneof(...kinds.map(([kind, weight]) => ({ weight, arbitrary: fc.constant(kind) })));
    const isBack = fc.constantFrom(true, false, false, false);
    return fc.tuple(anyPair(places), among, isBack).map(([at, kind, back]) => (before) => {
      const from = nodeAt(nodes, at.from);
      const others = nodes.filter((name) => name !== from);
      const to = nodeAt(chosenOf(others, kind, partnersOf(from, network, before)), at.to);
      return { ...(back ? { from: to, to: from } : { from, to }), token };
    });
  };
  // Mostly where there is a channel.
  const inChannel = between({ partners: 7, strangers: 1 });
  const strangers = between({ partners: 1, strangers: 2 });
  const paid = between(mediates ? { partners: 2, strangers: 3, all: 1 } : { partners: 1 });
  const details = { takesTime, timeoutsOf, hopLatencyMs: longestMs(protocol.hopLatency) };
  const raised = (step: (channel: Channel, by: StepAmount) => Step): fc.Arbitrary<AddCall> =>
    added(
      fc.tuple(inChannel, amounts()).map(
        ([channel, by]) =>
          (before) =>
            step(channel(before), by),
      ),
    );
  return {
    pay: added(payments(paid, liked, details)),
    deposit: raised((channel, by) => ({ kind: 'deposit', ...channel, totalDeposit: { by } })),
    withdraw: raised((channel, by) => ({ kind: 'withdraw', ...channel, totalWithdraw: { by } })),
    set: added(
      fc.tuple(inChannel, fc.constantFrom(...REVEAL)).map(([channel, blocks]) => (before) => {
        const asked = channel(before);
        return { kind: 'set', ...asked, revealTimeout: blocks(timeoutsOf(asked.from)) };
      }),
    ),
    open: added(
      fc.tuple(strangers, amounts(), openedTimeouts()).map(([channel, deposit, timeouts]) => (before) => {
        const asked = channel(before);
        return { kind: 'open', ...asked, deposit, ...timeouts(timeoutsOf(asked.from)) };
      }),
    ),
    close: added(inChannel.map((channel) => (before) => ({ kind: 'close', ...channel(before) }))),
    leave: added(node.map((name) => () => ({ kind: 'leave', node: name, token }))),
    stop: added(node.map((name) => () => ({ kind: 'stop', node: name }))),
    // One of those that are stopped, or any where none is.
    start: added(
      anyPair(places).map(({ from }) => (before) => {
        const stopped = stoppedIn(before);
        return { kind: 'start', node: nodeAt(stopped.length > 0 ? stopped : nodes, from) };
      }),
    ),
    slow: added(
      fc.tuple(node, fc.constantFrom(...SLOWNESS)).map(([name, blocks]) => () => {
        return { kind: 'slow', node: name, byMs: blocks(timeoutsOf(name)) * protocol.blockTimeMs };
      }),
    ),
    wait: added(fc.constantFrom(1, 12, 45).map((blocks) => () => ({ kind: 'wait', blocks }))),
    again: repeats(),
  };
}

function added(step: Chosen<Step>): fc.Arbitrary<AddCall> {
  return step.map((made) => (before) => [...before, made(before)]);
}

type Among = 'partners' | 'strangers' | 'all';

// A network without such nodes offers all others: calls for nodes that are missing are generated too.
function chosenOf(
  others: readonly NodeName[],
  among: Among,
  partners: ReadonlySet<NodeName>,
): readonly NodeName[] {
  const chosen = others.filter((name) => partners.has(name) === (among === 'partners'));
  return among === 'all' || chosen.length === 0 ? others : chosen;
}

function nodeAt(names: readonly NodeName[], number: number): NodeName {
  return names[number % names.length] as NodeName;
}

function stoppedIn(before: Steps): readonly NodeName[] {
  const stopped = new Set<NodeName>();
  for (const step of before) {
    if (step.kind === 'stop') stopped.add(step.node);
    if (step.kind === 'start') stopped.delete(step.node);
  }
  return [...stopped];
}

/** The nodes with which one has a channel, as far as steps open and close some. */
export function partnersOf(node: NodeName, network: Network, before: Steps = []): ReadonlySet<NodeName> {
  const token = tokenOfSequences(network);
  const open = network.filterEdges(
    node,
    (_key, channel) => channel.token === token && channel.state === 'opened',
  );
  const partners = new Set(open.map((key) => network.opposite(node, key)));
  for (const step of before) {
    if (step.kind === 'leave' && step.node === node) partners.clear();
    if (step.kind === 'leave') partners.delete(step.node);
    if ((step.kind !== 'open' && step.kind !== 'close') || ![step.from, step.to].includes(node)) continue;
    const partner = step.from === node ? step.to : step.from;
    if (step.kind === 'open') partners.add(partner);
    else partners.delete(partner);
  }
  return partners;
}

const REVEAL: readonly Blocks[] = [
  ...Array<Blocks>(2).fill(({ revealTimeout }) => revealTimeout),
  ({ revealTimeout }) => Math.max(0, revealTimeout - 1),
  ({ revealTimeout }) => revealTimeout + 1,
  ({ settleTimeout }) => Math.floor(settleTimeout / 2) + 1,
  () => 0,
];
// A settle timeout has to be at least twice the reveal timeout (raiden.md 1.3).
const SETTLE: readonly Blocks[] = [
  ...Array<Blocks>(2).fill(({ settleTimeout }) => settleTimeout),
  ...Array<Blocks>(2).fill(({ revealTimeout }) => 2 * revealTimeout),
  ({ revealTimeout }) => Math.max(0, 2 * revealTimeout - 1),
  () => 0,
];

/** Timeouts of a channel by those of the node that opens it: within its limits, right at them, or beyond. */
function openedTimeouts(): fc.Arbitrary<(own: Timeouts) => Partial<Timeouts>> {
  const orDefault = (blocks: readonly Blocks[]) =>
    fc.oneof(
      { weight: 2, arbitrary: fc.constant(undefined) },
      { weight: 1, arbitrary: fc.constantFrom(...blocks) },
    );
  return fc.tuple(orDefault(REVEAL), orDefault(SETTLE)).map(([reveal, settle]) => (own) => {
    const revealTimeout = reveal?.(own);
    const settleTimeout = settle?.({ ...own, revealTimeout: revealTimeout ?? own.revealTimeout });
    return withoutUndefined({ settleTimeout, revealTimeout });
  });
}

import type { CaseFound } from '../../model/check/counterexample.ts';
import { toJson } from '../../model/json.ts';
import { isFreeOfFees, NO_FEES } from '../../model/network/fees.ts';
import type { ChannelSpec, Step } from '../../model/scenario/scenario.ts';
import { alone, inNetwork, madeNetwork, PLENTY, type Sequence, withSteps } from './sequence.ts';
import type { Tried } from './try-case.ts';

/** A sequence with what came of it. */
export interface TriedSequence {
  readonly sequence: Sequence;
  readonly tried: Tried;
}

/** The smallest sequence that was found to show the same, and what it took. */
export interface Shrunk extends TriedSequence {
  readonly shrinking: { readonly tried: number; readonly kept: number };
}

/**
 * Makes a case smaller as long as the same is wrong with it: fewer calls, fewer channels, no fees, simple amounts.
 * Every candidate is tried once, in an order that does not depend on time; `goesOn` ends it early.
 */
export async function shrinkCase(
  first: TriedSequence,
  tryOut: (sequence: Sequence) => Promise<Tried>,
  { goesOn, atOnce = 1 }: { readonly goesOn: () => boolean; readonly atOnce?: number | undefined },
): Promise<Shrunk> {
  let best = first;
  let [tries, kept] = [0, 0];
  const seen = new Set([nameOf(first.sequence)]);
  function* candidates(): Generator<Sequence> {
    for (const sequence of simplest(best)) {
      if (!goesOn()) return;
      if (!seen.has(nameOf(sequence))) yield sequence;
    }
  }
  for (let changed = true; changed && goesOn(); ) {
    changed = false;
    for await (const { item: sequence, result: tried } of inOrder(candidates(), atOnce, tryOut)) {
      seen.add(nameOf(sequence));
      tries += 1;
      if (!isSame(tried.found, first.tried.found)) continue;
      best = { sequence, tried };
      kept += 1;
      changed = true;
      break;
    }
  }
  return { ...best, shrinking: { tried: tries, kept } };
}

function nameOf(sequence: Sequence): string {
  const { steps, tokens } = sequence.scenario;
  return toJson({ steps, tokens, ...madeNetwork(sequence) });
}

/**
 * True when two cases show one fault, as far as anybody can say: the same check about the same kind of call, which ended in
 * the same unforeseen way if it did not end as foreseen, and in the same channel where one is to blame.
 */
export function isSame(one: CaseFound | undefined, other: CaseFound | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  const isTold = one.seen !== undefined && other.seen !== undefined;
  if (one.channel !== undefined && other.channel !== undefined && one.channel !== other.channel) return false;
  return isAlike(one, other) && (!isTold || unforeseenEnd(one) === unforeseenEnd(other));
}

/** The same, however the call ended: a node need not be wrong in the same way each time. */
export function isAlike(one: CaseFound | undefined, other: CaseFound | undefined): boolean {
  return one?.check === other?.check && one?.kind === other?.kind;
}

// A refusal in other words is one thing, and a refusal in place of a success another.
function unforeseenEnd({ foreseen, seen }: CaseFound): string | undefined {
  return seen === foreseen ? undefined : `${foreseen === 'succeeded'} ${seen}`;
}

function* simplest(best: TriedSequence): Generator<Sequence> {
  yield* blamedAlone(best);
  yield* smaller(best.sequence);
}

// Most faults show with one call, and nodes that hang from then on take long for each try.
function blamedAlone({ sequence, tried: { found } }: TriedSequence): readonly Sequence[] {
  const { steps } = sequence.scenario;
  const blamed = found?.operation === undefined ? undefined : steps[found.operation];
  return blamed === undefined || steps.length === 1 ? [] : [withSteps(sequence, [blamed])];
}

/** Simpler sequences, those that save most first. */
function* smaller(sequence: Sequence): Generator<Sequence> {
  const { steps } = sequence.scenario;
  for (const size of chunkSizes(steps.length))
    for (let from = steps.length - size; from >= 0; from -= size)
      yield withSteps(sequence, [...steps.slice(0, from), ...steps.slice(from + size)]);
  yield* inSmallerNetworks(sequence);
  const [first] = steps.filter((step) => 'from' in step);
  for (const [at, step] of steps.entries()) {
    for (const simpler of smallerSteps(step)) yield withSteps(sequence, steps.with(at, simpler));
    if (first === undefined || !('from' in step)) continue;
    // In the channel of the first step, either way: what happens elsewhere takes more nodes.
    for (const [from, to] of [
      [first.from, first.to],
      [first.to, first.from],
    ] as const)
      if (![first.from, first.to].includes(step.from) || ![first.from, first.to].includes(step.to))
        yield withSteps(sequence, steps.with(at, { ...step, from, to }));
  }
}

function chunkSizes(length: number): readonly number[] {
  const sizes: number[] = [];
  for (let size = Math.floor(length / 2); size >= 1; size = Math.floor(size / 2)) sizes.push(size);
  return sizes;
}

function* inSmallerNetworks(sequence: Sequence): Generator<Sequence> {
  const made = madeNetwork(sequence);
  if (made === undefined) return;
  const { channels, fees } = made;
  const { scenario } = sequence;
  const changed = (network: Partial<typeof made>): Sequence => ({
    ...sequence,
    scenario: inNetwork(scenario, { ...made, ...network }),
  });
  const names = [...namesIn(channels)].toSorted().toReversed();
  for (const name of names) {
    const left = channels.filter(({ between }) => !between.includes(name));
    const [partner] = channels.flatMap(({ between }) =>
      between.includes(name) ? between.filter((other) => other !== name) : [],
    );
    const steps = scenario.steps.map((step) => inPlaceOf(step, name, partner ?? name));
    const asked = withSteps(
      changed({ channels: left }),
      steps.filter((step) => !('from' in step) || step.from !== step.to),
    );
    if (names.length > 2 && hasItsNodes(asked, left)) yield asked;
  }
  for (const [at] of channels.entries()) {
    const left = channels.toSpliced(at, 1);
    if (left.length > 0 && hasItsNodes(sequence, left)) yield changed({ channels: left });
  }
  if (scenario.tokens.some(({ balancePerNode }) => balancePerNode !== PLENTY)) {
    const tokens = scenario.tokens.map((token) => ({ ...token, balancePerNode: PLENTY }));
    yield { ...sequence, scenario: { ...scenario, tokens } };
  }
  if (!isFreeOfFees(fees)) yield changed({ fees: NO_FEES });
  for (const [at, channel] of channels.entries()) {
    const [one, other] = channel.deposits;
    const deposits = [one > 100n ? 100n : one, other > 100n ? 100n : other] as const;
    if (deposits[0] !== one || deposits[1] !== other)
      yield changed({ channels: channels.with(at, { ...channel, deposits }) });
  }
}

function namesIn(channels: readonly ChannelSpec[]): ReadonlySet<string> {
  return new Set(channels.flatMap(({ between }) => between));
}

function inPlaceOf(step: Step, name: string, other: string): Step {
  const of = (node: string): string => (node === name ? other : node);
  if ('from' in step) return { ...step, from: of(step.from), to: of(step.to) };
  return 'node' in step ? { ...step, node: of(step.node) } : step;
}

// A step that names a node without a channel is in no scenario, nor is a setting of such a node.
function hasItsNodes({ scenario }: Sequence, channels: readonly ChannelSpec[]): boolean {
  const names = namesIn(channels);
  const isNamed = (step: Step): boolean => {
    if ('from' in step) return names.has(step.from) && names.has(step.to);
    return !('node' in step) || names.has(step.node);
  };
  return Object.keys(scenario.nodes).every((name) => names.has(name)) && scenario.steps.every(isNamed);
}

const OPTIONAL = ['identifier', 'lockTimeout', 'giveUpAfterMs', 'settleTimeout', 'revealTimeout'];
const SIMPLE = { amount: 1n, deposit: 0n, totalDeposit: { by: 1n }, totalWithdraw: { by: 1n } };

// Without what makes it special, and with an amount that hangs on nothing.
function* smallerSteps(step: Step): Generator<Step> {
  if (step.isBeside === true) yield alone(step);
  const fields: Readonly<Record<string, unknown>> = { ...step };
  // A timeout that is set is all that such a step has.
  for (const name of OPTIONAL.filter((each) => fields[each] !== undefined && step.kind !== 'set'))
    yield Object.fromEntries(Object.entries(fields).filter(([other]) => other !== name)) as unknown as Step;
  for (const [name, simple] of Object.entries(SIMPLE))
    if (isRelative(fields[name])) yield { ...step, [name]: simple };
}

function isRelative(amount: unknown): boolean {
  if (typeof amount !== 'object' || amount === null) return false;
  return !('by' in amount) || typeof amount.by !== 'bigint';
}

// Two tries start, and two more with each result, so that a busy machine returns the first results early.
const MORE_AT_ONCE = 2;

/**
 * Does work on items, several at once, and hands over the results in the order of the items. What is under way when
 * the consumer stops is waited for, so that nothing of it goes on afterwards.
 */
export async function* inOrder<Item, Result>(
  items: Iterable<Item>,
  atOnce: number,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<{ readonly item: Item; readonly result: Result }> {
  const source = items[Symbol.iterator]();
  const underWay: { readonly item: Item; readonly result: Promise<Result> }[] = [];
  const begin = (): void => {
    const next = source.next();
    if (next.done === true) return;
    const result = work(next.value);
    // A failure is told when its turn comes.
    result.catch(() => {});
    underWay.push({ item: next.value, result });
  };
  try {
    for (let most = MORE_AT_ONCE; ; most += MORE_AT_ONCE) {
      while (underWay.length < Math.min(most, atOnce)) {
        const before = underWay.length;
        begin();
        if (underWay.length === before) break;
      }
      const first = underWay.shift();
      if (first === undefined) return;
      yield { item: first.item, result: await first.result };
    }
  } finally {
    await Promise.allSettled(underWay.map(({ result }) => result));
  }
}

import type { CaseFound } from '../../model/check/counterexample.ts';
import type { CaseDraft, MadeNetwork } from './case-draft.ts';
import type { Move } from './moves/move.ts';
import type { Tried } from './try-case.ts';

/** A draft with what came of it. */
export interface TriedDraft {
  readonly draft: CaseDraft;
  readonly tried: Tried;
}

/** The smallest draft that was found to show the same, and what it took. */
export interface Shrunk extends TriedDraft {
  readonly shrinking: { readonly tried: number; readonly kept: number };
}

/**
 * Makes a case smaller as long as the same is wrong with it: fewer calls, fewer channels, no fees, simple amounts.
 * Every candidate is tried once, in an order that does not depend on time; `goesOn` ends it early.
 */
export async function shrinkCase(
  first: TriedDraft,
  tryOut: (draft: CaseDraft) => Promise<Tried>,
  { goesOn, atOnce = 1 }: { readonly goesOn: () => boolean; readonly atOnce?: number | undefined },
): Promise<Shrunk> {
  let best = first;
  let [tries, kept] = [0, 0];
  const seen = new Set([nameOf(first.draft)]);
  function* candidates(): Generator<CaseDraft> {
    for (const draft of smaller(best.draft)) {
      if (!goesOn()) return;
      if (!seen.has(nameOf(draft))) yield draft;
    }
  }
  for (let changed = true; changed && goesOn(); ) {
    changed = false;
    for await (const { item: draft, result: tried } of inOrder(candidates(), atOnce, tryOut)) {
      seen.add(nameOf(draft));
      tries += 1;
      if (!isSame(tried.found, first.tried.found)) continue;
      best = { draft, tried };
      kept += 1;
      changed = true;
      break;
    }
  }
  return { ...best, shrinking: { tried: tries, kept } };
}

function nameOf(draft: CaseDraft): string {
  return JSON.stringify(draft, plain);
}

/** True when two cases show one fault, as far as anybody can say: the same check about the same kind of call. */
export function isSame(one: CaseFound | undefined, other: CaseFound | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  return one.check === other.check && one.kind === other.kind;
}

/** Simpler drafts, those that save most first. */
export function* smaller(draft: CaseDraft): Generator<CaseDraft> {
  const { moves, network } = draft;
  for (const size of chunkSizes(moves.length))
    for (let from = moves.length - size; from >= 0; from -= size)
      yield { ...draft, moves: [...moves.slice(0, from), ...moves.slice(from + size)] };
  if (network !== undefined)
    for (const simpler of smallerNetworks(network)) yield { ...draft, network: simpler };
  for (const [at, move] of moves.entries())
    for (const simpler of smallerMoves(move))
      yield { ...draft, moves: moves.map((other, index) => (index === at ? simpler : other)) };
}

function chunkSizes(length: number): readonly number[] {
  const sizes: number[] = [];
  for (let size = Math.floor(length / 2); size >= 1; size = Math.floor(size / 2)) sizes.push(size);
  return sizes;
}

function* smallerNetworks(network: MadeNetwork): Generator<MadeNetwork> {
  const { channels, fees, nodes, balancePerNode, ...usual } = network;
  if (nodes > 2)
    yield* withEveryNode({
      ...network,
      nodes: nodes - 1,
      channels: channels.filter(({ between }) => !between.includes(nodes - 1)),
    });
  for (let at = channels.length - 1; at >= 0; at -= 1)
    yield* withEveryNode({ ...network, channels: channels.filter((_, index) => index !== at) });
  if (balancePerNode !== undefined) yield { ...usual, channels, fees, nodes };
  if (fees.flat > 0n || fees.proportionalPpm > 0 || fees.imbalancePpm > 0)
    yield { ...network, fees: { flat: 0n, proportionalPpm: 0, imbalancePpm: 0 } };
  for (const [at, channel] of channels.entries()) {
    const round = channel.deposits.map((deposit) => (deposit > 100n ? 100n : deposit)) as [bigint, bigint];
    if (round[0] !== channel.deposits[0] || round[1] !== channel.deposits[1])
      yield {
        ...network,
        channels: channels.map((other, index) => (index === at ? { ...other, deposits: round } : other)),
      };
  }
}

// A network that names a node without a channel is no scenario.
function withEveryNode(network: MadeNetwork): readonly MadeNetwork[] {
  const named = new Set(network.channels.flatMap(({ between }) => between));
  return named.size === network.nodes ? [network] : [];
}

function* smallerMoves(move: Move): Generator<Move> {
  if (move.isBeside === true) {
    const { isBeside: _isBeside, ...alone } = move;
    yield alone;
  }
  if (move.kind === 'pay' && move.repeats !== undefined) {
    const { repeats: _repeats, isForMore: _isForMore, elsewhere: _elsewhere, ...fresh } = move;
    yield fresh;
  }
  if (move.kind === 'pay' && move.lockTimeout !== undefined) {
    const { lockTimeout: _lockTimeout, ...usual } = move;
    yield usual;
  }
  if (move.kind === 'pay' && move.givesUpAfter !== undefined) {
    const { givesUpAfter: _givesUpAfter, ...patient } = move;
    yield patient;
  }
  if (move.kind === 'pay' && typeof move.amount !== 'bigint') yield { ...move, amount: 1n };
  if (move.kind === 'open') {
    const { settleTimeout, revealTimeout, ...usual } = move;
    if (settleTimeout !== undefined || revealTimeout !== undefined) yield usual;
    if (typeof move.deposit !== 'bigint') yield { ...move, deposit: 0n };
  }
  if ((move.kind === 'deposit' || move.kind === 'withdraw') && typeof move.by !== 'bigint')
    yield { ...move, by: 1n };
}

function plain(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? `${value}n` : value;
}

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
    for (;;) {
      while (underWay.length < atOnce) {
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

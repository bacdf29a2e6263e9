import type { Scenario } from '../../../model/scenario/scenario.ts';
import { assembleNetwork } from '../../assemble.ts';
import type { CaseDraft } from '../case-draft.ts';
import type { Move } from '../moves/move.ts';
import type { FirstDrafts, DraftChoices } from './drafts.ts';

// As long as the longest that is made up.
const MOST_MOVES = 14;
// Of a large network some nodes are asked, and each pays some of the others: beyond that, chance has its turn sooner.
const MOST_NODES = 12;
const MOST_PARTNERS = 5;

const SOME_OF_THE_WAY = { of: 'route', percent: 10, plus: 0n } as const;
const ALL_OF_THE_WAY = { of: 'route', percent: 100, plus: 0n } as const;
const MORE_THAN_ALL = { of: 'network', percent: 100, plus: 1n } as const;
const FEW = 25n;

/** The calls that nodes of a given network may be asked for in their turns. */
export interface TurnChoices extends Pick<DraftChoices, 'manners' | 'opensAndCloses' | 'mediates'> {
  /** True where tries follow one another on the same nodes: what is closed stays so, and comes last. */
  readonly keepsNodes: boolean;
}

/** The first sequences in a network that is given: each of its nodes is asked for each kind of call, in a fixed order. */
export function everyNodesTurn(
  scenario: Scenario,
  { manners, opensAndCloses, mediates = true, keepsNodes }: TurnChoices,
): FirstDrafts {
  if (!manners.includes('sequential')) return { atOnce: [] };
  const nodes = assembleNetwork(scenario).order;
  const asked = Array.from({ length: Math.min(nodes, MOST_NODES) }, (_, from) => from);
  const others = Array.from({ length: Math.min(nodes - 1, MOST_PARTNERS) }, (_, to) => to);
  const paid = mediates ? others.map((to) => ({ to })) : [{ to: 0, among: 'partners' as const }];
  const each = (move: (from: number) => readonly Move[]): readonly CaseDraft[] =>
    inSequences(asked.map(move));
  const inChannel = (from: number) => ({ from, to: 0, among: 'partners' }) as const;
  const payments = each((from) =>
    paid.flatMap((place): readonly Move[] => [
      { kind: 'pay', from, ...place, amount: SOME_OF_THE_WAY },
      { kind: 'pay', from, ...place, amount: MORE_THAN_ALL },
    ]),
  );
  // All that is there and back, the second of a kind, and one that fails once it was begun.
  const again = each((from) => {
    const payment = { kind: 'pay', ...inChannel(from), amount: FEW } as const;
    const all = { ...payment, amount: ALL_OF_THE_WAY };
    return [
      all,
      { kind: 'again', isBack: true },
      payment,
      { ...payment, isBack: true },
      payment,
      { ...payment, lockTimeout: 'least' },
    ];
  });
  const opening = (from: number): Move => ({ kind: 'open', from, to: 0, among: 'strangers', deposit: FEW });
  const changes = each((from) => [
    ...(opensAndCloses ? [opening(from)] : []),
    { kind: 'deposit', ...inChannel(from), by: FEW },
    { kind: 'withdraw', ...inChannel(from), by: FEW },
  ]);
  // Payments take other ways after that.
  const afterwards = inSequences(
    paid.map((place) =>
      asked.map((from): Move => ({ kind: 'pay', from, ...place, amount: SOME_OF_THE_WAY })),
    ),
  );
  const ends = opensAndCloses
    ? [
        ...each((from) => [opening(from), { kind: 'close', ...inChannel(from) }]),
        ...each((from) => [opening(from), { kind: 'leave', from }]),
      ]
    : [];
  return {
    atOnce: [...payments, ...again],
    waiting: [...changes, ...afterwards, ...(keepsNodes ? [] : ends)],
    ends: keepsNodes ? ends : [],
    overlapsBetween: manners.includes('overlapping'),
  };
}

// Calls of the same node stay together.
function inSequences(groups: readonly (readonly Move[])[]): readonly CaseDraft[] {
  const sequences: Move[][] = [];
  for (const group of groups) {
    const last = sequences.at(-1);
    if (last !== undefined && last.length + group.length <= MOST_MOVES) last.push(...group);
    else sequences.push([...group]);
  }
  return sequences.map((moves) => ({ manner: 'sequential', moves }));
}

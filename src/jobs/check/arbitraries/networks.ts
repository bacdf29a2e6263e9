import fc from 'fast-check';
import type { MadeChannel, MadeNetwork } from '../case-draft.ts';
import { deposits } from './amounts.ts';
import type { CallManner } from './moves.ts';
import { DEFAULT_NODE_FEES, type FeeSchedule, NO_FEES } from '../../../model/network/fees.ts';

// Two nodes have one channel, in which everything meets; three have one to mediate, and more have ways to choose from.
const SIZES = [2, 3, 3, 3, 4, 4, 5] as const;

// Messages that calls which start together cross on their way.
const LATENCIES = { sequential: [20, 200], overlapping: [200, 500] } as const;

/**
 * Small connected networks: every node but the first has a channel with one before it, and a few pairs have one besides.
 * Small ones show most faults, and cost a call of each node after every call.
 */
export function networks(manner: CallManner = 'sequential'): fc.Arbitrary<MadeNetwork> {
  return fc.constantFrom(...SIZES).chain((nodes) =>
    fc
      .record({
        nodes: fc.constant(nodes),
        channels: channelsOf(nodes),
        fees: feeSchedules(),
        settleTimeout: fc.constant(40),
        revealTimeout: fc.constant(10),
        hopLatencyMs: fc.constantFrom(...LATENCIES[manner]),
        left: fc.oneof(fc.bigInt(0n, 300n), fc.constant(PLENTY)),
      })
      .map(({ left, ...made }) => ({
        ...made,
        balancePerNode: mostDeposited(made.channels) + left,
      })),
  );
}

// More than nodes ever put in, and not more than the contracts' integers can count.
const PLENTY = 10n ** 30n;

// The largest sum that one node has deposited.
function mostDeposited(channels: readonly MadeChannel[]): bigint {
  const sums = new Map<number, bigint>();
  for (const { between, deposits: put } of channels)
    for (const [end, node] of between.entries()) sums.set(node, (sums.get(node) ?? 0n) + (put[end] ?? 0n));
  return [...sums.values()].reduce((most, sum) => (sum > most ? sum : most), 0n);
}

function channelsOf(nodes: number): fc.Arbitrary<readonly MadeChannel[]> {
  const later = Array.from({ length: nodes - 1 }, (_, at) => at + 1);
  const tree = fc.tuple(...later.map((node) => channel(fc.nat(node - 1), fc.constant(node))));
  const more = fc.array(channel(fc.nat(nodes - 1), fc.nat(nodes - 1)), { maxLength: 2 });
  return fc.tuple(tree, more).map(([needed, others]) => oncePerPair([...needed, ...others]));
}

function channel(one: fc.Arbitrary<number>, other: fc.Arbitrary<number>): fc.Arbitrary<MadeChannel> {
  return fc.record({ between: fc.tuple(one, other), deposits: fc.tuple(deposits(), deposits()) });
}

function oncePerPair(channels: readonly MadeChannel[]): readonly MadeChannel[] {
  const seen = new Set<string>();
  return channels.filter(({ between: [one, other] }) => {
    const pair = `${Math.min(one, other)} ${Math.max(one, other)}`;
    const isNew = one !== other && !seen.has(pair);
    seen.add(pair);
    return isNew;
  });
}

/** Fee schedules of mediators: none, each part alone, and all together as real nodes do by default (raiden.md 2.6). */
export function feeSchedules(): fc.Arbitrary<FeeSchedule> {
  return fc.oneof(
    { weight: 1, arbitrary: fc.constant(NO_FEES) },
    {
      weight: 1,
      arbitrary: fc.record({
        flat: fc.bigInt(1n, 9n),
        proportionalPpm: fc.constant(0),
        imbalancePpm: fc.constant(0),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        flat: fc.constantFrom(0n, 1n),
        proportionalPpm: fc.constantFrom(4_000, 33_333, 80_000),
        imbalancePpm: fc.constant(0),
      }),
    },
    { weight: 1, arbitrary: fc.constant(DEFAULT_NODE_FEES) },
  );
}

import { larger } from '../../../model/network/amount.ts';
import fc from 'fast-check';
import { DEFAULT_NODE_FEES, type FeeSchedule, NO_FEES } from '../../../model/network/fees.ts';
import type { Pace } from '../../../model/run/run.ts';
import type { ChannelSpec, Scenario } from '../../../model/scenario/scenario.ts';
import { inNetwork, PLENTY, plainSequence } from '../sequence.ts';
import { deposits } from './amounts.ts';

// Two nodes have one channel, in which everything meets; three have one to mediate, and more have ways to choose from.
const SIZES = [2, 3, 3, 3, 4, 4, 5] as const;

// Latencies long enough that the messages of simultaneous calls cross, and locks that last long enough for a payment that
// has to wait.
const PACES = {
  sequential: { latencies: [20, 200], timeouts: { settleTimeout: 40, revealTimeout: 10 } },
  scenario: { latencies: [200, 500, 1_000], timeouts: { settleTimeout: 200, revealTimeout: 50 } },
} as const;

/**
 * Small connected networks of nodes `n1`, `n2` and so on, in which nothing happens: every node but the first has a channel
 * with one before it, and a few pairs have one besides. Small ones show most faults, and cost a call of each node after
 * every call. What is not drawn is that of `plain`.
 */
export function networks(
  pace: Pace = 'sequential',
  plain: Scenario = plainSequence().scenario,
): fc.Arbitrary<Scenario> {
  const { latencies, timeouts } = PACES[pace];
  return fc.constantFrom(...SIZES).chain((nodes) =>
    fc
      .record({
        channels: channelsOf(nodes),
        fees: feeSchedules(),
        hopLatencyMs: fc.constantFrom(...latencies),
        left: fc.oneof(fc.bigInt(0n, 300n), fc.constant(PLENTY)),
      })
      .map(({ channels, fees, hopLatencyMs, left }) => ({
        ...inNetwork(plain, { channels, fees, timeouts }),
        tokens: plain.tokens.map((token) => ({ ...token, balancePerNode: mostDeposited(channels) + left })),
        protocol: { ...plain.protocol, hopLatency: { kind: 'fixed' as const, ms: hopLatencyMs } },
      })),
  );
}

// The largest sum that one node has deposited.
function mostDeposited(channels: readonly ChannelSpec[]): bigint {
  const sums = new Map<string, bigint>();
  for (const { between, deposits: put } of channels)
    for (const [end, node] of between.entries()) sums.set(node, (sums.get(node) ?? 0n) + (put[end] ?? 0n));
  return [...sums.values()].reduce(larger, 0n);
}

function channelsOf(nodes: number): fc.Arbitrary<readonly ChannelSpec[]> {
  const later = Array.from({ length: nodes - 1 }, (_, at) => at + 1);
  const tree = fc.tuple(...later.map((node) => channel(fc.nat(node - 1), fc.constant(node))));
  const more = fc.array(channel(fc.nat(nodes - 1), fc.nat(nodes - 1)), { maxLength: 2 });
  return fc.tuple(tree, more).map(([needed, others]) => oncePerPair([...needed, ...others]));
}

function channel(one: fc.Arbitrary<number>, other: fc.Arbitrary<number>): fc.Arbitrary<ChannelSpec> {
  const name = (number: number): string => `n${number + 1}`;
  return fc.record({
    between: fc.tuple(one.map(name), other.map(name)),
    deposits: fc.tuple(deposits(), deposits()),
  });
}

function oncePerPair(channels: readonly ChannelSpec[]): readonly ChannelSpec[] {
  const seen = new Set<string>();
  return channels.filter(({ between }) => {
    const pair = between.toSorted().join(' ');
    const isNew = between[0] !== between[1] && !seen.has(pair);
    seen.add(pair);
    return isNew;
  });
}

/** Fee schedules of mediators: none, each part alone, and all together as real nodes do by default (raiden.md 2.6). */
export function feeSchedules(): fc.Arbitrary<FeeSchedule> {
  return fc.oneof(
    { weight: 1, arbitrary: fc.constant(NO_FEES) },
    { weight: 1, arbitrary: fc.bigInt(1n, 9n).map((flat) => ({ ...NO_FEES, flat })) },
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

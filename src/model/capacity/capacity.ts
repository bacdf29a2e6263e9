import type { RunHeader } from '../run/run.ts';

/** The highest rate that targets sustain, as far as probes told. */
export interface Capacity {
  /** Payments per second; the likeliest limit between `from` and `to`. */
  readonly rate: number;
  /** The limit lies between these with the stated confidence. */
  readonly from: number;
  readonly to: number;
  readonly confidence: number;
  readonly ended: CapacityEnd;
  /** In the order in which they were made. */
  readonly probes: readonly CapacityProbe[];
}

export type CapacityEnd =
  /** The interval is as narrow as was asked for. */
  | 'found'
  /** Even the highest rate that was allowed is sustained. */
  | 'not-reached'
  /** Not even the lowest rate is sustained. */
  | 'below-lowest'
  /** As many probes as were allowed, or as long a time, did not narrow it down; the interval says how far they got. */
  | 'most-probes'
  | 'interrupted';

/** A short load at one rate. */
export interface CapacityProbe {
  /** Offered, payments per second. */
  readonly rate: number;
  /** True when every condition was met. */
  readonly holds: boolean;
  /** The first condition that was not met, with what was seen. */
  readonly because?: string;
  /** The reason to doubt it: the driver itself was held up. */
  readonly doubt?: string;
  /** True when it was doubtful and therefore made again: the search has not counted it. */
  readonly repeated?: true;
  readonly payments: number;
  /** Answers per second while payments were offered. */
  readonly throughput: number;
  /** The succeeded payments among these. */
  readonly goodput: number;
  /** From the intended start to the answer, milliseconds; null: there was none. */
  readonly p50Ms: number | null;
  readonly p95Ms: number | null;
  readonly p99Ms: number | null;
}

/** False for a probe that was made again because the driver was held up. */
export function isCounted({ repeated }: CapacityProbe): boolean {
  return repeated !== true;
}

/** All probes at about one offered rate, averaged; a latency is null where a probe has none. */
export interface CapacityPoint extends Pick<CapacityProbe, 'rate' | 'throughput' | 'goodput' | Latency> {
  readonly probes: number;
  readonly held: number;
}

type Latency = 'p50Ms' | 'p95Ms' | 'p99Ms';

// Finer than any precision that is worth its probes, coarse enough to put repetitions together.
const SAME_RATE = 1.01;

/** Probes against their rate, lowest first; what was seen at nearly equal rates is averaged; uncounted ones are left out. */
export function capacityCurve(probes: readonly CapacityProbe[]): readonly CapacityPoint[] {
  const groups: CapacityProbe[][] = [];
  for (const probe of probes.filter(isCounted).toSorted((one, other) => one.rate - other.rate)) {
    const last = groups.at(-1);
    if (last?.[0] !== undefined && probe.rate <= last[0].rate * SAME_RATE) last.push(probe);
    else groups.push([probe]);
  }
  return groups.map((group) => ({
    rate: mean(group, ({ rate }) => rate),
    probes: group.length,
    held: group.filter(({ holds }) => holds).length,
    throughput: mean(group, ({ throughput }) => throughput),
    goodput: mean(group, ({ goodput }) => goodput),
    p50Ms: meanLatency(group.map(({ p50Ms }) => p50Ms)),
    p95Ms: meanLatency(group.map(({ p95Ms }) => p95Ms)),
    p99Ms: meanLatency(group.map(({ p99Ms }) => p99Ms)),
  }));
}

// A probe of seconds wobbles by a few percent, and what is on its way at its end is not counted.
const KEPT_UP = 0.95;

/**
 * The highest rate at which what succeeded kept up with what was offered: at every higher one that was probed it did
 * not. Undefined: it always did, or never.
 */
export function capacityKnee(curve: readonly CapacityPoint[]): number | undefined {
  const last = curve.findLastIndex(({ rate, goodput }) => goodput >= rate * KEPT_UP);
  return last === curve.length - 1 ? undefined : curve[last]?.rate;
}

function mean<Item>(items: readonly Item[], valueOf: (item: Item) => number): number {
  return items.reduce((sum, item) => sum + valueOf(item), 0) / items.length;
}

function meanLatency(latencies: readonly (number | null)[]): number | null {
  const measured = latencies.filter((ms) => ms !== null);
  return measured.length < latencies.length ? null : mean(measured, (ms) => ms);
}

/** A search for a capacity with what was asked: all that its files and its page are made of. */
export interface CapacityReport extends Pick<RunHeader, 'seed' | 'startedAt' | 'versions'> {
  readonly scenario: string;
  readonly question: string;
  /** The conditions that a rate had to meet, as thresholds are written. */
  readonly conditions: readonly string[];
  /** How long each probe offered payments. */
  readonly probeMs: number;
  readonly target: 'sandbox' | 'nodes';
  readonly capacity: Capacity;
}

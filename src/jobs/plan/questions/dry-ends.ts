import type { Network } from '../../../model/network/network.ts';
import type { DryEnd } from '../../../model/plan/answers.ts';
import type { DryMoment, Replication } from '../../../model/plan/replication.ts';
import { ascending, percentile } from '../../../statistics/percentile.ts';
import { quantileEstimate } from '../../../statistics/quantile-estimate.ts';
import { areCertain } from '../estimate-metric.ts';

/** The ends that ran dry in some replication, the soonest first. */
export function dryEndsOf(network: Network, rows: readonly Replication[]): readonly DryEnd[] {
  const moments = new Map<string, DryMoment[]>();
  for (const moment of rows.flatMap(({ dryEnds }) => dryEnds)) {
    const key = `${moment.channel} ${moment.end}`;
    moments.set(key, [...(moments.get(key) ?? []), moment]);
  }
  return [...moments.values()]
    .flatMap((list): readonly DryEnd[] => {
      const { channel, end } = list[0] as DryMoment;
      // Where replications draw networks, a channel may be another one in each.
      if (!network.hasEdge(channel)) return [];
      const node = network.extremities(channel)[end];
      const partner = network.opposite(node, channel);
      return [{ channel, node, partner, runs: list.length, of: rows.length, ...middleOf(list, rows) }];
    })
    .sort((a, b) => (a.afterS ?? NEVER) - (b.afterS ?? NEVER) || b.runs - a.runs);
}

const NEVER = Number.MAX_VALUE;

// Runs in which it did not run dry would have had to be longer.
function middleOf(
  moments: readonly DryMoment[],
  rows: readonly Replication[],
): Pick<DryEnd, 'afterS' | 'interval'> {
  const never = Array.from({ length: rows.length - moments.length }, () => NEVER);
  const times = ascending([...moments.map(({ atS }) => atS), ...never]);
  const seconds = (time: number): number | null => (time === NEVER ? null : time);
  const afterS = seconds(percentile(times, 50));
  if (areCertain(rows)) return { afterS, interval: [afterS, afterS] };
  const middle = quantileEstimate(times, 0.5);
  if (middle === undefined) return { afterS };
  const [soonest, latest] = middle.interval;
  return { afterS, interval: [seconds(soonest), seconds(latest)] };
}

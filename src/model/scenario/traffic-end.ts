import type { Scenario } from './scenario.ts';

/** When the scenario's traffic ends, after the start of a run; undefined: it ends with a count or a record. */
export function trafficEndMs({
  traffic,
  recorded = [],
}: Pick<Scenario, 'traffic' | 'recorded'>): number | undefined {
  const ends = [
    ...traffic.map(({ startMs, durationMs }) => startMs + (durationMs ?? Number.NaN)),
    ...recorded.map(({ durationMs }) => durationMs ?? Number.NaN),
  ];
  const last = Math.max(...ends);
  return Number.isFinite(last) ? last : undefined;
}

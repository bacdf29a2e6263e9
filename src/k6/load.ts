// The script k6 runs: the payments of plan.json, each when it is due, under k6 2.x without anything else.
import execution from 'k6/execution';
import type { Options } from 'k6/options';
import { playPart } from './open-loop.ts';
import { load } from './plan.ts';

// For the answers of the last payments to be written down.
const SLACK_MS = 10_000;

export const options: Options = {
  scenarios: {
    // One iteration per part: with as many execution segments as parts, each k6 runs exactly one.
    load: {
      executor: 'per-vu-iterations',
      vus: load.parts,
      iterations: 1,
      maxDuration: `${Math.ceil(load.lastAtMs + load.deadlineMs + SLACK_MS)}ms`,
      gracefulStop: '0s',
    },
  },
  thresholds: Object.fromEntries(
    Object.entries(load.thresholds).map(([metric, thresholds]) => [metric, [...thresholds]]),
  ),
  summaryTrendStats: ['min', 'med', 'avg', 'p(90)', 'p(95)', 'p(99)', 'max', 'count'],
};

export default function (): Promise<void> {
  return playPart(execution.vu.idInTest - 1);
}

import type { ExecutorSettings, LoadSpec } from '../../src/model/scenario/load-spec.ts';
import type { Scenario } from '../../src/model/scenario/scenario.ts';
import { scenarioFrom } from './scenario-text.ts';

/** Payments that can succeed and payments that cannot, whatever the order; answers take most of a second. */
export const MIXED: Scenario = scenarioFrom(`
question: Do all engines count the same?
seed: 11
network:
  topology: {star: {spokes: 6}}
  capacity: 100000
protocol:
  hopLatency: 200ms
traffic:
  - name: possible
    arrivals: {constant: {perSecond: 120}}
    duration: 1500ms
    amounts: 7
    pairs: uniform
  - name: impossible
    arrivals: {poisson: {perSecond: 30}}
    duration: 1500ms
    amounts: 300000
    pairs: uniform
load:
  thresholds:
    payment_duration: ['p(95)<20000']
`);

/** A load by one executor. */
export function specOf(settings: ExecutorSettings, deadlineMs = 10_000): LoadSpec {
  const executor = { name: 'only', startMs: 0, gracefulStopMs: 10_000, ...settings };
  return { executors: [executor], thresholds: [], deadlineMs };
}

import { load } from '../../src/jobs/load/load.ts';
import type { LoadRun } from '../../src/model/run/run.ts';
import type { ExecutorSettings, LoadSpec } from '../../src/model/scenario/load-spec.ts';
import type { Scenario } from '../../src/model/scenario/scenario.ts';
import { scenarioFrom } from './scenario-text.ts';
import { inSandbox } from '../fixtures/in-sandbox.ts';

/** Payments that can succeed and payments that cannot, whatever the order; answers take most of a second. */
export const mixed = (duration: string): Scenario =>
  scenarioFrom(`
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
    duration: ${duration}
    amounts: 7
    pairs: uniform
  - name: impossible
    arrivals: {poisson: {perSecond: 30}}
    duration: ${duration}
    amounts: 300000
    pairs: uniform
load:
  thresholds:
    payment_duration: ['p(95)<20000']
`);

/** As many as a second and a half brings. */
export const MIXED = mixed('1500ms');

/** A load by one executor. */
export function specOf(settings: ExecutorSettings, deadlineMs = 10_000): LoadSpec {
  const executor = { name: 'only', startMs: 0, gracefulStopMs: 10_000, ...settings };
  return { executors: [executor], thresholds: [], deadlineMs };
}

/** Loads a sandbox of its own. */
export async function loadSandbox(
  scenario: Scenario,
  options: Omit<Parameters<typeof load>[0], 'scenario' | 'targets'> = {},
): Promise<LoadRun> {
  return await inSandbox(scenario, ({ targets }) => load({ scenario, targets, ...options }));
}

/** What must be the same however a load is divided. */
export function countsOf({ load: { aggregate } }: LoadRun): object {
  const { operations, payments, succeeded, failed, indeterminate, dropped, volume } = aggregate.counts;
  return {
    operations,
    payments,
    succeeded,
    failed,
    indeterminate,
    dropped,
    volume,
    reasons: Object.fromEntries(aggregate.reasons),
  };
}

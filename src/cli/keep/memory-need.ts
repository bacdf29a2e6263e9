import type { Scenario, TrafficSpec } from '../../model/scenario/scenario.ts';
import type { KeptTraces } from '../../model/run/trace.ts';
import { counted } from '../../report/words/number-format.ts';
import { heapLeftBytes, heapRoomBytes } from '../../runtime/heap-watch.ts';

// Measured over 40,000 and 300,000 payments of three hops.
const BYTES_OF_PLANNED_PAYMENT = 350;
const BYTES_OF_RECORD = { all: 750, failures: 350, none: 350 } as const;
const MEGABYTE = 2 ** 20;

/** Says what a simulation needs where this process has less; `isCertain`: not even the plan of its payments fits. */
export function memoryShortage(
  scenario: Scenario,
  traces: KeptTraces,
): { readonly text: string; readonly isCertain: boolean } | undefined {
  const payments = plannedPayments(scenario);
  const planBytes = payments * BYTES_OF_PLANNED_PAYMENT;
  const bytes = planBytes + payments * BYTES_OF_RECORD[traces];
  const leftBytes = heapLeftBytes();
  if (bytes < leftBytes) return undefined;
  const needed = `${counted(payments, 'payment')} need about ${megabytes(bytes)} with traces ${traces}`;
  const isCertain = planBytes > leftBytes;
  const result = isCertain ? ' The run was not begun.' : '';
  return { text: `${needed}; ${megabytes(leftBytes)} are left for them.${result} ${ADVICE}`, isCertain };
}

/** Why a run was stopped. */
export function outOfMemoryText(): string {
  return `Out of memory: the run fills the ${megabytes(heapRoomBytes())} that it may; what has run is kept and reported. ${ADVICE}`;
}

const ADVICE =
  'NODE_OPTIONS=--max-old-space-size=8000 allows Node 8 GB; `simulate --traces none` needs less.';

function megabytes(bytes: number): string {
  return `${Math.ceil(bytes / MEGABYTE)} MB`;
}

function plannedPayments({ traffic, recorded = [], steps }: Scenario): number {
  const ofSteps = steps.reduce((sum, step) => sum + (step.kind === 'pay' ? step.times : 0), 0);
  const ofRecords = recorded.reduce((sum, { payments, growth }) => sum + payments.length * growth, 0);
  return traffic.reduce((sum, each) => sum + paymentsOf(each), ofSteps + ofRecords);
}

function paymentsOf({ arrivals, durationMs, count = Number.POSITIVE_INFINITY }: TrafficSpec): number {
  if (durationMs === undefined) return count;
  const perMs = arrivals.kind === 'burst' ? arrivals.size / arrivals.everyMs : arrivals.ratePerSecond / 1000;
  return Math.min(count, Math.ceil(durationMs * perMs));
}

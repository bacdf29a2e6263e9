import type { Scenario, TrafficSpec } from '../../model/scenario/scenario.ts';
import { expectedChannels } from '../../model/scenario/expected-channels.ts';
import { counted } from '../../report/words/number-format.ts';
import { type CommandContext, EXIT } from '../command.ts';
import { heapLeftBytes, heapRoomBytes } from '../../runtime/heap-watch.ts';

// Measured while a network of 300,000 channels and 30,000 nodes was built, simulated and reported; a plan has a changed
// copy beside it.
const BYTES_OF_CHANNEL = { simulate: 350, replay: 350, plan: 700 } as const;
// Building takes seconds from here on.
const LARGE_NETWORK = 200_000;
// Measured over 40,000 and 300,000 payments of three hops. A simulation keeps figures only; a replay keeps the records of
// its nodes and of its prediction, and each simulation of a plan those of its payments.
const BYTES_OF_PAYMENT = { simulate: 40, replay: 1_100, plan: 700 } as const;
// Where steps may ask for histories, simulated nodes keep them.
const BYTES_OF_HISTORY = 300;
const MEGABYTE = 2 ** 20;

/**
 * Says what a scenario needs where this process has less, and what takes a while before it begins; false, with the exit
 * code: it does not fit.
 */
export function fitsMemory(
  scenario: Scenario,
  job: keyof typeof BYTES_OF_PAYMENT,
  { terminal, conclude }: CommandContext,
): boolean {
  const payments = plannedPayments(scenario);
  const channels = Math.round(
    scenario.networks.reduce((sum, { topology }) => sum + expectedChannels(topology), 0),
  );
  const bytesOfPayment = BYTES_OF_PAYMENT[job] + (scenario.steps.length > 0 ? BYTES_OF_HISTORY : 0);
  const bytes = channels * BYTES_OF_CHANNEL[job] + payments * bytesOfPayment;
  const leftBytes = heapLeftBytes();
  if (bytes < leftBytes) {
    if (channels >= LARGE_NETWORK)
      terminal.note(`building a network of about ${counted(channels, 'channel')}\n`);
    return true;
  }
  const counts = `${counted(channels, 'channel')} and ${counted(payments, 'payment')}`;
  terminal.note(
    `${counts} need about ${megabytes(bytes)}; ${megabytes(leftBytes)} are left for them. The run was not begun. ${MEMORY_ADVICE}\n`,
  );
  conclude(EXIT.outOfMemory);
  return false;
}

/** Why a run was stopped. */
export function outOfMemoryText(): string {
  return `Out of memory: the run fills the ${megabytes(heapRoomBytes())} that it may; what has run is kept and reported. ${MEMORY_ADVICE}`;
}

/** How to give a process more. */
export const MEMORY_ADVICE = 'NODE_OPTIONS=--max-old-space-size=8000 allows Node 8 GB.';

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

import { SharedArray } from 'k6/data';
import type { LinePrefix, LoadFile, PlannedPayment, RecordLine } from './formats.ts';

const FOLDER = __ENV['MILLRACE_PLAN'] ?? '.';

/** How the load is to be put on. */
export const load = JSON.parse(open(`${FOLDER}/load.json`)) as LoadFile;

/** Every payment in planned order; one copy for all virtual users. */
export const plan: readonly PlannedPayment[] = new SharedArray(
  'plan',
  () => JSON.parse(open(`${FOLDER}/plan.json`)) as PlannedPayment[],
);

// k6 has this part of a browser's console.
declare const console: { log(text: string): void };

const PREFIX: LinePrefix = '@millrace ';

/**
 * Writes one line of the record. Lines reach the file as they are logged, while k6 loses its own figures of a payment
 * that is cut off: so there is one line before and one after each payment.
 */
export function record(line: RecordLine): void {
  // oxlint-disable-next-line no-console
  console.log(PREFIX + JSON.stringify(line));
}

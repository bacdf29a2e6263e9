import type { LinePrefix, RecordLine } from './formats.ts';

// k6 has it, without the rest of what a browser has.
declare const console: { log(text: string): void };

const PREFIX: LinePrefix = '@millrace ';

/**
 * Writes one line of what happens. Lines reach the file as they are logged, while what k6 itself keeps of a
 * payment is lost when the payment is cut off: so there is one before and one after each.
 */
export function record(line: RecordLine): void {
  // oxlint-disable-next-line no-console
  console.log(PREFIX + JSON.stringify(line));
}

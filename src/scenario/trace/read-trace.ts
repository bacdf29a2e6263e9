import { InputError } from '../../errors.ts';
import { MOST_PAYMENTS } from '../../model/scenario/load-spec.ts';
import type { PaymentTrace } from '../../model/scenario/payment-trace.ts';
import { LONGEST_MS } from '../fields/duration-field.ts';
import { TraceCsvReader } from './trace-csv.ts';
import { TraceFaults, type TraceNames } from './trace-faults.ts';
import { TraceRecordsReader } from './trace-records.ts';

/** Hands over the lines of a file, numbered from 1, without their line breaks. */
export type ReadLines = (onLine: (text: string, line: number) => void) => void;

interface TraceFile {
  /** Names it in faults. */
  readonly file: string;
  readonly format: 'csv' | 'records';
  readonly names: TraceNames;
  readonly lines: ReadLines;
}

/**
 * Reads a payment trace: CSV, or the `outcomes.ndjson` of a run. Throws InputError with everything that is wrong, up
 * to twenty faults.
 */
export function readTrace({ file, format, names, lines }: TraceFile): PaymentTrace {
  const faults = new TraceFaults(file, names);
  const reader = format === 'csv' ? new TraceCsvReader(names, faults) : new TraceRecordsReader(faults);
  lines((text, line) => {
    reader.read(text.endsWith('\r') ? text.slice(0, -1) : text, line);
    if (reader.length > MOST_PAYMENTS)
      throw refusal(file, `holds more than ${MOST_PAYMENTS} payments`, 'Split it into several files.');
  });
  const trace = reader.finish();
  faults.throwIfAny();
  if (trace.length === 0) throw refusal(file, 'holds no payment');
  // Milliseconds in the column of seconds give such spans.
  if (trace.lastAtMs > LONGEST_MS)
    throw refusal(
      file,
      `spans ${Math.round(trace.lastAtMs / 86_400_000)} days, expected at most 366`,
      'Moments in milliseconds belong in a column `at_ms`.',
    );
  return trace;
}

function refusal(file: string, message: string, hint?: string): InputError {
  return new InputError({ place: { file }, message, hint });
}

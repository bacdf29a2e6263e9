import { InputError } from '../../errors.ts';
import { parseAmount } from '../../model/network/amount.ts';
import { MOST_PAYMENTS } from '../../model/scenario/load-spec.ts';
import { type PaymentTrace, PaymentTraceBuilder } from '../../model/scenario/payment-trace.ts';
import { LONGEST_MS } from '../../model/scenario/scenario.ts';
import { type CsvDialect, TraceCsvReader } from './trace-csv.ts';
import { TraceFaults, type TraceNames } from './trace-faults.ts';

/** Hands over the lines of a file, numbered from 1, without their line breaks. */
export type ReadLines = (onLine: (text: string, line: number) => void) => void;

export interface TraceToRead {
  /** Names it in faults. */
  readonly file: string;
  readonly format: 'csv' | 'records';
  readonly names: TraceNames;
  readonly lines: ReadLines;
  /** How CSV differs from ours; absent: in nothing. */
  readonly dialect?: CsvDialect | undefined;
}

/**
 * Reads a payment trace: CSV, or the `outcomes.ndjson` of a run. Throws InputError with everything that is wrong, up
 * to twenty faults.
 */
export function readTrace({ file, format, names, lines, dialect }: TraceToRead): PaymentTrace {
  const faults = new TraceFaults(file, names);
  const reader =
    format === 'csv' ? new TraceCsvReader(names, faults, dialect) : new TraceRecordsReader(faults);
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

/**
 * Reads a trace from the `outcomes.ndjson` of a run. Its payments only; each at the moment it was meant to start, or
 * started where that was not recorded. Identifiers are left behind: the target may know them already.
 */
class TraceRecordsReader {
  readonly #faults: TraceFaults;
  readonly #builder = new PaymentTraceBuilder();
  // The last line may have been cut off while it was written, which is no fault.
  #unreadable: { readonly line: number; readonly message: string } | undefined;

  constructor(faults: TraceFaults) {
    this.#faults = faults;
  }

  get length(): number {
    return this.#builder.length;
  }

  read(text: string, line: number): void {
    this.#complain();
    let record: unknown;
    try {
      record = JSON.parse(text);
    } catch (error) {
      this.#unreadable = { line, message: `is not valid JSON: ${(error as Error).message}` };
      return;
    }
    const { operation, intendedAtMs, startedAtMs } = (record ?? {}) as Partial<Written>;
    const atMs = intendedAtMs ?? startedAtMs;
    if (operation?.kind === undefined || typeof atMs !== 'number')
      return this.#faults.add({ line }, 'is no operation with its outcome, as a run folder holds them');
    if (operation.kind === 'pay') this.#addPayment(operation, { atMs, line });
  }

  finish(): PaymentTrace {
    if (this.length === 0) this.#complain();
    return this.#builder.finish();
  }

  #complain(): void {
    if (this.#unreadable === undefined) return;
    const { line, message } = this.#unreadable;
    this.#unreadable = undefined;
    this.#faults.add({ line }, message);
  }

  #addPayment(
    operation: Partial<Written['operation']>,
    { atMs, line }: Record<'atMs' | 'line', number>,
  ): void {
    const { id, node, target, token: name, amount: written } = operation;
    const amount = typeof written === 'string' ? parseAmount(written) : undefined;
    const isPayment =
      typeof node === 'string' &&
      typeof target === 'string' &&
      typeof name === 'string' &&
      amount !== undefined;
    if (!isPayment)
      return this.#faults.add(
        { line, path: 'operation' },
        'is no payment with node, target, token and amount',
      );
    const payer = this.#faults.nodeNamed(node, { line, path: 'operation.node' });
    const payee = this.#faults.nodeNamed(target, { line, path: 'operation.target' });
    const token = this.#faults.tokenNamed(name, { line, path: 'operation.token' });
    if (payer === undefined || payee === undefined || token === undefined) return;
    const sequence = typeof id === 'number' ? id : line;
    this.#builder.add({ atMs, node: payer, target: payee, token, amount, sequence });
  }
}

/** The fields of a record that are read. */
interface Written {
  readonly operation: {
    readonly kind: string;
  } & Readonly<Record<'id' | 'node' | 'target' | 'token' | 'amount', unknown>>;
  readonly intendedAtMs?: unknown;
  readonly startedAtMs: unknown;
}

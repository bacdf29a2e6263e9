import { parseAmount } from '../../model/network/amount.ts';
import { type PaymentTrace, PaymentTraceBuilder } from '../../model/scenario/payment-trace.ts';
import type { TraceFaults } from './trace-faults.ts';

/**
 * Reads a trace from the `outcomes.ndjson` of a run. Its payments only; each at the moment it was meant to start, or
 * started where that was not recorded. Identifiers are left behind: the target may know them already.
 */
export class TraceRecordsReader {
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
    if (operation?.kind === undefined || typeof atMs !== 'number') {
      this.#faults.add({ line }, 'is no operation with its outcome, as a run folder holds them');
      return;
    }
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
    const { id, node, target, token, amount: written } = operation;
    const amount = typeof written === 'string' ? parseAmount(written) : undefined;
    const isPayment =
      typeof node === 'string' &&
      typeof target === 'string' &&
      typeof token === 'string' &&
      amount !== undefined;
    if (!isPayment) {
      this.#faults.add({ line, path: 'operation' }, 'is no payment with node, target, token and amount');
      return;
    }
    const known = [
      this.#faults.knowsNode(node, { line, path: 'operation.node' }),
      this.#faults.knowsNode(target, { line, path: 'operation.target' }),
      this.#faults.knowsToken(token, { line, path: 'operation.token' }),
    ];
    if (!known.includes(false))
      this.#builder.add({ atMs, node, target, token, amount, sequence: typeof id === 'number' ? id : line });
  }
}

/** What is read of a record. */
interface Written {
  readonly operation: {
    readonly kind: string;
  } & Readonly<Record<'id' | 'node' | 'target' | 'token' | 'amount', unknown>>;
  readonly intendedAtMs?: unknown;
  readonly startedAtMs: unknown;
}

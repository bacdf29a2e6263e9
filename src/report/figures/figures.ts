import type { Run } from '../../model/run/run.ts';
import { ChannelBalances } from './channel-balances.ts';
import { metricsOf } from './metrics.ts';
import { type ReportedPayment, reportedPayments } from './reported-payment.ts';
import { type JudgedInvariant, runInvariants } from './run-invariants.ts';

/** What reports say of one run in figures: each is computed when it is first asked for, and once for all of them. */
export class Figures {
  readonly run: Run;
  #payments?: readonly ReportedPayment[];
  #metrics?: Readonly<Record<string, number>>;
  #startBalances?: ChannelBalances;
  #endBalances?: ChannelBalances;
  #invariants?: readonly JudgedInvariant[];

  constructor(run: Run) {
    this.run = run;
  }

  get payments(): readonly ReportedPayment[] {
    this.#payments ??= reportedPayments(this.run);
    return this.#payments;
  }

  get metrics(): Readonly<Record<string, number>> {
    this.#metrics ??= metricsOf(this.run, { payments: this.payments, endBalances: this.endBalances });
    return this.#metrics;
  }

  get startBalances(): ChannelBalances {
    this.#startBalances ??= new ChannelBalances(this.run.start);
    return this.#startBalances;
  }

  /** `undefined`: the run broke off before its end was known. */
  get endBalances(): ChannelBalances | undefined {
    if (this.run.end === undefined) return undefined;
    this.#endBalances ??= new ChannelBalances(this.run.end);
    return this.#endBalances;
  }

  get invariants(): readonly JudgedInvariant[] {
    this.#invariants ??= runInvariants(this.run);
    return this.#invariants;
  }
}

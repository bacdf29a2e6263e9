import type { NodeName, PerEnd } from '../../model/network/network.ts';
import { type AmountWriter, tokenWriter } from '../../model/run/describe-operation.ts';
import { amountText } from '../words/number-format.ts';
import type { PlannedToken } from '../../model/plan/measured-plan.ts';
import type { Run } from '../../model/run/run.ts';
import { ChannelBalances } from './channel-balances.ts';
import { type DriedEnd, dryMoments } from './dry-moments.ts';
import { metricsOf, lockedAtEnd } from './metrics.ts';
import { type ReportedPayment, reportedPayments } from './reported-payment.ts';
import { InvariantError } from '../../errors.ts';
import { assertNetworkInvariants } from '../../model/network/invariants.ts';
import { counted } from '../words/number-format.ts';
import { viewKey } from '../../model/run/reading.ts';
import { unreadText, unreadViews } from '../../model/run/unread-views.ts';

/** The figures of one run for all its reports: each is computed once, when it is first asked for. */
export class Figures {
  readonly run: Run;
  #payments?: readonly ReportedPayment[];
  #metrics?: Readonly<Record<string, number>>;
  #startBalances?: ChannelBalances;
  #endBalances?: ChannelBalances;
  #invariants?: readonly JudgedInvariant[];
  #dryMoments?: { readonly moments: readonly DriedEnd[] | undefined };

  constructor(run: Run) {
    this.run = run;
  }

  /** Writes amounts in whole tokens with the token's name. */
  get inTokens(): AmountWriter {
    return tokenWriter(this.run, amountText);
  }

  /** The one token of the run; absent: amounts of several are never added up into one that has a name. */
  get token(): PlannedToken | undefined {
    const [token, ...others] = this.run.start.getAttribute('tokens');
    return others.length === 0 ? token : undefined;
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

  /** The channel ends that ran dry, the first one first; `undefined`: the records do not tell. */
  get dryMoments(): readonly DriedEnd[] | undefined {
    this.#dryMoments ??= { moments: dryMoments(this.run, this.payments) };
    return this.#dryMoments.moments;
  }

  /** The nodes of a channel, which people know it by; `undefined`: it was open neither at the start nor at the end. */
  endsOf(channel: string): PerEnd<NodeName> | undefined {
    const keys = new Set([channel]);
    const found =
      this.startBalances.withKeys(keys).get(channel) ?? this.endBalances?.withKeys(keys).get(channel);
    return found?.between;
  }

  get invariants(): readonly JudgedInvariant[] {
    this.#invariants ??= runInvariants(this.run);
    return this.#invariants;
  }
}

/** One rule that must hold after every run, and whether it did. */
export interface JudgedInvariant {
  readonly name: 'channel-balances' | 'one-outcome-each' | 'nothing-locked';
  /** `unknown`: what was read fits, and something could not be read. */
  readonly holds: boolean | 'unknown';
  readonly detail: string;
}

/** Judges the invariants a finished run shows; those that need an end state are left out without one. */
export function runInvariants(run: Run): readonly JudgedInvariant[] {
  const ids = new Set(run.records.map(({ operation }) => operation.id));
  const locked = lockedAtEnd(run);
  return [
    ...(run.end ? [channelBalancesHold(run, run.end)] : []),
    {
      name: 'one-outcome-each',
      holds: ids.size === run.records.length,
      detail: `${counted(ids.size, 'operation')}, ${counted(run.records.length, 'outcome')}`,
    },
    // Locks that a load left, or calls that overlapped, may wait until they expire: the check at-rest tells that apart.
    ...(run.end && !mayWaitForLocks(run)
      ? [{ name: 'nothing-locked' as const, holds: locked === 0n, detail: `locked at the end: ${locked}` }]
      : []),
  ];
}

function mayWaitForLocks({ load, header: { job, pace } }: Run): boolean {
  return load !== undefined || (job === 'replay' && pace === 'scenario');
}

function channelBalancesHold(run: Run, end: NonNullable<Run['end']>): JudgedInvariant {
  const name = 'channel-balances';
  const unread = unreadViews(run).filter(
    ({ moment, view }) => moment === 'end' && viewKey(view) === 'channels',
  );
  try {
    assertNetworkInvariants(end);
    const detail = `${counted(end.size, 'channel')}, all of them add up`;
    return unread.length === 0
      ? { name, holds: true, detail }
      : { name, holds: 'unknown', detail: `${detail}; not read: ${unreadText(unread)}` };
  } catch (error) {
    if (!(error instanceof InvariantError)) throw error;
    return { name, holds: false, detail: error.message };
  }
}

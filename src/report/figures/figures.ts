import type { NodeName, PerEnd } from '../../model/network/network.ts';
import { type AmountWriter, tokenWriter } from '../../model/run/describe-operation.ts';
import { amountText, counted } from '../words/number-format.ts';
import type { PlannedToken } from '../../model/plan/measured-plan.ts';
import type { OperationKind, OperationRecord } from '../../model/run/operation.ts';
import type { StoredRun } from '../../model/run/run.ts';
import { ChannelBalances } from './channel-balances.ts';
import type { DepletedEnd } from '../../model/network/depleted-end.ts';
import type { RunMetrics } from '../../model/run/metrics.ts';
import { lockedAtEnd, metricsOf } from './metrics.ts';
import { unexpectedSteps } from './unexpected-steps.ts';
import { RunTally } from './run-tally.ts';
import { InvariantError } from '../../errors.ts';
import { assertNetworkInvariants } from '../../model/network/invariants.ts';
import { viewKey } from '../../model/run/reading.ts';
import { unreadText, unreadViews } from '../../model/run/unread-views.ts';
import { endsAlike } from './reported-payment.ts';

const CHANGES: ReadonlySet<OperationKind> = new Set([
  'open',
  'deposit',
  'withdraw',
  'close',
  'leave',
  'stop',
  'start',
  'slow',
]);

/** The figures of one run for all its reports: each is computed once, when it is first read. */
export class Figures {
  readonly run: StoredRun;
  readonly #values = new Map<keyof Figures, unknown>();

  /** `tally`: of all records of the run, where each was added as its operation ended. */
  constructor(run: StoredRun, tally?: RunTally) {
    this.run = run;
    if (tally !== undefined) this.#values.set('tally', tally);
  }

  #once<Value>(name: keyof Figures, make: () => Value): Value {
    if (!this.#values.has(name)) this.#values.set(name, make());
    return this.#values.get(name) as Value;
  }

  get tally(): RunTally {
    return this.#once('tally', () => RunTally.of(this.run));
  }

  /** Writes amounts in whole tokens with the token's name. */
  get inTokens(): AmountWriter {
    return tokenWriter(this.run, amountText);
  }

  /** The one token of the run; amounts of several are never added up into one that has a name. */
  get token(): PlannedToken | undefined {
    const [token, ...others] = this.run.start.getAttribute('tokens');
    return others.length === 0 ? token : undefined;
  }

  /** The operations that a page holds, in the order of its table. */
  get rows(): readonly OperationRecord[] {
    return this.#once('rows', () => this.tally.rows.of(this.run));
  }

  /** The steps that change nodes or channels. */
  get changes(): readonly OperationRecord[] {
    return this.tally.steps.filter(({ operation }) => CHANGES.has(operation.kind));
  }

  get metrics(): RunMetrics {
    return this.#once('metrics', () => metricsOf(this.run, this));
  }

  get startBalances(): ChannelBalances {
    return this.#once('startBalances', () => new ChannelBalances(this.run.start));
  }

  /** `undefined`: the run broke off before its end was known. */
  get endBalances(): ChannelBalances | undefined {
    return this.#once('endBalances', () => this.run.end && new ChannelBalances(this.run.end));
  }

  /** The channel ends that were depleted, the first one first; `undefined`: nobody noted them. */
  get depletedEnds(): readonly DepletedEnd[] | undefined {
    return this.#once('depletedEnds', () => depletedEndsOf(this.run));
  }

  /** Steps with an unexpected outcome, with amounts in smallest units. */
  get unexpectedSteps(): ReturnType<typeof unexpectedSteps> {
    return unexpectedSteps(this.tally.steps, this.run.header);
  }

  /** The nodes of a channel, which people know it by; `undefined`: it was open neither at the start nor at the end. */
  endsOf(channel: string): PerEnd<NodeName> | undefined {
    const keys = new Set([channel]);
    const balance =
      this.startBalances.withKeys(keys).get(channel) ?? this.endBalances?.withKeys(keys).get(channel);
    return balance?.between;
  }

  get invariants(): readonly JudgedInvariant[] {
    return this.#once('invariants', () => runInvariants(this.run, this.tally));
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
export function runInvariants(
  run: StoredRun,
  { ids, operations } = RunTally.of(run),
): readonly JudgedInvariant[] {
  const locked = lockedAtEnd(run);
  return [
    ...(run.end ? [channelBalancesHold(run, run.end)] : []),
    {
      name: 'one-outcome-each',
      holds: ids.size === operations,
      detail: `${counted(ids.size, 'operation')}, ${counted(operations, 'outcome')}`,
    },
    // Locks that a load left, or calls that overlapped, may wait until they expire: the check at-rest tells that apart.
    ...(run.end && !mayWaitForLocks(run)
      ? [{ name: 'nothing-locked' as const, holds: locked === 0n, detail: `locked at the end: ${locked}` }]
      : []),
  ];
}

function mayWaitForLocks({ load, header: { job, pace } }: StoredRun): boolean {
  return load !== undefined || (job === 'replay' && pace === 'scenario');
}

function channelBalancesHold(run: StoredRun, end: NonNullable<StoredRun['end']>): JudgedInvariant {
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

/**
 * The channel ends that were depleted in a run, the first one first. Nodes do not tell over REST, so a replay has those of
 * its prediction, at the moments at which its own operations ended, where these ended as predicted. Undefined: nobody noted
 * them, as under load.
 */
export function depletedEndsOf({
  depletedEnds,
  prediction,
  records,
}: StoredRun): readonly DepletedEnd[] | undefined {
  if (prediction === undefined) return depletedEnds;
  if (prediction.depletedEnds === undefined) return undefined;
  const predicted = new Map(prediction.records.map((record) => [record.operation.id, record]));
  const endedAtMs = new Map<number, number>();
  for (const record of records) {
    const same = predicted.get(record.operation.id);
    if (same !== undefined && endsAlike(record, same)) endedAtMs.set(record.operation.id, record.endedAtMs);
  }
  // The operation during which something happened that no payment is named for.
  const observedAtMs = (atMs: number, kind?: string): number | undefined => {
    const during = prediction.records.find(
      ({ operation, startedAtMs, endedAtMs: endMs }) =>
        startedAtMs <= atMs && atMs <= endMs && (kind ?? operation.kind) === operation.kind,
    );
    return during && endedAtMs.get(during.operation.id);
  };
  return prediction.depletedEnds
    .flatMap(({ refilledAtMs, ...end }) => {
      const atMs =
        end.payment === undefined ? observedAtMs(end.atMs, 'withdraw') : endedAtMs.get(end.payment);
      if (atMs === undefined) return [];
      const refilled = refilledAtMs === undefined ? undefined : observedAtMs(refilledAtMs);
      return [{ ...(refilled === undefined ? {} : { refilledAtMs: refilled }), ...end, atMs }];
    })
    .sort((one, other) => one.atMs - other.atMs || (one.payment ?? 0) - (other.payment ?? 0));
}

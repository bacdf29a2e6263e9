import type { ReplicationJob } from '../../model/plan/experiment.ts';
import type { FailedPair, Replication } from '../../model/plan/replication.ts';
import type { OperationRecord } from '../../model/run/operation.ts';
import type { EndedRun, Run } from '../../model/run/run.ts';
import type { FeePolicy } from '../../ports/fee-policy.ts';
import { ChannelBalances } from './channel-balances.ts';
import { ChannelHistory } from './channel-history.ts';
import { metricsOf } from './metrics.ts';
import { NodeUses } from './node-uses.ts';
import { reportedPayment } from './reported-payment.ts';
import { RunTally } from './run-tally.ts';
import { SelectedParts } from './selected-metrics.ts';

// Candidates for a new channel are looked for among these.
const MOST_PAIRS = 100;

type Measuring = Pick<ReplicationJob, 'warmUpMs' | 'parts' | 'metricsOnly'> & { readonly fees: FeePolicy };

/**
 * The figures of a simulation that planning compares: each record is added as its operation ends, and not kept. Payments
 * that started before `warmUpMs` moved money but are not counted.
 */
export class PlanningTally {
  readonly #warmUpMs: number;
  readonly #tally: RunTally;
  readonly #parts: SelectedParts | undefined;
  /** Absent: only metrics are wanted. */
  readonly #channels: ChannelHistory | undefined;
  readonly #nodes = new NodeUses();
  readonly #failedPairs = new Map<string, FailedPair>();
  #lastStartedAtMs = 0;
  #lastEndedAtMs = 0;

  constructor(run: Pick<Run, 'header' | 'start'>, { warmUpMs, parts, metricsOnly, fees }: Measuring) {
    this.#warmUpMs = warmUpMs;
    this.#tally = new RunTally(run);
    this.#parts = parts && new SelectedParts(run, parts, warmUpMs);
    if (!metricsOnly) this.#channels = new ChannelHistory(run.start, fees);
  }

  add(record: OperationRecord): void {
    const payment = reportedPayment(record);
    this.#lastEndedAtMs = Math.max(this.#lastEndedAtMs, record.endedAtMs);
    const isCounted = record.startedAtMs >= this.#warmUpMs;
    if (payment !== undefined) this.#channels?.add(payment, isCounted);
    if (!isCounted) return;
    this.#lastStartedAtMs = Math.max(this.#lastStartedAtMs, record.startedAtMs);
    this.#tally.add(record);
    if (payment === undefined) return;
    this.#parts?.add(payment);
    if (this.#channels === undefined) return;
    this.#nodes.add(payment);
    if (payment.result !== 'failed') return;
    const { node: from, target: to } = payment.request;
    const key = JSON.stringify([from, to]);
    this.#failedPairs.set(key, { from, to, failed: (this.#failedPairs.get(key)?.failed ?? 0) + 1 });
  }

  /** The figures of a run that has ended. */
  replication(ended: EndedRun): Replication {
    const run = { ...ended, records: [] };
    const endBalances = run.end && new ChannelBalances(run.end);
    const metrics = {
      ...metricsOf(run, { tally: this.#tally, endBalances }),
      ...this.#parts?.metrics(run, this.#lastEndedAtMs),
      traffic_s: this.#lastStartedAtMs / 1000,
    };
    if (this.#channels === undefined)
      return { metrics, nodes: {}, ends: [], failedPairs: [], depletedEnds: [] };
    const failedPairs = [...this.#failedPairs]
      .sort(([keyA, a], [keyB, b]) => b.failed - a.failed || (keyA < keyB ? -1 : 1))
      .slice(0, MOST_PAIRS)
      .map(([, pair]) => pair);
    return { metrics, nodes: this.#nodes.byName(), failedPairs, ...this.#channels.ended() };
  }
}

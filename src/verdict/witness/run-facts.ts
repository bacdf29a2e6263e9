import type { Amount } from '../../model/network/amount.ts';
import type { Network } from '../../model/network/network.ts';
import {
  isPaymentRecord,
  type OperationRecord,
  paymentKey,
  type PaymentRecord,
} from '../../model/run/operation.ts';
import type { Run } from '../../model/run/run.ts';
import type { TargetTiming } from '../../model/run/target-timing.ts';
import { areFeesSteady, isFreeNetwork, mostFee } from '../bounds/free-network.ts';
import type { ChannelLives } from '../story/channel-lives.ts';
import type { Stretch } from '../story/stretch.ts';
import { Story } from '../story/story.ts';
import type { UpTimes } from '../story/up-times.ts';
import type { TravelTime } from '../story/travel-time.ts';

/** Facts other than balances that follow from the answers of a run, in every order of overlapping operations. */
export interface RunFacts {
  readonly start: Network;
  /** Without waits and those that joined a payment, in the order of their starts. */
  readonly records: readonly OperationRecord[];
  readonly lives: ChannelLives;
  readonly running: UpTimes;
  readonly travelMs: TravelTime;
  readonly timing: TargetTiming;
  /** When the last operation was answered, and when the last message after that had arrived. */
  readonly answeredAtMs: number;
  readonly restAtMs: number;
  /** Mediators charge by balances, so that amounts on the way are known but for fees, and ways where there is one. */
  readonly hasMovingFees: boolean;
  /** The most that any hop of a payment carries. */
  readonly mostOf: (amount: Amount) => Amount;
  /** By how much a hop may carry another amount than the model said. */
  readonly slackOf: (amount: Amount) => Amount;
  /** How many payments have the identifier of this one. */
  readonly namesakes: (record: PaymentRecord) => number;
  /** From when to when others may decide how an operation ends. */
  readonly stretchOf: (record: OperationRecord) => Stretch;
}

// A request that joined a payment under way got the answer of that payment, recognizable by its secret.
function isNotJoined(): (record: OperationRecord) => boolean {
  const seen = new Set<string>();
  return (record) => {
    if (!isPaymentRecord(record) || record.outcome.kind !== 'succeeded') return true;
    const { receipt } = record.outcome;
    if (receipt === undefined) return true;
    const name = `${paymentKey(record.operation)} ${receipt.secret}`;
    const isNew = !seen.has(name);
    seen.add(name);
    return isNew;
  };
}

/** Gathers them. */
export function runFacts(run: Run): RunFacts {
  const { start, header } = run;
  const { protocol } = header.scenario;
  const story = new Story(run);
  const { timing, travelMs, lives, running } = story;
  const records = story.records.filter(isNotJoined());
  const isFree = isFreeNetwork(start);
  const hasMovingFees = !areFeesSteady(start);
  const mostOf = (amount: Amount): Amount => (isFree ? amount : amount + mostFee(amount, protocol));
  const named = new Map<string, number>();
  for (const { operation } of records.filter(isPaymentRecord))
    named.set(paymentKey(operation), (named.get(paymentKey(operation)) ?? 0) + 1);
  // Routers decide by balances that are as old as their last news.
  const beliefMs = timing.view === 'delayed' ? timing.viewDelayMs : 0;
  const ends = records.map((record) => [record.endedAtMs, record.endedAtMs + travelMs(record)] as const);
  return {
    start,
    records,
    lives,
    running,
    travelMs,
    timing,
    answeredAtMs: ends.reduce((last, [atMs]) => Math.max(last, atMs), 0),
    restAtMs: ends.reduce((last, [, atMs]) => Math.max(last, atMs), 0),
    hasMovingFees,
    mostOf,
    slackOf: (amount) => (hasMovingFees ? mostOf(amount) - amount : 0n),
    namesakes: ({ operation }) => named.get(paymentKey(operation)) ?? 0,
    stretchOf: ({ startedAtMs, endedAtMs, outcome }) => ({
      startedAtMs: startedAtMs - beliefMs,
      endedAtMs: outcome.kind === 'indeterminate' ? Number.POSITIVE_INFINITY : endedAtMs,
    }),
  };
}

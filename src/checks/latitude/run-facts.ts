import type { Amount } from '../../model/network/amount.ts';
import type { Network } from '../../model/network/network.ts';
import { paymentKey } from '../../model/run/operation.ts';
import { isPaymentRecord, type OperationRecord, type PaymentRecord } from '../../model/run/outcome.ts';
import { type Run, timingOf } from '../../model/run/run.ts';
import type { TargetTiming } from '../../model/run/target-timing.ts';
import { areFeesSteady, isFreeNetwork, mostFee } from '../foresight/free-network.ts';
import { ChannelLives } from './channel-lives.ts';
import type { Stretch } from './money-bounds.ts';
import { UpTimes } from './up-times.ts';
import { type TravelTime, travelTimeOf } from './travel-time.ts';

/** What the answers of a run tell beside money: the same in every order of what overlapped. */
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

// Who asks again for a payment that is under way is answered with that one: its secret tells.
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
  const records = run.records
    .filter(({ operation }) => operation.kind !== 'wait')
    .toSorted((one, other) => one.startedAtMs - other.startedAtMs || one.operation.id - other.operation.id)
    .filter(isNotJoined());
  const timing = timingOf(header);
  const travelMs = travelTimeOf(header, records);
  const isFree = isFreeNetwork(start);
  const hasMovingFees = !areFeesSteady(start);
  const mostOf = (amount: Amount): Amount => (isFree ? amount : amount + mostFee(amount, protocol));
  const named = new Map<string, number>();
  for (const { operation } of records.filter(isPaymentRecord))
    named.set(paymentKey(operation), (named.get(paymentKey(operation)) ?? 0) + 1);
  // What routers believe is as old as their news.
  const beliefMs = timing.view === 'delayed' ? timing.viewDelayMs : 0;
  const ends = records.map((record) => [record.endedAtMs, record.endedAtMs + travelMs(record)] as const);
  return {
    start,
    records,
    lives: new ChannelLives(start, records, travelMs),
    running: new UpTimes(start, records, travelMs),
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

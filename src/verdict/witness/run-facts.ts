import type { Amount } from '../../model/network/amount.ts';
import type { Network } from '../../model/network/network.ts';
import {
  isPaymentRecord,
  type OperationRecord,
  paymentKey,
  type PaymentRecord,
  secretOf,
} from '../../model/run/operation.ts';
import type { Run } from '../../model/run/run.ts';
import { areFeesSteady, isFreeNetwork, mostFee } from '../bounds/free-network.ts';
import type { Stretch } from '../story/stretch.ts';
import { Story } from '../story/story.ts';

/** Facts other than balances that follow from the answers of a run, in every order of overlapping operations. */
export interface RunFacts extends Pick<Story, 'lives' | 'running' | 'travelMs' | 'timing'> {
  readonly story: Story;
  readonly start: Network;
  /** Without waits and those that joined a payment, in the order of their starts. */
  readonly records: readonly OperationRecord[];
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
    const secret = secretOf(record.outcome);
    if (!isPaymentRecord(record) || secret === undefined) return true;
    const name = `${paymentKey(record.operation)} ${secret}`;
    const isNew = !seen.has(name);
    seen.add(name);
    return isNew;
  };
}

/** Gathers them. */
export function runFacts(run: Run): RunFacts {
  const story = new Story(run);
  const { start, header } = story.run;
  const { protocol } = header.scenario;
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
  return {
    story,
    start,
    records,
    lives,
    running,
    travelMs,
    timing,
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

import type { PendingTransfer } from '../../model/run/answer.ts';
import { isPaymentRecord, type Outcome, type PaymentRecord } from '../../model/run/operation.ts';
import type { Reading } from '../../model/run/reading.ts';
import { type Run, timingOf } from '../../model/run/run.ts';
import type { Check, Clue, Judgement } from '../check.ts';
import { hasExpired, refusalOf } from '../refusals.ts';
import type { LockLife } from '../raiden/lock-life.ts';
import { earlierPayments, pendingKey, transferKey } from '../../model/earlier-transfers.ts';
import { judgeByPrediction } from '../readings/discrepancy-clue.ts';
import { lastReadings } from '../comparison/reading-prediction.ts';
import type { Story } from '../story.ts';
import { MOST_HOPS, REAL_GRACE_MS } from '../timeline/travel-time.ts';

/** When everything has come to rest, nothing is pending but what waits for its locks to expire. */
export const atRest: Check = {
  name: 'at-rest',
  role: 'state',
  appliesTo: ['replay', 'load', 'sample'],
  needs: ['pending'],
  judge: (run, story) =>
    story.isPredicted
      ? judgeByPrediction(story, ({ manner, view }) => manner === 'settled' && view.kind === 'pending')
      : judgePending(story),
};

/**
 * Transfers that are still pending are of two kinds: a payment that got no answer or broke down on its way holds its locks until they
 * expire, half an hour by default, and that is as it should be; anything else is stuck. Nodes do not say when a lock
 * expires, but when its payment was sent is known.
 */
function judgePending(story: Story): Judgement {
  const { run, atEnd, lockLifeOf: lifeOf } = story;
  const payments = shownByPayment(story);
  const records = payments.size === 0 ? new Map<string, PaymentRecord>() : senders(run);
  const clues: Clue[] = [];
  let held = 0;
  let unknown = 0;
  let longestMs = 0;
  for (const [key, looks] of payments) {
    const record = records.get(key);
    const looksAtPayment = [...looks.values()];
    const atMs = Math.max(...looksAtPayment.map((one) => one.atMs));
    const fate = fateOf(record, { run, atMs, lifeOf });
    if (fate.kind === 'stuck') clues.push(clueOf(looksAtPayment, record, fate.why));
    else if (fate.kind === 'unknown') unknown += 1;
    else {
      held += 1;
      longestMs = Math.max(longestMs, fate.untilMs - atMs);
    }
  }
  const covered = [
    `${atEnd.pending.size} of ${run.start.order} nodes read`,
    ...(held === 0 ? [] : [`${held} held until the locks expire, ${laterText(longestMs)} at the latest`]),
    ...(unknown === 0 ? [] : [`${unknown} of payments that were not kept`]),
  ].join('; ');
  return { clues, covered, ...(unknown > 0 ? { doubt: 'unknown' } : {}) };
}

/** Where a payment was seen pending, and when. */
interface Shown extends Pick<Reading, 'node' | 'atMs'> {
  readonly transfer: PendingTransfer;
}

/** The last look at each transfer that was pending in the end and not before, by initiator and identifier. */
function shownByPayment({ run, atStart }: Story): ReadonlyMap<string, ReadonlyMap<string, Shown>> {
  const before = earlierPayments(run.readings);
  const payments = new Map<string, Map<string, Shown>>();
  // Under load nodes may be behind for a while.
  const looks = run.load === undefined ? run.readings : lastReadings(run.readings).values();
  for (const { moment, node, value, atMs } of looks) {
    // Its transfers may be from before.
    if (moment !== 'end' || value.kind !== 'pending' || atStart.unread.pending.has(node)) continue;
    for (const transfer of value.transfers) {
      const key = pendingKey(transfer);
      if (before.has(key)) continue;
      const looksAtTransfers = payments.get(key) ?? new Map<string, Shown>();
      payments.set(key, looksAtTransfers.set(`${transfer.role} at ${node}`, { node, transfer, atMs }));
    }
  }
  return payments;
}

type Fate =
  | { readonly kind: 'held'; readonly untilMs: number }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'stuck'; readonly why: string };

function fateOf(
  record: PaymentRecord | undefined,
  context: { readonly run: Run; readonly atMs: number; readonly lifeOf: (record: PaymentRecord) => LockLife },
): Fate {
  const { run, atMs, lifeOf } = context;
  if (record === undefined)
    return run.load?.kept.kind === 'sample'
      ? { kind: 'unknown' }
      : { kind: 'stuck', why: 'no payment of this run has its identifier' };
  const { outcome, endedAtMs } = record;
  const answer = answeredEnd(outcome);
  if (answer !== undefined) {
    const untilMs = endedAtMs + REAL_GRACE_MS + MOST_HOPS * timingOf(run.header).longestHopMs;
    return atMs < untilMs ? { kind: 'held', untilMs } : { kind: 'stuck', why: answer };
  }
  if (outcome.kind === 'failed' && !refusalOf(outcome.reason).mayHold)
    return { kind: 'stuck', why: `it was refused before anything was locked: ${outcome.reason}` };
  const { blocks, untilMs } = lifeOf(record);
  return atMs < untilMs
    ? { kind: 'held', untilMs }
    : { kind: 'stuck', why: `its locks expired: it was sent more than ${blocks} blocks before` };
}

// After these answers every node lets go of the locks, with the messages that follow.
function answeredEnd(outcome: Outcome): string | undefined {
  if (outcome.kind === 'succeeded')
    return 'it was answered as succeeded, so the secret is known and unlocks it';
  return hasExpired(outcome)
    ? 'it was answered that its locks had expired, so every node may release them'
    : undefined;
}

/** The records of a run's payments, by initiator and identifier. */
function senders({ records, start }: Run): ReadonlyMap<string, PaymentRecord> {
  return new Map(
    records.filter(isPaymentRecord).map((record) => [transferKey(record.operation, start), record]),
  );
}

function clueOf(shown: readonly Shown[], record: PaymentRecord | undefined, why: string): Clue {
  const [{ node, transfer }] = shown as readonly [Shown];
  const roles = shown.map((one) => `as ${one.transfer.role} at ${one.node}`).join(', ');
  return {
    operation: record?.operation.id ?? null,
    node,
    view: { kind: 'pending' },
    title: `${node} still has a transfer pending that nothing explains`,
    predicted: 'nothing pending but what waits for its locks to expire',
    observed: `payment ${transfer.paymentIdentifier} ${roles}, ${transfer.lockedAmount} locked`,
    decidedBy: why,
  };
}

function laterText(ms: number): string {
  const seconds = Math.max(1, Math.ceil(ms / 1000));
  return seconds < 120 ? `${seconds} s later` : `${Math.ceil(seconds / 60)} min later`;
}

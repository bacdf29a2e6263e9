import { earlierByChannel } from '../../model/earlier-transfers.ts';
import { madeOnce } from '../../model/gather.ts';
import { smaller } from '../../model/network/amount.ts';
import type { NodeName } from '../../model/network/network.ts';
import { isPaymentRecord, type OperationRecord, type PaymentRecord } from '../../model/run/operation.ts';
import { predictedRecords, type Run } from '../../model/run/run.ts';
import { CertainFlows } from '../bounds/certain-flows.ts';
import { type Check, operationsKept } from '../check.ts';
import { effectOf, hasExpired } from '../refusals.ts';
import { hungPayments } from './hung-payments.ts';
import { Story } from '../story.ts';

/** One channel on the way of a payment, in its direction. */
export interface EndOnWay {
  /** Edge key. */
  readonly channel: string;
  readonly from: NodeName;
  readonly to: NodeName;
}

/** A payer's end of a channel that carried none of the payments over it, though it held what they asked for. */
interface DeadEnd extends EndOnWay {
  /** Ids of the payments that it did not carry, in order. */
  readonly payments: readonly number[];
  /** Further ends that the same payments had to cross and no other did, so that any of them may be the one. */
  readonly or: readonly EndOnWay[];
  /** Payments of before the run that hold locks in the channel; 0: no node tells of any. */
  readonly earlier: number;
}

// The locks of one payment may expire over a pause; those of the next say that it is the channel.
const FEWEST_PAYMENTS = 2;

const NONE: ReadonlySet<number> = new Set();

/**
 * Real nodes wait for each other's messages in order, so that after a lock that was never released nothing more gets
 * across: payments begin, and expire or get no answer. Nodes do not tell, so such ends are known by what crossed them.
 * Payments that hang never began.
 */
export function deadEnds(run: Run, hung: ReadonlySet<number> = NONE): readonly DeadEnd[] {
  const wayOf = waysOf(run);
  const alive = new Set<string>();
  const stranded: { readonly id: number; readonly way: readonly EndOnWay[] }[] = [];
  for (const record of run.records.filter(isPaymentRecord)) {
    const { operation, outcome } = record;
    if (effectOf(record) === 'happened') for (const end of wayOf(record)) alive.add(keyOf(end));
    else if ((hasExpired(outcome) || isTimedOut(outcome)) && !hung.has(operation.id))
      stranded.push({ id: operation.id, way: wayOf(record) });
  }
  const earlier = earlierByChannel(run);
  const stopped = new Set(
    run.records.flatMap(({ operation }) => (operation.kind === 'stop' ? [operation.node] : [])),
  );
  const crossed = new Map<string, Candidate>();
  for (const { id, way } of stranded) {
    for (const end of way) {
      const key = keyOf(end);
      if (alive.has(key) || stopped.has(end.from) || stopped.has(end.to)) continue;
      const before = earlier.get(end.channel)?.size ?? 0;
      madeOnce(crossed, key, () => ({ end, payments: new Set<number>(), earlier: before })).payments.add(id);
    }
  }
  return fewestOf([...crossed.values()]);
}

/** The ends that carried nothing of what was really on its way. */
export function deadEndsIn(run: Run, story = new Story(run)): readonly DeadEnd[] {
  return deadEnds(run, idsOf(hungPayments(story)));
}

interface Candidate {
  readonly end: EndOnWay;
  readonly payments: Set<number>;
  readonly earlier: number;
}

/** As few ends as explain the payments: what is known to hold locks comes first, then what explains most of them. */
function fewestOf(candidates: readonly Candidate[]): readonly DeadEnd[] {
  const found: DeadEnd[] = [];
  for (;;) {
    const [best] = candidates
      .filter(({ payments, earlier }) => payments.size >= (earlier > 0 ? 1 : FEWEST_PAYMENTS))
      .toSorted(
        (one, other) =>
          Number(other.earlier > 0) - Number(one.earlier > 0) || other.payments.size - one.payments.size,
      );
    if (best === undefined)
      return found.toSorted(({ payments: [one = 0] }, { payments: [other = 0] }) => one - other);
    const payments = [...best.payments].toSorted((one, other) => one - other);
    const or = candidates.flatMap(({ end, earlier, payments: own }) => {
      const isSame = own.size === payments.length && payments.every((id) => own.has(id));
      return end !== best.end && isSame && earlier === best.earlier ? [end] : [];
    });
    found.push({ ...best.end, payments, or, earlier: best.earlier });
    for (const { payments: own } of candidates) for (const id of payments) own.delete(id);
  }
}

/** The ends that a payment had to cross and that had the money; none where several ways led there. */
function waysOf(run: Run): (record: PaymentRecord) => readonly EndOnWay[] {
  const { prediction, start, end } = run;
  if (prediction !== undefined) {
    const predicted = predictedRecords(run);
    return ({ operation: { id } }) => {
      const { outcome, trace } = predicted.get(id) ?? {};
      if (outcome?.kind !== 'succeeded') return [];
      return (trace?.hops ?? []).map(({ channel, payer, payee }) => ({ channel, from: payer, to: payee }));
    };
  }
  const flows = new CertainFlows(start);
  const atEnd = end === undefined ? undefined : new CertainFlows(end);
  const leastOf = new Map<string, bigint>();
  for (const all of [flows, atEnd ?? flows])
    for (const balance of all.balances) {
      if (balance.kind !== 'channel') continue;
      const key = `${balance.channel} ${balance.owner}`;
      leastOf.set(key, smaller(balance.before, leastOf.get(key) ?? balance.before));
    }
  return ({ operation }) =>
    (flows.hops(operation) ?? []).flatMap(({ from, to }) => {
      const [payer, payee] = [flows.balances[from], flows.balances[to]];
      if (payer?.kind !== 'channel' || payee === undefined) return [];
      const least = leastOf.get(`${payer.channel} ${payer.owner}`) ?? 0n;
      return least < operation.amount ? [] : [{ channel: payer.channel, from: payer.owner, to: payee.owner }];
    });
}

function isTimedOut(outcome: OperationRecord['outcome']): boolean {
  return outcome.kind === 'indeterminate' && (outcome.cause === 'deadline' || outcome.cause === 'gateway');
}

/** The ids of the operations of records. */
export function idsOf(records: readonly OperationRecord[]): ReadonlySet<number> {
  return new Set(records.map(({ operation }) => operation.id));
}

function keyOf({ channel, from }: EndOnWay): string {
  return `${channel} ${from}`;
}

/**
 * Names channels that carry nothing and of which no node lists anything as pending. A note: that payments fail there
 * is a finding already, and of what is pending from before the nodes tell themselves.
 */
export const carries: Check = {
  name: 'carries',
  role: 'self',
  appliesTo: ['replay'],
  judge(run, story) {
    const silent = deadEndsIn(run, story).filter(({ earlier }) => earlier === 0);
    const clues = silent.map((end) => ({
      node: end.from,
      severity: 'note' as const,
      title: nothingCrossedText(end),
      predicted: 'each of them succeeds',
      observed: 'no payment succeeded through it, and no node lists an older pending transfer',
      decidedBy: 'the predicted ways of all payments',
    }));
    return { clues, covered: operationsKept(run) };
  },
};

/** Why a channel end carried nothing, as far as it is known. */
export function deadEndText({ earlier, ...end }: DeadEnd): string {
  if (earlier === 0) return nothingCrossedText(end);
  const payments =
    earlier === 1 ? '1 payment of before the start holds' : `${earlier} payments of before the start hold`;
  return `from earlier: ${payments} locks in ${channelText(end)}`;
}

/** The payments that did not cross a channel end, or one of several, of which no node tells why. */
function nothingCrossedText({ payments, or, ...end }: Omit<DeadEnd, 'earlier'>): string {
  const ends = [end, ...or].map((one) => `${channelText(one)} from ${one.from}`).join(', or ');
  const all = payments.length === 1 ? 'the 1 payment' : `all ${payments.length} payments`;
  return `nothing crossed ${ends}: ${all} over it expired or got no answer, though the money was there`;
}

// The channel may have been opened meanwhile.
function channelText({ from, to }: EndOnWay): string {
  return [from, to].join('\u2013');
}

import { gather } from '../../model/gather.ts';
import type { Amount } from '../../model/network/amount.ts';
import type { NodeName } from '../../model/network/network.ts';
import { paymentKey } from '../../model/run/operation.ts';
import { isPaymentRecord, type PaymentRecord, secretOf } from '../../model/run/outcome.ts';
import type { Run } from '../../model/run/run.ts';
import type { NamedEntry } from '../facts/history-facts.ts';
import { paidWithin } from '../foresight/changing-ways.ts';
import { FeeBounds, type PaymentBounds } from '../foresight/fee-bounds.ts';

/** What has to stand in one party's history for the payments with one identifier, by their outcomes. */
export interface ExpectedEntry extends Pick<NamedEntry, 'token' | 'partner'> {
  readonly node: NodeName;
  /** The last of the payments it speaks of. */
  readonly operation: number;
  readonly event: 'sent' | 'received';
  readonly identifier: string;
  readonly atLeast: number;
  readonly atMost: number;
  /** In words. */
  readonly amount: string;
  amountFits(amount: Amount): boolean;
}

/** The entries of both parties for every payment of a run; failed payments must have none. */
export function expectedEntries(run: Pick<Run, 'records' | 'start' | 'header'>): readonly ExpectedEntry[] {
  const bounds = new FeeBounds(run);
  const groups = new Map<string, PaymentRecord[]>();
  for (const record of run.records.filter(isPaymentRecord))
    gather(groups, paymentKey(record.operation), record);
  return [...groups.values()].flatMap((group) => entriesOf(group, bounds));
}

function entriesOf(records: readonly PaymentRecord[], bounds: FeeBounds): readonly ExpectedEntry[] {
  const { operation: payment } = records.at(-1) as PaymentRecord;
  const succeeded = records.filter(({ outcome }) => outcome.kind === 'succeeded');
  const open = records.filter(({ outcome }) => outcome.kind === 'indeterminate').length;
  // Asked twice at once, a payment is joined and happens once; both answers then show one secret.
  const happened = new Set(succeeded.map(({ outcome, operation }) => secretOf(outcome) ?? operation.id)).size;
  const within = paidWithin(records);
  const amounts = [...new Set(records.map(({ operation }) => operation.amount))];
  const ranges = amounts.map((amount) => bounds.of({ ...payment, amount }, within).received);
  const common = {
    operation: payment.id,
    token: payment.token,
    identifier: payment.identifier.toString(),
    atLeast: happened,
    atMost: happened + open,
  };
  return [
    {
      ...common,
      node: payment.node,
      partner: payment.target,
      event: 'sent',
      amount: amounts.join(' or '),
      amountFits: (amount) => amounts.includes(amount),
    },
    {
      ...common,
      node: payment.target,
      partner: payment.node,
      event: 'received',
      amount: ranges.map(rangeText).join(' or '),
      // What mediators did not take of the fee stays with the target.
      amountFits: (amount) => ranges.some(({ low, high }) => amount >= low && amount <= (high ?? amount)),
    },
  ];
}

function rangeText({ low, high }: PaymentBounds['received']): string {
  if (high === null) return `at least ${low}`;
  return low === high ? `${low}` : `${low} to ${high}`;
}

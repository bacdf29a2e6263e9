import { type Amount, isWithin, rangeText } from '../../model/network/amount.ts';
import type { NodeName } from '../../model/network/network.ts';
import { type PaymentRecord, secretOf } from '../../model/run/operation.ts';
import type { NamedEntry } from '../facts/facts.ts';
import type { PaymentBounds } from '../bounds/fee-bounds.ts';
import type { Story } from '../story.ts';

/** The entries that one party's history must have for the payments with one identifier, by their outcomes. */
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
export function expectedEntries({ payments, paid }: Story): readonly ExpectedEntry[] {
  return [...payments.values()].flatMap((group) => entriesOf(group, paid));
}

function entriesOf(records: readonly PaymentRecord[], bounds: Story['paid']): readonly ExpectedEntry[] {
  const { operation: payment } = records.at(-1) as PaymentRecord;
  const succeeded = records.filter(({ outcome }) => outcome.kind === 'succeeded');
  const open = records.filter(({ outcome }) => outcome.kind === 'indeterminate').length;
  // Asked twice at once, a payment is joined and happens once; both answers then show one secret.
  const happened = new Set(succeeded.map(({ outcome, operation }) => secretOf(outcome) ?? operation.id)).size;
  const amounts = [...new Set(records.map(({ operation }) => operation.amount))];
  const ranges = amounts.map((amount) => bounds.of({ ...payment, amount }, records).received);
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
      amount: ranges.map(receivedText).join(' or '),
      // The part of the fee that mediators did not take stays with the target.
      amountFits: (amount) =>
        ranges.some(({ least, most }) => isWithin(amount, { least, most: most ?? amount })),
    },
  ];
}

function receivedText({ least, most }: PaymentBounds['received']): string {
  return most === null ? `at least ${least}` : rangeText({ least, most });
}

/** An entry and the node that shows it. */
export type OwnEntry = NamedEntry & { readonly node: NodeName };

import { gather } from '../../model/gather.ts';
import type { Amount } from '../../model/network/amount.ts';
import type { NodeName } from '../../model/network/network.ts';
import { paymentKey } from '../../model/run/operation.ts';
import { isPaymentRecord, type OperationRecord, type PaymentRecord } from '../../model/run/outcome.ts';
import type { Run } from '../../model/run/run.ts';
import type { NamedEntry } from '../facts/history-facts.ts';
import { feesAreKnown, isFreeNetwork, mostFee } from '../foresight/free-network.ts';

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
  const { records, start, header } = run;
  const isFree = isFreeNetwork(start);
  // What mediators charge may not be known of real nodes, nor how much their senders would put up with.
  const isKnown = feesAreKnown(start);
  const mostReceived = (asked: Amount): Amount | undefined => {
    if (isFree) return asked;
    return isKnown ? asked + mostFee(asked, header.scenario.protocol) : undefined;
  };
  const groups = new Map<string, PaymentRecord[]>();
  for (const record of records.filter(isPaymentRecord)) gather(groups, paymentKey(record.operation), record);
  return [...groups.values()].flatMap((group) => entriesOf(group, mostReceived));
}

function entriesOf(
  records: readonly PaymentRecord[],
  mostReceived: (asked: Amount) => Amount | undefined,
): readonly ExpectedEntry[] {
  const { operation: payment } = records.at(-1) as PaymentRecord;
  const succeeded = records.filter(({ outcome }) => outcome.kind === 'succeeded');
  const open = records.filter(({ outcome }) => outcome.kind === 'indeterminate').length;
  // Asked twice at once, a payment is joined and happens once; both answers then show one secret.
  const happened = new Set(succeeded.map(({ outcome, operation }) => secretOf(outcome) ?? operation.id)).size;
  const amounts = records.map(({ operation }) => operation.amount);
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
      amount: amounts.map((asked) => rangeText(asked, mostReceived(asked))).join(' or '),
      // What mediators did not take of the fee stays with the target.
      amountFits: (amount) =>
        amounts.some((asked) => amount >= asked && amount <= (mostReceived(asked) ?? amount)),
    },
  ];
}

function secretOf(outcome: OperationRecord['outcome']): string | undefined {
  return outcome.kind === 'succeeded' ? outcome.receipt?.secret : undefined;
}

function rangeText(least: Amount, most: Amount | undefined): string {
  if (most === undefined) return `at least ${least}`;
  return least === most ? `${least}` : `${least} to ${most}`;
}

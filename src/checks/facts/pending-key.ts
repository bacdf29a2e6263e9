import type { PendingTransfer } from '../../model/run/answer.ts';

/** Names the payment that a pending transfer belongs to, at whichever node it is listed. */
export function pendingKey({
  initiator,
  paymentIdentifier,
}: Pick<PendingTransfer, 'initiator' | 'paymentIdentifier'>): string {
  return `${initiator} ${paymentIdentifier}`;
}

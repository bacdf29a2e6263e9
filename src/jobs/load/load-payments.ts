import type { Directory } from '../../model/network/directory.ts';
import { InvariantError } from '../../errors.ts';
import type { NodeName } from '../../model/network/network.ts';
import type { PaymentToSend, SentPaymentAnswer } from '../../ports/node-dialect.ts';
import type { PaymentSender } from '../../rest/payments/payment-sender.ts';
import type { PayOperation, AskForPayment } from '../drive/drive-source.ts';
import { type Performed, performedPayment } from '../drive/perform.ts';

/** Sends a load's payments to the nodes they start at. */
export function loadPayments(
  senders: { readonly of: (node: NodeName) => PaymentSender | undefined },
  directory: Directory,
): AskForPayment {
  return (operation, ended) => {
    const { node } = operation;
    const sender = senders.of(node);
    if (sender === undefined) throw new InvariantError(`no target for node ${node}`);
    sender.send(paymentToSend(operation, directory), (answer) => ended(performedSent(answer)));
  };
}

/** A payment with the addresses it has at the targets. */
export function paymentToSend(
  { node, target, token, amount, identifier, lockTimeout }: PayOperation,
  directory: Directory,
): PaymentToSend {
  return {
    initiator: directory.addressOf(node),
    target: directory.addressOf(target),
    token: directory.tokenAddressOf(token),
    amount,
    identifier,
    lockTimeout,
  };
}

// Nearly every answer: one object for all of them.
const AS_REQUESTED: Performed = { outcome: { kind: 'succeeded', status: 200 } };

/** How a sent payment ended. */
export function performedSent(answer: SentPaymentAnswer): Performed {
  if (answer.kind === 'ok' && answer.value === undefined)
    return answer.status === 200 ? AS_REQUESTED : { outcome: { kind: 'succeeded', status: answer.status } };
  return performedPayment(answer as Parameters<typeof performedPayment>[0]);
}

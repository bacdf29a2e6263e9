import { MAX_AMOUNT } from '../../model/network/amount.ts';
import type { NodeIndex } from '../../model/network/indices.ts';
import { hashOfSecret } from '../../model/run/secret-hash.ts';
import type { PaymentRequest } from '../../ports/node-api.ts';
import { type Fault, invalidRequest, unregisteredToken } from '../answers.ts';
import { nameOf, type World } from '../world.ts';

const MAX_IDENTIFIER = 2n ** 64n - 1n;

/** The first fault in the node's own order (raiden.md 1.5, rows 1 to 7); undefined: there is none. */
export function paymentFault(world: World, node: NodeIndex, request: PaymentRequest): Fault | undefined {
  const { target, amount, token, identifier, secret, secretHash } = request;
  if (target === world.addresses[node]) {
    const numbers = { required: 'target other than the initiator', found: nameOf(world, node) };
    return invalidRequest('Address must be different than ours', numbers);
  }
  if (amount <= 0n)
    return invalidRequest('Amount negative', { required: 'amount > 0', found: `amount ${amount}` });
  if (amount > MAX_AMOUNT) {
    const numbers = { required: `amount <= ${MAX_AMOUNT}`, found: `amount ${amount}` };
    return invalidRequest('Amount too large', numbers);
  }
  if (!world.layerByToken.has(token)) return unregisteredToken(token);
  if (identifier !== undefined && identifier <= 0n) {
    const numbers = { required: 'identifier > 0', found: `identifier ${identifier}` };
    return invalidRequest('Payment identifier cannot be 0 or negative', numbers);
  }
  if (identifier !== undefined && identifier > MAX_IDENTIFIER) {
    const numbers = { required: `identifier <= ${MAX_IDENTIFIER}`, found: `identifier ${identifier}` };
    return invalidRequest('Payment identifier is too large', numbers);
  }
  if (secret !== undefined && secretHash !== undefined && hashOfSecret(secret) !== secretHash.toLowerCase())
    return invalidRequest('provided secret and secret_hash do not match.', {
      required: `secret_hash ${hashOfSecret(secret)}`,
      found: `secret_hash ${secretHash}`,
    });
  return undefined;
}

import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { MAX_AMOUNT } from '../../model/network/amount.ts';
import type { NodeIndex } from '../../model/network/indices.ts';
import type { PaymentRequest } from '../../ports/node-api.ts';
import type { Fault } from '../refusal.ts';
import { nameOf, type World } from '../world.ts';

const MAX_IDENTIFIER = 2n ** 64n - 1n;

/** The first fault in the node's own order (raiden.md 1.5, rows 1 to 7); undefined: there is none. */
export function paymentFault(world: World, node: NodeIndex, request: PaymentRequest): Fault | undefined {
  const { target, amount, token, identifier, secret, secretHash } = request;
  const invalid = (errors: string, required: string, found: string): Fault => ({
    status: 409,
    errors,
    check: 'request-valid',
    required,
    found,
  });
  if (target === world.addresses[node])
    return invalid(
      'Address must be different than ours',
      'target other than the initiator',
      nameOf(world, node),
    );
  if (amount <= 0n) return invalid('Amount negative', 'amount > 0', `amount ${amount}`);
  if (amount > MAX_AMOUNT) return invalid('Amount too large', `amount <= ${MAX_AMOUNT}`, `amount ${amount}`);
  if (!world.layerByToken.has(token))
    return {
      status: 409,
      errors: 'Token address is not known.',
      check: 'token-known',
      required: 'a registered token',
      found: token,
    };
  if (identifier !== undefined && identifier <= 0n)
    return invalid(
      'Payment identifier cannot be 0 or negative',
      'identifier > 0',
      `identifier ${identifier}`,
    );
  if (identifier !== undefined && identifier > MAX_IDENTIFIER)
    return invalid(
      'Payment identifier is too large',
      `identifier <= ${MAX_IDENTIFIER}`,
      `identifier ${identifier}`,
    );
  if (secret !== undefined && secretHash !== undefined && hashOfSecret(secret) !== secretHash.toLowerCase())
    return invalid(
      'provided secret and secret_hash do not match.',
      `secret_hash ${hashOfSecret(secret)}`,
      `secret_hash ${secretHash}`,
    );
  return undefined;
}

/** SHA-256 of 0x-prefixed hex, as 0x-prefixed hex. */
export function hashOfSecret(secret: string): string {
  return `0x${bytesToHex(sha256(hexToBytes(secret.slice(2))))}`;
}

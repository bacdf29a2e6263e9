import { hash } from 'node:crypto';

/** SHA-256 of 0x-prefixed hex, as 0x-prefixed hex. */
export function hashOfSecret(secret: string): string {
  return `0x${hash('sha256', Buffer.from(secret.slice(2), 'hex'), 'hex')}`;
}

import { randomBytes } from 'node:crypto';

// 128 bits: nobody guesses that while a run lasts.
const TOKEN_BYTES = 16;

/** A secret for a link. It decides no result. */
export function randomToken(): string {
  return randomBytes(TOKEN_BYTES).toString('hex');
}

import { sha256 } from '@noble/hashes/sha2.js';
import type { SecretsSeen } from '../../model/load/load-result.ts';

/** The ways in which the secret of an answer can be wrong. */
export type SecretFault = 'wrong-hash' | 'used-before';

// Hashing takes microseconds: at this rate under a hundredth of a core, and all of them at the rates nodes manage.
const MOST_HASHED_PER_SECOND = 2_000;
// As many as a check keeps findings; each costs reading the answer in full.
const MOST_TOLD = 50;

// 10 MB; a longer load compares later secrets with those of its first hundred thousand payments.
const MOST_SECRETS = 131_072;

const SECRET_BYTES = 32;
const HEX_LENGTH = '0x'.length + 2 * SECRET_BYTES;
// So many digits of each secret are 52 bits, which a double holds: two meet by chance once in half a million loads.
const FIRST_DIGITS = 7;
const LAST_DIGITS = 6;

/** Looks at the secrets of answers that are as asked for otherwise: whether they fit, and whether each is new. */
export class SecretWatch {
  // The identifier of the payment that showed a secret first.
  readonly #seen = new Map<number, string>();
  readonly #secret = new Uint8Array(SECRET_BYTES);
  readonly #hash = new Uint8Array(SECRET_BYTES);
  #secondFromMs = 0;
  #hashedInSecond = 0;
  readonly #counts = { answers: 0, verified: 0, wrong: 0, reused: 0 };

  get counts(): SecretsSeen {
    return { ...this.#counts };
  }

  /** `secretAt` and `hashAt` are where `0x` and 64 small hex digits stand; `atMs` on any one clock. */
  look({ bytes, secretAt, hashAt, identifier }: SecretPlace, atMs: number): SecretFault | undefined {
    const counts = this.#counts;
    counts.answers += 1;
    const isNew = this.#isNew(keyOf(bytes, secretAt), identifier);
    if (!isNew) counts.reused += 1;
    let isWrong = false;
    if (this.#mayHash(atMs)) {
      counts.verified += 1;
      readHex(bytes, secretAt, this.#secret);
      readHex(bytes, hashAt, this.#hash);
      isWrong = sha256(this.#secret).some((byte, index) => byte !== this.#hash[index]);
      if (isWrong) counts.wrong += 1;
    }
    if (isWrong && counts.wrong <= MOST_TOLD) return 'wrong-hash';
    return !isNew && counts.reused <= MOST_TOLD ? 'used-before' : undefined;
  }

  // An identifier asked for twice may rightly show one secret.
  #isNew(key: number, identifier: string): boolean {
    const earlierIdentifier = this.#seen.get(key);
    if (earlierIdentifier === undefined && this.#seen.size < MOST_SECRETS) this.#seen.set(key, identifier);
    return earlierIdentifier === undefined || earlierIdentifier === identifier;
  }

  #mayHash(atMs: number): boolean {
    if (this.#hashedInSecond === MOST_HASHED_PER_SECOND) {
      if (atMs - this.#secondFromMs < 1_000) return false;
      this.#hashedInSecond = 0;
    }
    if (this.#hashedInSecond === 0) this.#secondFromMs = atMs;
    this.#hashedInSecond += 1;
    return true;
  }
}

/** Where an answer has its secret. */
export interface SecretPlace {
  readonly bytes: Buffer;
  readonly secretAt: number;
  readonly hashAt: number;
  /** The identifier of the payment. */
  readonly identifier: string;
}

const DIGITS = Uint8Array.from({ length: 256 }, (_, byte) => {
  const digit = '0123456789abcdef'.indexOf(String.fromCharCode(byte));
  return Math.max(digit, 0);
});

// From both ends: there are nodes in tests that count.
function keyOf(bytes: Buffer, secretAt: number): number {
  const first = readDigits(bytes, secretAt + '0x'.length, FIRST_DIGITS);
  return first * 16 ** LAST_DIGITS + readDigits(bytes, secretAt + HEX_LENGTH - LAST_DIGITS, LAST_DIGITS);
}

function readDigits(bytes: Buffer, from: number, count: number): number {
  let number = 0;
  for (let at = from; at < from + count; at += 1)
    number = (number << 4) | (DIGITS[bytes[at] as number] as number);
  return number;
}

function readHex(bytes: Buffer, at: number, into: Uint8Array): void {
  const from = at + '0x'.length;
  for (let index = 0; index < SECRET_BYTES; index += 1)
    into[index] =
      ((DIGITS[bytes[from + 2 * index] as number] as number) << 4) |
      (DIGITS[bytes[from + 2 * index + 1] as number] as number);
}

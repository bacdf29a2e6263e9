import { sha256 } from '@noble/hashes/sha2.js';
import type { SecretsSeen } from '../../model/load/secrets-seen.ts';
import type { Clock } from '../../ports/clock.ts';
import { SecretSet } from './secret-set.ts';

/** What is wrong with the secret of an answer. */
export type SecretFault = 'wrong-hash' | 'used-before';

// Hashing takes microseconds: at this rate under a hundredth of a core, and all of them at the rates nodes manage.
const MOST_HASHED_PER_SECOND = 2_000;
// As many as a check keeps findings; each costs reading the answer in full.
const MOST_TOLD = 50;

const SECRET_BYTES = 32;
const HEX_LENGTH = '0x'.length + 2 * SECRET_BYTES;
const WORD_DIGITS = 8;

/** Looks at the secrets of answers that are as asked for otherwise: whether they fit, and whether each is new. */
export class SecretWatch {
  readonly #clock: Clock;
  readonly #seen = new SecretSet();
  readonly #secret = new Uint8Array(SECRET_BYTES);
  readonly #hash = new Uint8Array(SECRET_BYTES);
  #secondFromMs: number;
  #hashedInSecond = 0;
  #answers = 0;
  #verified = 0;
  #wrong = 0;
  #reused = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#secondFromMs = clock.nowMs();
  }

  get counts(): SecretsSeen {
    return { answers: this.#answers, verified: this.#verified, wrong: this.#wrong, reused: this.#reused };
  }

  /** `secretAt` and `hashAt` are where `0x` and 64 small hex digits stand. */
  look({ bytes, secretAt, hashAt, identifier }: SecretPlace): SecretFault | undefined {
    this.#answers += 1;
    // From both ends: there are nodes in tests that count.
    const first = readWord(bytes, secretAt + '0x'.length);
    const second = readWord(bytes, secretAt + HEX_LENGTH - WORD_DIGITS);
    const isNew = this.#seen.add({ first, second, identifier });
    if (!isNew) this.#reused += 1;
    let isWrong = false;
    if (this.#mayHash()) {
      this.#verified += 1;
      readHex(bytes, secretAt, this.#secret);
      readHex(bytes, hashAt, this.#hash);
      isWrong = !isSame(sha256(this.#secret), this.#hash);
      if (isWrong) this.#wrong += 1;
    }
    if (isWrong && this.#wrong <= MOST_TOLD) return 'wrong-hash';
    return !isNew && this.#reused <= MOST_TOLD ? 'used-before' : undefined;
  }

  #mayHash(): boolean {
    if (this.#hashedInSecond === MOST_HASHED_PER_SECOND) {
      const nowMs = this.#clock.nowMs();
      if (nowMs - this.#secondFromMs < 1_000) return false;
      this.#secondFromMs = nowMs;
      this.#hashedInSecond = 0;
    }
    this.#hashedInSecond += 1;
    return true;
  }
}

/** Where an answer has its secret. */
export interface SecretPlace {
  readonly bytes: Buffer;
  readonly secretAt: number;
  readonly hashAt: number;
  /** Of the payment. */
  readonly identifier: string;
}

const DIGITS = Uint8Array.from({ length: 256 }, (_, byte) => {
  const digit = '0123456789abcdef'.indexOf(String.fromCharCode(byte));
  return Math.max(digit, 0);
});

function readWord(bytes: Buffer, from: number): number {
  let word = 0;
  for (let at = from; at < from + WORD_DIGITS; at += 1)
    word = (word << 4) | (DIGITS[bytes[at] as number] as number);
  return word >>> 0;
}

function readHex(bytes: Buffer, at: number, into: Uint8Array): void {
  const from = at + '0x'.length;
  for (let index = 0; index < SECRET_BYTES; index += 1)
    into[index] =
      ((DIGITS[bytes[from + 2 * index] as number] as number) << 4) |
      (DIGITS[bytes[from + 2 * index + 1] as number] as number);
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return one.every((byte, index) => byte === other[index]);
}

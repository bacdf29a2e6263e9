import { keccak_256, keccakP } from '@noble/hashes/sha3.js';
import { keccakProgram } from './keccak-program.ts';

// What one permutation takes in.
const RATE_BYTES = 136;
const STATE_WORDS = 50;

/** Bytes of a hash. */
export const HASH_BYTES = 32;

// So many take as long in JavaScript, before it is optimized, as making a program for all others.
const BEFORE_PROGRAM = 16;

/** Keccak-256 of a few bytes, in one place for all: half of the time would go into preparing one for each. */
export class ShortKeccak {
  #state: Uint32Array = new Uint32Array(STATE_WORDS);
  // The same memory; every system that Node runs on has the lowest byte of a word first.
  #bytes = new Uint8Array(this.#state.buffer);
  #permute: () => void = () => keccakP(this.#state);
  #hashes = 0;

  /** Hashes these; the bytes of the hash are there until the next one. */
  hash(bytes: Uint8Array): void {
    this.#hashes += 1;
    if (this.#hashes === BEFORE_PROGRAM) this.#useProgram();
    if (bytes.length >= RATE_BYTES) {
      this.#bytes.set(keccak_256(bytes));
      return;
    }
    this.#state.fill(0);
    this.#bytes.set(bytes);
    // Padding: one bit right after the text, one at the end.
    this.#pad(bytes.length, 0x01);
    this.#pad(RATE_BYTES - 1, 0x80);
    this.#permute();
  }

  /** One byte of the hash. */
  byte(at: number): number {
    return this.#bytes[at] as number;
  }

  #pad(at: number, bit: number): void {
    this.#bytes[at] = (this.#bytes[at] as number) | bit;
  }

  #useProgram(): void {
    const program = programIfAny();
    if (program === undefined) return;
    const { state, permute } = program;
    this.#state = state;
    this.#bytes = new Uint8Array(state.buffer, state.byteOffset, state.byteLength);
    this.#permute = permute;
  }
}

// There is none where a process may not run WebAssembly (`--jitless`), or has no address space left for it.
function programIfAny(): ReturnType<typeof keccakProgram> | undefined {
  try {
    return keccakProgram();
  } catch {
    return undefined;
  }
}

// 6 MB; a longer load compares later secrets with those of its first quarter of a million payments.
const MOST_SECRETS = 262_144;
const FIRST_SLOTS = 4_096;
// Two words of the secret and one of its payment's identifier.
const WORDS = 3;

/** Secrets that were seen, known by 64 bits each: among a quarter of a million two meet once in 10^8 loads. */
export class SecretSet {
  #slots = new Uint32Array(FIRST_SLOTS * WORDS);
  #count = 0;

  /** False when another payment's secret was the same; an identifier asked for twice may rightly show one secret. */
  add({ first, second, identifier }: SeenSecret): boolean {
    const at = this.#find(first, second);
    if (this.#isTaken(at)) return this.#slots[at + 2] === hashOf(identifier);
    if (this.#count === MOST_SECRETS) return true;
    this.#slots[at] = first;
    this.#slots[at + 1] = second;
    this.#slots[at + 2] = hashOf(identifier);
    this.#count += 1;
    // Half full: beyond that looking takes longer and longer.
    if (2 * this.#count * WORDS >= this.#slots.length && this.#count < MOST_SECRETS) this.#grow();
    return true;
  }

  /** Where it stands or would stand. */
  #find(first: number, second: number): number {
    const slots = this.#slots.length / WORDS;
    let slot = (first ^ second) & (slots - 1);
    for (;;) {
      const at = slot * WORDS;
      if (!this.#isTaken(at) || (this.#slots[at] === first && this.#slots[at + 1] === second)) return at;
      slot = (slot + 1) & (slots - 1);
    }
  }

  #isTaken(at: number): boolean {
    return this.#slots[at] !== 0 || this.#slots[at + 1] !== 0;
  }

  #grow(): void {
    const old = this.#slots;
    this.#slots = new Uint32Array(2 * old.length);
    for (let at = 0; at < old.length; at += WORDS) {
      const [first = 0, second = 0, owner = 0] = old.subarray(at, at + WORDS);
      if (first !== 0 || second !== 0) this.#slots.set([first, second, owner], this.#find(first, second));
    }
  }
}

/** A secret by two of its words, 32 bits each, and the payment it was shown for. */
export interface SeenSecret {
  readonly first: number;
  readonly second: number;
  readonly identifier: string;
}

// FNV-1a.
function hashOf(text: string): number {
  let hash = 0x81_1c_9d_c5;
  for (let index = 0; index < text.length; index += 1)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01_00_01_93);
  return hash >>> 0;
}

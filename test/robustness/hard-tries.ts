import type { RandomStream } from '../../src/ports/random.ts';
import { createRandomSource } from '../../src/runtime/random-source.ts';

/** Tries of one kind to break something: a section of test/evidence/robustness.md. */
export interface HardTries {
  readonly kind: string;
  /** What is done, and what must hold: the page says it. */
  readonly what: string;
  readonly rows: readonly TriedRow[];
}

/** The tries of one kind that meet one command or one reader. */
export interface TriedRow {
  readonly name: string;
  readonly tries: number;
  /** How many are made side by side; one unless given. */
  readonly atOnce?: number;
  /** Prepares what all the tries share; a text says why this machine cannot make them. */
  readonly start: () => Promise<Tries | string>;
}

/** Prepared tries of one row. */
export interface Tries {
  /** Makes one try; throws where something does not hold. */
  attempt(random: RandomStream, index: number): Promise<void>;
  /** Ends what was prepared; throws where something that all the tries share does not hold. */
  stop?(): Promise<void>;
}

/** How many tries of a row held, and what was wrong with the others. */
export interface TriedCount {
  readonly tried: number;
  readonly faults: readonly string[];
}

// `TRIES=5` makes so many of each row at most, spread over all of them, where a machine has little time.
const MOST_TRIES = Number(process.env['TRIES'] ?? Number.POSITIVE_INFINITY);

/** Makes the tries of a row, each with chance of its own by name and number; a text says why there are none. */
export async function makeTries({
  kind,
  name,
  tries,
  atOnce = 1,
  start,
}: TriedRow & { readonly kind: string }) {
  const prepared = await start();
  if (typeof prepared === 'string') return prepared;
  const faults: string[] = [];
  const random = createRandomSource(`${kind} ${name}`);
  const made = Math.min(tries, MOST_TRIES);
  let next = 0;
  const makeSome = async (): Promise<void> => {
    while (next < made) {
      const index = Math.floor((next * tries) / made);
      next += 1;
      try {
        await prepared.attempt(random.stream(`${index}`), index);
      } catch (error) {
        faults.push(`try ${index}: ${(error as Error).message}`);
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, makeSome));
  await prepared.stop?.();
  return { tried: made, faults } satisfies TriedCount;
}

/** One of some, by chance. */
export function drawn<T>(random: RandomStream, values: readonly T[]): T {
  return values[Math.floor(random() * values.length)] as T;
}

/** A whole number from 0 to below a limit, by chance. */
export function drawnBelow(random: RandomStream, limit: number): number {
  return Math.floor(random() * limit);
}

/** Throws what does not hold, with what a command said. */
export function mustHold(holds: boolean, what: string, said = ''): void {
  if (!holds) throw new Error(`${what}\n${said.slice(-2000)}`);
}

import type { NodeName } from './network/network.ts';
import type { FailureReason, PayRequest } from './run/operation.ts';
import type { ModelCheck } from './run/trace.ts';

/** Where a payment failed: the node, its channel where one was involved, and the check that decided. */
export interface FailurePlace {
  readonly at: NodeName;
  readonly channel: string | null;
  readonly check: ModelCheck;
}

/** How many payments failed at one place. */
export interface PlaceCount extends FailurePlace {
  readonly count: number;
}

/** The place that a reason alone tells; absent: it could be anywhere. */
export function placeToldBy(
  reason: FailureReason,
  { node, target }: Pick<PayRequest, 'node' | 'target'>,
): FailurePlace | undefined {
  if (reason === 'unreachable') return { at: node, channel: null, check: 'source-online' };
  if (reason === 'no-suitable-channel') return { at: node, channel: null, check: 'available-balance' };
  if (reason === 'target-offline') return { at: target, channel: null, check: 'target-online' };
  return undefined;
}

/** Counts failures by their place. */
export class PlaceCounts {
  readonly #counts = new Map<string, { readonly place: FailurePlace; count: number }>();

  add(place: FailurePlace): void {
    const key = `${place.at}\n${place.channel}\n${place.check}`;
    const counted = this.#counts.get(key);
    if (counted === undefined) this.#counts.set(key, { place, count: 1 });
    else counted.count += 1;
  }

  /** Number of places. */
  get size(): number {
    return this.#counts.size;
  }

  /** Number of failures. */
  get failures(): number {
    let failures = 0;
    for (const { count } of this.#counts.values()) failures += count;
    return failures;
  }

  /** So many places: the most frequent first, then by name. */
  most(limit: number): readonly PlaceCount[] {
    const counts = Float64Array.from(this.#counts.values(), ({ count }) => count).sort();
    const least = counts.at(-limit) ?? 1;
    return [...this.#counts.values()]
      .filter(({ count }) => count >= least)
      .map(({ place: { at, channel, check }, count }) => ({
        key: JSON.stringify([at, channel, check]),
        counted: { at, channel, check, count },
      }))
      .sort((a, b) => b.counted.count - a.counted.count || (a.key < b.key ? -1 : 1))
      .slice(0, limit)
      .map(({ counted }) => counted);
  }
}

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

  #sorted: readonly PlaceCount[] | undefined;

  add(place: FailurePlace): void {
    this.#sorted = undefined;
    const key = `${place.at}\n${place.channel}\n${place.check}`;
    const counted = this.#counts.get(key);
    if (counted === undefined) this.#counts.set(key, { place, count: 1 });
    else counted.count += 1;
  }

  /** Most frequent first, then by name. */
  get places(): readonly PlaceCount[] {
    this.#sorted ??= [...this.#counts.values()]
      .map(({ place: { at, channel, check }, count }) => ({
        key: JSON.stringify([at, channel, check]),
        counted: { at, channel, check, count },
      }))
      .sort((a, b) => b.counted.count - a.counted.count || (a.key < b.key ? -1 : 1))
      .map(({ counted }) => counted);
    return this.#sorted;
  }
}

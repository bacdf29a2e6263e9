import { heldLocks } from './held-locks.ts';
import type { HeldChannel, HeldLook, LoadAftermath } from '../../model/load/load-aftermath.ts';
import type { Network } from '../../model/network/network.ts';
import type { Reading } from '../../model/run/reading.ts';

// The rest of a long tail is in the readings.
const MOST_CHANNELS = 20;

/** Keeps what was still locked at several moments after a load. */
export class HeldLooks {
  readonly #start: Network;
  readonly #endedAtMs: number;
  readonly #looks: HeldLook[] = [];
  #channels: readonly HeldChannel[] = [];

  constructor({ start, endedAtMs }: { readonly start: Network; readonly endedAtMs: number }) {
    this.#start = start;
    this.#endedAtMs = endedAtMs;
  }

  /** True when the last look found anything locked. */
  get isHolding(): boolean {
    return (this.#looks.at(-1)?.payments ?? 0) > 0;
  }

  /** Takes one look at all nodes, at that moment of the run. */
  add(readings: readonly Reading[], nowMs: number): void {
    const { payments, locked, channels } = heldLocks(
      this.#start,
      readings.flatMap(({ node, value }) =>
        value.kind === 'pending' ? [[node, value.transfers] as const] : [],
      ),
    );
    this.#looks.push({ atMs: Math.max(0, nowMs - this.#endedAtMs), payments, locked });
    if (channels.length > 0) this.#channels = channels.slice(0, MOST_CHANNELS);
  }

  get aftermath(): LoadAftermath {
    return { looks: this.#looks, channels: this.#channels };
  }
}

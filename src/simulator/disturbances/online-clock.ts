import type { NodeIndex } from '../../model/network/indices.ts';
import type { NodeName } from '../../model/network/network.ts';
import type { OnlineTimes } from '../../model/disturbances/disturbance-record.ts';

// Enough to see where to look; the mean has them all.
const MOST_LISTED = 20;

/** How long each node has been away since the start. */
export class OnlineClock {
  readonly #names: readonly NodeName[];
  readonly #startMs: number;
  readonly #awaySinceMs: Float64Array;
  readonly #awayMs: Float64Array;
  readonly #absences: Int32Array;

  /** `isRunning` says which nodes are online at the start. */
  constructor(names: readonly NodeName[], isRunning: (node: number) => boolean, startMs: number) {
    this.#names = names;
    this.#startMs = startMs;
    this.#awaySinceMs = Float64Array.from(names, (_name, node) => (isRunning(node) ? Number.NaN : startMs));
    this.#awayMs = new Float64Array(names.length);
    this.#absences = new Int32Array(names.length);
  }

  /** A node that is away already, such as one stopped before it was ready again, has not left anew. */
  left(node: NodeIndex, nowMs: number): void {
    if (!Number.isNaN(this.#awaySinceMs[node])) return;
    this.#awaySinceMs[node] = nowMs;
    this.#absences[node] = (this.#absences[node] as number) + 1;
  }

  returned(node: NodeIndex, nowMs: number): void {
    this.#awayMs[node] = (this.#awayMs[node] as number) + nowMs - (this.#awaySinceMs[node] as number);
    this.#awaySinceMs[node] = Number.NaN;
  }

  timesUntil(nowMs: number): OnlineTimes {
    const spanMs = nowMs - this.#startMs;
    const nodes = this.#names.map((name, node) => {
      const sinceMs = this.#awaySinceMs[node] as number;
      const awayMs = (this.#awayMs[node] as number) + (Number.isNaN(sinceMs) ? 0 : nowMs - sinceMs);
      const share = spanMs > 0 ? 1 - awayMs / spanMs : Number(Number.isNaN(sinceMs));
      return { node: name, share, absences: this.#absences[node] as number };
    });
    return {
      share: nodes.reduce((sum, { share }) => sum + share, 0) / Math.max(1, nodes.length),
      absences: nodes.reduce((sum, { absences }) => sum + absences, 0),
      // The sort is stable: equal shares stay in node order.
      least: nodes
        .filter(({ share }) => share < 1)
        .sort((one, other) => one.share - other.share)
        .slice(0, MOST_LISTED),
    };
  }
}

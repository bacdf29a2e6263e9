import type { HeldSeries, OnlineTimes } from '../../model/disturbances/disturbance.ts';
import { GrowingSteps } from '../../model/load/growing-steps.ts';
import type { Amount } from '../../model/network/amount.ts';
import type { NodeIndex } from '../../model/network/indices.ts';
import type { NodeName } from '../../model/network/network.ts';

// Enough names to see where to look; the mean counts all nodes.
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

interface HeldStep {
  /** Amount times milliseconds. */
  amountMs: number;
  peak: number;
}

/** How much of one token is locked by transfers that are held, over time; in bounded memory. */
export class HeldMoney {
  readonly #steps = new GrowingSteps<HeldStep>(
    () => ({ amountMs: 0, peak: 0 }),
    (first, second) => ({
      amountMs: first.amountMs + second.amountMs,
      peak: Math.max(first.peak, second.peak),
    }),
  );
  #held: Amount = 0n;
  #peak: Amount = 0n;
  #untilMs = 0;

  /** From now on this much more is held, or less where it is negative. */
  change(by: Amount, nowMs: number): void {
    this.#advance(nowMs);
    this.#held += by;
    if (this.#held > this.#peak) this.#peak = this.#held;
    const step = this.#steps.at(nowMs);
    step.peak = Math.max(step.peak, Number(this.#held));
  }

  /** The series until now. */
  seriesUntil(nowMs: number): HeldSeries {
    this.#advance(nowMs);
    const { steps, stepMs } = this.#steps;
    return {
      stepMs,
      means: steps.map(
        ({ amountMs }, index) => amountMs / Math.min(stepMs, nowMs - index * stepMs || stepMs),
      ),
      peaks: steps.map(({ peak }) => peak),
      peak: this.#peak,
    };
  }

  #advance(nowMs: number): void {
    if (nowMs <= this.#untilMs) return;
    // First, since it may make the steps longer.
    this.#steps.at(nowMs);
    const held = Number(this.#held);
    const { stepMs } = this.#steps;
    while (this.#untilMs < nowMs) {
      const step = this.#steps.at(this.#untilMs);
      const toMs = Math.min((Math.floor(this.#untilMs / stepMs) + 1) * stepMs, nowMs);
      step.amountMs += held * (toMs - this.#untilMs);
      step.peak = Math.max(step.peak, held);
      this.#untilMs = toMs;
    }
  }
}

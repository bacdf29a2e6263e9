import type { Amount } from '../../model/network/amount.ts';
import type { HeldSeries } from '../../model/disturbances/disturbance-record.ts';
import { GrowingSteps } from '../../model/load/growing-steps.ts';

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

  /** What is known until now. */
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

import type { Clock } from '../../ports/clock.ts';
import { type LeanExchange, LeanLine, type LeanLineOwner, type LeanOrigin } from './lean-line.ts';

// Servers close what is idle, Node's after 5 s; a payment written at that moment would be indeterminate.
const LONGEST_IDLE_MS = 2_000;

/** The connections to one origin: as many as payments are in flight, kept and used again, the last used first. */
export class LeanLines implements LeanLineOwner {
  readonly #origin: LeanOrigin;
  readonly #shared: Buffer;
  readonly #clock: Clock;
  readonly #idle: LeanLine[] = [];
  readonly #all = new Set<LeanLine>();

  constructor(origin: LeanOrigin, shared: Buffer, clock: Clock) {
    this.#origin = origin;
    this.#shared = shared;
    this.#clock = clock;
  }

  /** Sends a request on a free connection, or on a new one. */
  request(text: string, exchange: LeanExchange): LeanLine {
    const line = this.#fresh() ?? this.#open();
    line.request(text, exchange);
    return line;
  }

  onFree(line: LeanLine): void {
    line.idleSinceMs = this.#clock.nowMs();
    this.#idle.push(line);
  }

  onGone(line: LeanLine): void {
    this.#all.delete(line);
  }

  close(): void {
    for (const line of this.#all) line.destroy();
  }

  #fresh(): LeanLine | undefined {
    for (let line = this.#idle.pop(); line; line = this.#idle.pop()) {
      if (!this.#all.has(line)) continue;
      if (this.#clock.nowMs() - line.idleSinceMs <= LONGEST_IDLE_MS) return line;
      line.destroy();
    }
    return undefined;
  }

  #open(): LeanLine {
    const line = new LeanLine(this.#origin, this.#shared, this);
    this.#all.add(line);
    return line;
  }
}

import type { Clock } from '../../ports.ts';
import { type LeanEnd, LeanLine, type LeanOrigin } from './lean-line.ts';

// Servers close what is idle, Node's after 5 s; a payment written at that moment would be indeterminate.
const LONGEST_IDLE_MS = 2_000;

/** The connections to one origin: as many as payments are in flight, kept and used again, the last used first. */
export class LeanLines {
  readonly #origin: LeanOrigin;
  readonly #shared: Buffer;
  readonly #clock: Clock;
  readonly #idle: LeanLine[] = [];
  readonly #all = new Set<LeanLine>();

  constructor({
    origin,
    shared,
    clock,
  }: {
    readonly origin: LeanOrigin;
    readonly shared: Buffer;
    readonly clock: Clock;
  }) {
    this.#origin = origin;
    this.#shared = shared;
    this.#clock = clock;
  }

  /** Sends a request on a free connection, or on a new one; `ended` is called once, not before this returns. */
  request(text: string, ended: (end: LeanEnd) => void): LeanLine {
    const line = this.#fresh() ?? this.#open();
    line.request(text, (end) => {
      if (end.kind === 'response' && end.response.reusable) {
        line.idleSinceMs = this.#clock.nowMs();
        this.#idle.push(line);
      } else {
        line.destroy();
      }
      ended(end);
    });
    return line;
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
    const line = new LeanLine({
      origin: this.#origin,
      shared: this.#shared,
      onGone: (gone) => this.#all.delete(gone),
    });
    this.#all.add(line);
    return line;
  }
}

import type { Answer } from '../model/run/answer.ts';
import type { Clock } from '../ports/clock.ts';
import type { Reply } from '../ports/protocol.ts';

/** The requests a node has not answered yet; they break off when it stops. */
export class OpenRequests {
  readonly #clock: Clock;
  readonly #open = new Set<(detail: string) => void>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Hands `work` a reply function and returns the promise of the answer. */
  open<T>(work: (reply: Reply<T>) => void): Promise<Answer<T>> {
    return new Promise((resolve) => {
      const breakOff = (detail: string): void => {
        this.#clock.answer(() => resolve({ kind: 'indeterminate', cause: 'connection-broken', detail }));
      };
      this.#open.add(breakOff);
      work((answer) => {
        if (this.#open.delete(breakOff)) this.#clock.answer(() => resolve(answer));
      });
    });
  }

  /** The connections break: whatever was asked may still happen. */
  breakOff(detail: string): void {
    for (const breakOff of this.#open) breakOff(detail);
    this.#open.clear();
  }
}

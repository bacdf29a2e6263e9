import type { Answer } from '../model/run/answer.ts';
import type { Clock } from '../ports/clock.ts';
import type { Reply } from '../ports/protocol.ts';

/** The requests a node has not answered yet; they break off when it stops, and wait while it stands still. */
export class OpenRequests {
  readonly #clock: Clock;
  // Made with the first request, because most nodes of a large network have none.
  #open: Set<(detail: string) => void> | undefined;
  /** Answers to be given when the node goes on; absent: it does not stand still. */
  #held: (() => void)[] | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Hands `work` a reply function and returns the promise of the answer. */
  open<T>(work: (reply: Reply<T>) => void): Promise<Answer<T>> {
    return new Promise((resolve) => {
      const breakOff = (detail: string): void => {
        this.#clock.answer(() => resolve({ kind: 'indeterminate', cause: 'connection-broken', detail }));
      };
      const open = (this.#open ??= new Set());
      open.add(breakOff);
      work((answer) => {
        const give = (): void => {
          if (open.delete(breakOff)) this.#clock.answer(() => resolve(answer));
        };
        if (this.#held === undefined) give();
        else this.#held.push(give);
      });
    });
  }

  /** Answers wait from now on. */
  hold(): void {
    this.#held ??= [];
  }

  /** Gives the answers that have waited, in the order in which they were ready. */
  release(): void {
    const held = this.#held ?? [];
    this.#held = undefined;
    for (const give of held) give();
  }

  /** The connections break: whatever was asked may still happen. */
  breakOff(detail: string): void {
    for (const breakOff of this.#open ?? []) breakOff(detail);
    this.#open?.clear();
    this.#held = undefined;
  }
}

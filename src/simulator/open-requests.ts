import type { Answer } from '../model/run/answer.ts';
import type { Reply } from '../ports/protocol.ts';
import { type Linked, LinkedList } from '../runtime/linked-list.ts';

/** The requests a node has not answered yet; they break off when it stops, and wait while it stands still. */
export class OpenRequests {
  // Made with the first request, because most nodes of a large network have none.
  #open: LinkedList<OpenRequest> | undefined;
  /** Answers to be given when the node goes on; absent: it does not stand still. */
  #held: (() => void)[] | undefined;

  /** Remembers a request until what is returned is given its answer, which `reply` then gets, or until it breaks off. */
  begin<T>(reply: Reply<T>): Reply<T> {
    const request = new OpenRequest(reply);
    this.#open ??= new LinkedList();
    this.#open.add(request);
    return (answer) => {
      if (this.#held === undefined) this.#give(request, reply, answer);
      else this.#held.push(() => this.#give(request, reply, answer));
    };
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
    for (let request = this.#open?.first; request; request = this.#open?.first)
      this.#give(request, request.reply, { kind: 'indeterminate', cause: 'connection-broken', detail });
    this.#held = undefined;
  }

  #give<T>(request: OpenRequest, reply: Reply<T>, answer: Answer<T>): void {
    if (request.isOver) return;
    request.isOver = true;
    this.#open?.remove(request);
    reply(answer);
  }
}

class OpenRequest implements Linked<OpenRequest> {
  before: OpenRequest | undefined = undefined;
  after: OpenRequest | undefined = undefined;
  isOver = false;
  /** Any request may end without an answer. */
  readonly reply: Reply<never>;

  constructor(reply: Reply<never>) {
    this.reply = reply;
  }
}

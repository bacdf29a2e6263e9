import type { HistoryLook, WatchedLook } from '../../../model/load/load-result.ts';
import type { NodeName } from '../../../model/network/network.ts';
import type { Answer } from '../../../model/run/answer.ts';
import type { OperationRecord } from '../../../model/run/operation.ts';
import type { Reading } from '../../../model/run/reading.ts';
import { withoutValueText } from '../../../model/run/reason.ts';
import type { LoadObserver } from '../../../ports/load-observer.ts';
import { digestOf } from '../../../verdict/history/history-pages.ts';
import { isFromTheNode, type NodesToRead } from '../../targets/read-view.ts';

// Four a second: at 1,000 payments a second one request in 250.
const BETWEEN_LOOKS_MS = 250;
// However long its history makes a look, a node rests four times as long.
const REST_PER_LOOK = 4;
const PAGE = 100;
// The distance between pages doubles: the payments since the last look are counted, failed and late ones are not.
const MOST_PAGES = 4;
// Entries that may be missing where they are expected: payments just answered whose targets do not know yet.
const MARGIN = 20;
// A few hundred bytes each in the report of a load; beyond this every second one is let go.
const MOST_LOOKS = 1_000;

/**
 * Looks now and then, right after a payment was answered as succeeded, how far its node's history goes: by it an
 * answer that came before its payment can be told afterwards. One request at a time, and none before `begin`.
 */
export class HistoryWatcher implements LoadObserver {
  readonly #ends = new Map<NodeName, HistoryEnd>();
  #targets: WatchedTargets | undefined;
  #looks: HistoryLook[] = [];
  readonly #unreadable = new KeptLooks();
  #betweenMs = BETWEEN_LOOKS_MS;
  #nextMs = 0;
  #looking: Promise<void> | undefined;

  /** `before`: what was read before the load. */
  begin(targets: WatchedTargets, before: readonly Reading[]): void {
    this.#targets = targets;
    for (const { node, value } of before)
      if (value.kind === 'history') this.#ends.set(node, { known: value.events.length, since: 0 });
  }

  ended({ operation, outcome, endedAtMs }: OperationRecord): void {
    if (this.#targets === undefined || operation.kind !== 'pay' || outcome.kind !== 'succeeded') return;
    for (const node of [operation.node, operation.target]) {
      const end = this.#ends.get(node);
      if (end !== undefined) end.since += 1;
    }
    if (this.#looking !== undefined || endedAtMs < this.#nextMs) return;
    this.#looking = this.#look(operation.node, this.#targets).finally(() => {
      this.#looking = undefined;
    });
  }

  /** All looks, once the last one has been answered. */
  async finish(): Promise<readonly HistoryLook[]> {
    await this.#looking;
    this.#targets = undefined;
    return this.#looks;
  }

  /** Answers that were not as the API says. */
  get unreadable(): readonly WatchedLook[] {
    return this.#unreadable.all;
  }

  async #look(node: NodeName, { nodes, clock }: WatchedTargets): Promise<void> {
    const end = this.#ends.get(node);
    if (end === undefined) return;
    const beganMs = clock.nowMs();
    let offset = Math.max(end.known, end.known + end.since - MARGIN);
    for (let page = 0, step = PAGE; page < MOST_PAGES; page += 1, step *= 2) {
      const askedAtMs = clock.nowMs();
      const answer = await nodes.node(node).payments({ offset, limit: PAGE });
      if (answer.kind !== 'ok') {
        const unreadable = unreadableLooks(
          { node, askedAtMs, answeredAtMs: clock.nowMs(), view: 'history' },
          answer,
        );
        for (const look of unreadable) this.#unreadable.add(look);
        // Rubbish may have been told once; a node that is silent is not asked again.
        if (unreadable.length === 0) this.#ends.delete(node);
        break;
      }
      // A node that shows more than was asked for is not asked again either.
      if (answer.value.length > PAGE) {
        this.#ends.delete(node);
        break;
      }
      const shown = answer.value.length;
      if (shown < PAGE)
        this.#keep({
          node,
          askedAtMs,
          atMost: offset + shown,
          page: { offset, digest: digestOf(answer.value) },
        });
      const isFound = shown < PAGE && (shown > 0 || offset === end.known);
      if (shown > 0 || isFound) Object.assign(end, { known: offset + shown, since: 0 });
      if (isFound) break;
      offset = shown === PAGE ? offset + step : Math.max(end.known, offset - step);
    }
    const nowMs = clock.nowMs();
    this.#nextMs = Math.max(beganMs + this.#betweenMs, nowMs + REST_PER_LOOK * (nowMs - beganMs));
  }

  #keep(look: HistoryLook): void {
    this.#looks.push(look);
    if (this.#looks.length < MOST_LOOKS) return;
    this.#looks = this.#looks.filter((_, index) => index % 2 === 0);
    this.#betweenMs *= 2;
  }
}

/** The watched nodes, and the clock of the load. */
export type WatchedTargets = Pick<NodesToRead, 'nodes' | 'clock'>;

interface HistoryEnd {
  /** Entries that stood there for certain. */
  known: number;
  /** Payments of the node that succeeded since. */
  since: number;
}

// A hundred bytes each in the report of a load; beyond this every second look is let go.
const MOST_ENDS = 20_000;
// Further unreadable answers tell nothing new of a node.
const MOST_UNREADABLE = 100;

/** Looks at nodes while a load runs, as many as are worth keeping. */
export class KeptLooks {
  #looks: WatchedLook[] = [];
  #ends = 0;
  #unreadable = 0;
  #every = 1;
  #seen = 0;

  add(look: WatchedLook): void {
    if (look.kind === 'unreadable') {
      this.#unreadable += 1;
      if (this.#unreadable <= MOST_UNREADABLE) this.#looks.push(look);
      return;
    }
    this.#seen += 1;
    if (this.#seen % this.#every !== 0) return;
    this.#looks.push(look);
    this.#ends += look.channels.length;
    if (this.#ends > MOST_ENDS) this.#thin();
  }

  get all(): readonly WatchedLook[] {
    return this.#looks;
  }

  #thin(): void {
    this.#every *= 2;
    let number = 0;
    this.#looks = this.#looks.filter((look) => look.kind === 'unreadable' || (number++ & 1) === 1);
    this.#ends = this.#looks.reduce(
      (sum, look) => sum + (look.kind === 'channels' ? look.channels.length : 0),
      0,
    );
  }
}

type Unreadable = Extract<WatchedLook, { kind: 'unreadable' }>;

/** Which node was asked for what, and when. */
export type LookedAt = Pick<Unreadable, 'node' | 'askedAtMs' | 'answeredAtMs' | 'view'>;

/** Looks that keep an answer that is not as the API says; none for a silence: the node may be busy or stopped. */
export function unreadableLooks(
  look: LookedAt,
  answer: Exclude<Answer<unknown>, { kind: 'ok' }>,
): readonly Unreadable[] {
  return isFromTheNode(answer) ? [{ ...look, kind: 'unreadable', detail: withoutValueText(answer) }] : [];
}

import type { HistoryLook } from '../../../model/load/history-look.ts';
import type { WatchedLook } from '../../../model/load/watched-look.ts';
import type { NodeName } from '../../../model/network/network.ts';
import type { OperationRecord } from '../../../model/run/outcome.ts';
import type { Reading } from '../../../model/run/reading.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { LoadObserver } from '../../../ports/load-engine.ts';
import type { Nodes } from '../../../ports/node-api.ts';
import { KeptLooks } from './kept-looks.ts';
import { unreadableLooks } from './unreadable-looks.ts';

// Four a second: at 1,000 payments a second one request in 250.
const BETWEEN_LOOKS_MS = 250;
// However long its history makes a look, a node rests four times as long.
const REST_PER_LOOK = 4;
const PAGE = 100;
// Each twice as far from the one before: what ended since the last look is known, what failed or is late is not.
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
      // Nor is one that shows more than was asked for.
      if (answer.value.length > PAGE) {
        this.#ends.delete(node);
        break;
      }
      const shown = answer.value.length;
      if (shown < PAGE) this.#keep({ node, askedAtMs, atMost: offset + shown });
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

/** What is watched, and the clock the load runs on. */
export interface WatchedTargets {
  readonly nodes: Pick<Nodes, 'node'>;
  readonly clock: Clock;
}

interface HistoryEnd {
  /** Entries that stood there for certain. */
  known: number;
  /** Payments of the node that succeeded since. */
  since: number;
}

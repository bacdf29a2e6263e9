import type { ByNode, NodeIndex } from '../model/network/indices.ts';
import type { Clock } from '../ports/clock.ts';
import type { Processor } from './processor.ts';

// A node repeats what was not acknowledged after 5 s, then after twice as long each time, up to a minute (raiden.md 2.3).
const FIRST_REPETITION_MS = 5000;
const LONGEST_BETWEEN_REPETITIONS_MS = 60_000;

/**
 * Messages between nodes. One for a stopped node waits and is delivered when the node returns,
 * as retransmission brings it about in real networks.
 */
export class Messenger {
  readonly #clock: Clock;
  readonly #running: boolean[];
  readonly #runningSinceMs: number[];
  readonly #waiting: (() => void)[][];
  readonly #processors: ByNode<Processor>;
  readonly #drawLatencyMs: () => number;
  readonly #beforeChange: () => void;
  readonly #onStop: (node: NodeIndex) => void;

  constructor(parts: {
    readonly clock: Clock;
    readonly running: readonly boolean[];
    /** What handles a message takes its time; one per node. */
    readonly processors: ByNode<Processor>;
    readonly drawLatencyMs: () => number;
    /** For how long the nodes that run at the start count as having run. */
    readonly headStartMs: number;
    /** Called before a node stops or starts. */
    readonly beforeChange: () => void;
    readonly onStop: (node: NodeIndex) => void;
  }) {
    const { clock, running, headStartMs } = parts;
    this.#clock = clock;
    this.#running = [...running];
    this.#runningSinceMs = running.map(() => clock.nowMs() - headStartMs);
    this.#waiting = running.map(() => []);
    this.#processors = parts.processors;
    this.#drawLatencyMs = parts.drawLatencyMs;
    this.#beforeChange = parts.beforeChange;
    this.#onStop = parts.onStop;
  }

  isRunning(node: NodeIndex): boolean {
    return this.#running[node] === true;
  }

  /** Milliseconds since the node last came up; 0 when it is down. */
  uptimeMs(node: NodeIndex): number {
    return this.isRunning(node) ? this.#clock.nowMs() - (this.#runningSinceMs[node] as number) : 0;
  }

  /**
   * Delivers after one hop latency, when the node has handled what came before; tells `held` when the message has to
   * wait for the node's return.
   */
  send(to: NodeIndex, deliver: () => void, held: () => void): void {
    const arrive = (): void => {
      if (!this.isRunning(to)) held();
      this.whenRunning(to, () => this.#processors[to]?.handle(deliver, arrive));
    };
    this.#clock.schedule(this.#drawLatencyMs(), arrive);
  }

  /** As `send`, but what a node misses while it is away comes with the sender's next repetition, not on its return. */
  sendRepeatedly(to: NodeIndex, deliver: () => void): void {
    const sentMs = this.#clock.nowMs();
    const arrive = (): void => {
      if (this.isRunning(to)) this.#processors[to]?.handle(deliver, arrive);
      else
        this.whenRunning(to, () => {
          this.#clock.schedule(untilRepetitionMs(this.#clock.nowMs() - sentMs), arrive);
        });
    };
    this.#clock.schedule(this.#drawLatencyMs(), arrive);
  }

  /** Acts now when the node runs, else when it returns. */
  whenRunning(node: NodeIndex, act: () => void): void {
    if (this.#running[node]) act();
    else (this.#waiting[node] as (() => void)[]).push(act);
  }

  stop(node: NodeIndex): void {
    if (!this.isRunning(node)) return;
    this.#beforeChange();
    this.#running[node] = false;
    this.#onStop(node);
  }

  start(node: NodeIndex): void {
    if (this.isRunning(node)) return;
    this.#beforeChange();
    this.#running[node] = true;
    this.#runningSinceMs[node] = this.#clock.nowMs();
    for (const act of (this.#waiting[node] as (() => void)[]).splice(0)) this.whenRunning(node, act);
  }
}

// From this long after a message was sent until it is repeated.
function untilRepetitionMs(sinceMs: number): number {
  let [atMs, gapMs] = [FIRST_REPETITION_MS, FIRST_REPETITION_MS];
  while (atMs <= sinceMs) {
    gapMs = Math.min(2 * gapMs, LONGEST_BETWEEN_REPETITIONS_MS);
    atMs += gapMs;
  }
  return atMs - sinceMs;
}

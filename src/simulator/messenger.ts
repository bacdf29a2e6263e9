import type { ByNode, NodeIndex } from '../model/network/indices.ts';
import type { Clock, Due, Timer } from '../ports/clock.ts';
import type { Processor, Task } from './processor.ts';

// A node repeats what was not acknowledged after 5 s, then after twice as long each time, up to a minute (raiden.md 2.4).
const FIRST_REPETITION_MS = 5000;
const LONGEST_BETWEEN_REPETITIONS_MS = 60_000;
// A frozen process keeps its connections, so that the path-finding service takes it for online for 5 to 30 s
// (python-node.md 4); in the recordings it no longer did after 11 s.
const SEEN_WHILE_FROZEN_MS = 10_000;

/** Called when a node stops, is ready after a start, freezes or thaws. */
export interface Interruptions {
  readonly stopped: (node: NodeIndex) => void;
  readonly started: (node: NodeIndex) => void;
  readonly frozen: (node: NodeIndex) => void;
  readonly thawed: (node: NodeIndex) => void;
}

/** Something on its way to a node: an event that hands itself to `Messenger.arrive`, again where the node was interrupted. */
export interface Message extends Due, Task {
  readonly to: NodeIndex;
  /** Called when the message has to wait for the node's return. */
  held(): void;
}

/**
 * Messages between nodes, and which nodes are there to take them. One for a node that is away waits and is delivered
 * when the node returns, as retransmission brings it about in real networks.
 */
export class Messenger {
  readonly #clock: Clock;
  // By node, 1 where it does; a byte each, because every message and every search asks for many of them.
  readonly #running: Uint8Array;
  readonly #runningSinceMs: number[];
  readonly #waiting: (() => void)[][];
  readonly #processors: ByNode<Processor> | undefined;
  readonly #drawLatencyMs: () => number;
  readonly #beforeChange: () => void;
  readonly #interruptions: Interruptions;
  /** Taken for online by the path-finding service. */
  readonly #seen: Uint8Array;
  /** Processes that stand still, until they are not seen any more. */
  readonly #frozen = new Map<NodeIndex, Timer>();
  /** By how much nodes are late with what they are given. */
  readonly #slowMs = new Map<NodeIndex, number>();
  /** Requests that slow nodes have not come to. */
  readonly #delayed = new Map<NodeIndex, Set<Timer>>();
  /** How often nodes were stopped; absent: never. */
  readonly #stops = new Map<NodeIndex, number>();
  /** Processes that are not ready yet. */
  readonly #starting = new Map<NodeIndex, Timer>();

  constructor(parts: {
    readonly clock: Clock;
    readonly running: readonly boolean[];
    /** One per node, which takes its time for each message; absent: handling takes none. */
    readonly processors: ByNode<Processor> | undefined;
    readonly drawLatencyMs: () => number;
    /** For how long the nodes that run at the start count as having run. */
    readonly headStartMs: number;
    /** Called before a node is seen to come or go. */
    readonly beforeChange: () => void;
    readonly interruptions: Interruptions;
  }) {
    const { clock, running, headStartMs } = parts;
    this.#clock = clock;
    this.#running = Uint8Array.from(running, Number);
    this.#seen = this.#running.slice();
    this.#runningSinceMs = running.map(() => clock.nowMs() - headStartMs);
    this.#waiting = running.map(() => []);
    this.#processors = parts.processors;
    this.#drawLatencyMs = parts.drawLatencyMs;
    this.#beforeChange = parts.beforeChange;
    this.#interruptions = parts.interruptions;
  }

  /** True for a node that does what it has to do. */
  isRunning(node: NodeIndex): boolean {
    return this.#running[node] === 1;
  }

  /** True for a node that does at once what it has to do. */
  isPrompt(node: NodeIndex): boolean {
    return this.isRunning(node) && !this.#slowMs.has(node);
  }

  /** True for a node whose process is there: it runs, is frozen or is not ready yet. */
  isUp(node: NodeIndex): boolean {
    return this.isRunning(node) || this.#frozen.has(node) || this.#starting.has(node);
  }

  isStarting(node: NodeIndex): boolean {
    return this.#starting.has(node);
  }

  /** True for a node that the path-finding service, and whoever asks it, takes for online. */
  isSeen(node: NodeIndex): boolean {
    return this.#seen[node] === 1;
  }

  /** How often the node was stopped: what it keeps in memory only ends with each. */
  stops(node: NodeIndex): number {
    return this.#stops.get(node) ?? 0;
  }

  /** Milliseconds since the node last came up; 0 when it is down. */
  uptimeMs(node: NodeIndex): number {
    return this.isSeen(node) ? this.#clock.nowMs() - (this.#runningSinceMs[node] as number) : 0;
  }

  /** Delivers after one hop latency, when the node has handled what came before, or on the node's return. */
  send(message: Message): void {
    this.#clock.post(this.#drawLatencyMs(), message);
  }

  /** Takes a message whose latency is over; a slow node comes to it later. */
  arrive(message: Message): void {
    const slowMs = this.#slowMs.size === 0 ? undefined : this.#slowMs.get(message.to);
    if (slowMs === undefined) this.#take(message);
    else this.#clock.schedule(slowMs, () => this.#take(message));
  }

  #take(message: Message): void {
    if (this.isRunning(message.to)) this.handle(message.to, message);
    else {
      message.held();
      this.whenRunning(message.to, () => this.handle(message.to, message));
    }
  }

  /** As `send`, also to slow nodes, but what a node misses while it is away comes with the sender's next repetition, not on its return. */
  sendRepeatedly(to: NodeIndex, deliver: () => void): void {
    const sentMs = this.#clock.nowMs();
    const arrive = (): void => {
      if (this.isRunning(to)) this.handle(to, { act: deliver, interrupted: arrive });
      else
        this.whenRunning(to, () => {
          this.#clock.schedule(untilRepetitionMs(this.#clock.nowMs() - sentMs), arrive);
        });
    };
    this.#clock.schedule(this.#drawLatencyMs(), arrive);
  }

  /** Lets a node do something when it has done all that it was given before. */
  handle(node: NodeIndex, task: Task): void {
    if (this.#processors === undefined) task.act();
    else this.#processors[node]?.handle(task);
  }

  /** Acts now when the node runs, else when it returns. */
  whenRunning(node: NodeIndex, act: () => void): void {
    if (this.isRunning(node)) act();
    else (this.#waiting[node] as (() => void)[]).push(act);
  }

  /** As `whenRunning`, later by the node's slowness; forgotten when it stops before. */
  afterSlowness(node: NodeIndex, act: () => void): void {
    const slowMs = this.#slowMs.get(node);
    if (slowMs === undefined) {
      this.whenRunning(node, act);
      return;
    }
    const delayed = this.#delayed.get(node) ?? new Set<Timer>();
    this.#delayed.set(node, delayed);
    const timer = this.#clock.schedule(slowMs, () => {
      delayed.delete(timer);
      this.whenRunning(node, act);
    });
    delayed.add(timer);
  }

  /** From now on the node takes up what it is given so much later; 0: at once. */
  slow(node: NodeIndex, byMs: number): void {
    if (byMs > 0) this.#slowMs.set(node, byMs);
    else this.#slowMs.delete(node);
  }

  /** Ends the process. */
  stop(node: NodeIndex): void {
    if (!this.isUp(node)) return;
    this.#see(node, false);
    this.#running[node] = 0;
    this.#stops.set(node, this.stops(node) + 1);
    for (const timer of this.#delayed.get(node) ?? []) timer.cancel();
    this.#delayed.delete(node);
    for (const timers of [this.#frozen, this.#starting]) {
      timers.get(node)?.cancel();
      timers.delete(node);
    }
    this.#interruptions.stopped(node);
  }

  /** Starts a process that was stopped; it is ready after so many milliseconds. */
  start(node: NodeIndex, startupMs: number): void {
    if (this.isUp(node)) return;
    const ready = (): void => {
      this.#starting.delete(node);
      this.#runningSinceMs[node] = this.#clock.nowMs();
      this.#interruptions.started(node);
      this.#goOn(node);
    };
    if (startupMs === 0) ready();
    else this.#starting.set(node, this.#clock.schedule(startupMs, ready));
  }

  /** The process stands still: it takes requests and messages, and does nothing with them. */
  freeze(node: NodeIndex): void {
    if (!this.isRunning(node)) return;
    this.#running[node] = 0;
    this.#frozen.set(
      node,
      this.#clock.schedule(SEEN_WHILE_FROZEN_MS, () => this.#see(node, false)),
    );
    this.#interruptions.frozen(node);
  }

  thaw(node: NodeIndex): void {
    const timer = this.#frozen.get(node);
    if (timer === undefined) return;
    timer.cancel();
    this.#frozen.delete(node);
    this.#interruptions.thawed(node);
    this.#goOn(node);
  }

  #goOn(node: NodeIndex): void {
    this.#see(node, true);
    this.#running[node] = 1;
    for (const act of (this.#waiting[node] as (() => void)[]).splice(0)) this.whenRunning(node, act);
  }

  #see(node: NodeIndex, isSeen: boolean): void {
    if (this.isSeen(node) === isSeen) return;
    this.#beforeChange();
    this.#seen[node] = isSeen ? 1 : 0;
  }
}

// The time that is left until a message is repeated, so long after it was sent.
function untilRepetitionMs(sinceMs: number): number {
  for (let repetition = 1; ; repetition += 1) {
    const atMs = repetitionMs(repetition);
    if (atMs > sinceMs) return atMs - sinceMs;
  }
}

/** How long after a message was sent this repetition of it follows; 0 is the message itself. */
export function repetitionMs(repetition: number): number {
  let [atMs, gapMs] = [0, FIRST_REPETITION_MS];
  for (let before = 0; before < repetition; before += 1) {
    atMs += gapMs;
    gapMs = Math.min(2 * gapMs, LONGEST_BETWEEN_REPETITIONS_MS);
  }
  return atMs;
}

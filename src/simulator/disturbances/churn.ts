import type { ChurnSpec, NodeChoice } from '../../model/disturbances/disturbance.ts';
import { fieldError } from '../../model/locate-faults.ts';
import type { NodeIndex } from '../../model/network/indices.ts';
import type { NodeName } from '../../model/network/network.ts';
import type { Clock, Timer } from '../../ports/clock.ts';
import type { RandomSource, RandomStream } from '../../ports/random.ts';
import { durationDrawer } from '../../runtime/draw.ts';
import type { Messenger } from '../messenger.ts';

// Draws of zero would let nodes go on and off for ever at one moment.
const SHORTEST_STAY_MS = 1;

export interface ChurnParts {
  readonly specs: readonly ChurnSpec[];
  readonly clock: Clock;
  readonly messenger: Messenger;
  readonly nodeByName: ReadonlyMap<NodeName, NodeIndex>;
  readonly random: RandomSource;
  /** Called after each node that went or came. */
  readonly onChange: (node: NodeIndex) => void;
}

/** Nodes that go offline and come back by themselves, until told to stop. */
export class Churn {
  readonly #clock: Clock;
  readonly #messenger: Messenger;
  readonly #onChange: (node: NodeIndex) => void;
  readonly #timers = new Set<Timer>();
  /** Taken away by churn, and not yet back. */
  readonly #away = new Set<NodeIndex>();

  constructor(parts: ChurnParts) {
    const { specs, nodeByName, random } = parts;
    this.#clock = parts.clock;
    this.#messenger = parts.messenger;
    this.#onChange = parts.onChange;
    specs.forEach((spec, index) => {
      const stream = random.stream(`churn ${index}`);
      const nodes = chosenNodes(spec.nodes, nodeByName, stream, `churn[${index}].${spec.kind}.nodes`);
      if (spec.kind === 'schedule') this.#follow(spec, nodes);
      else if (spec.together) this.#wander(spec, nodes, stream);
      else for (const node of nodes) this.#wander(spec, [node], stream);
    });
  }

  /** Ends the churn: offline nodes start again if `areBack`, else they stay offline. */
  stop({ areBack }: { readonly areBack: boolean }): void {
    for (const timer of this.#timers) timer.cancel();
    this.#timers.clear();
    if (areBack) for (const node of this.#away) this.#bring(node);
  }

  #wander(
    { online, offline }: Extract<ChurnSpec, { kind: 'random' }>,
    nodes: readonly NodeIndex[],
    stream: RandomStream,
  ): void {
    const [drawOnline, drawOffline] = [durationDrawer(online, stream), durationDrawer(offline, stream)];
    const leave = (): void => {
      for (const node of nodes) this.#take(node);
      this.#after(drawOffline(), back);
    };
    const back = (): void => {
      for (const node of nodes) this.#bring(node);
      this.#after(drawOnline(), leave);
    };
    this.#after(drawOnline(), leave);
  }

  #follow(
    { absences, everyMs }: Extract<ChurnSpec, { kind: 'schedule' }>,
    nodes: readonly NodeIndex[],
  ): void {
    const beginMs = this.#clock.nowMs();
    const round = (roundMs: number): void => {
      for (const { atMs, durationMs } of absences) {
        const leaveMs = roundMs + atMs;
        this.#at(leaveMs, () => {
          for (const node of nodes) this.#take(node);
        });
        this.#at(leaveMs + durationMs, () => {
          for (const node of nodes) this.#bring(node);
        });
      }
      if (everyMs !== undefined) this.#at(roundMs + everyMs, () => round(roundMs + everyMs));
    };
    round(beginMs);
  }

  #take(node: NodeIndex): void {
    if (!this.#messenger.isRunning(node)) return;
    this.#away.add(node);
    this.#messenger.stop(node);
    this.#onChange(node);
  }

  // A node that a step has stopped stays stopped.
  #bring(node: NodeIndex): void {
    if (!this.#away.delete(node)) return;
    this.#messenger.start(node, 0);
    this.#onChange(node);
  }

  #at(atMs: number, act: () => void): void {
    this.#schedule(atMs - this.#clock.nowMs(), act);
  }

  #after(delayMs: number, act: () => void): void {
    this.#schedule(Math.max(SHORTEST_STAY_MS, delayMs), act);
  }

  #schedule(delayMs: number, act: () => void): void {
    const timer = this.#clock.schedule(delayMs, () => {
      this.#timers.delete(timer);
      act();
    });
    this.#timers.add(timer);
  }
}

/** The chosen nodes, in node order; `at` is the field path of the choice. Draws from the stream for a share only. */
export function chosenNodes(
  choice: NodeChoice,
  nodeByName: ReadonlyMap<NodeName, NodeIndex>,
  stream: RandomStream,
  at: string,
): readonly NodeIndex[] {
  const all = [...nodeByName.values()];
  switch (choice.kind) {
    case 'all':
      return all;
    case 'named':
      return choice.names.map((name, index) => knownNode(nodeByName, name, `${at}[${index}]`)).sort(inOrder);
    case 'share': {
      const count = Math.floor(choice.share * all.length + 0.5);
      // A partial Fisher-Yates shuffle: each set of that size is equally likely.
      for (let next = 0; next < count; next += 1) {
        const other = next + Math.floor(stream() * (all.length - next));
        [all[next], all[other]] = [all[other] as NodeIndex, all[next] as NodeIndex];
      }
      return all.slice(0, count).sort(inOrder);
    }
  }
}

/** The node of that name, which only building the network shows to be there; `at` is the field that names it. */
export function knownNode(
  nodeByName: ReadonlyMap<NodeName, NodeIndex>,
  name: NodeName,
  at: string,
): NodeIndex {
  const node = nodeByName.get(name);
  if (node === undefined)
    throw fieldError(at, `found ${JSON.stringify(name)}, expected a node of the network`);
  return node;
}

function inOrder(one: NodeIndex, other: NodeIndex): number {
  return one - other;
}

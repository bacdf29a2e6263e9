import type { Network, NodeName } from '../../../model/network/network.ts';
import { CHANGES_CHANNELS } from '../../../model/run/operation.ts';
import type { OperationRecord } from '../../../model/run/outcome.ts';
import type { ChannelLooks } from './channel-looks.ts';

// Each is a connection that is kept; of a network of thousands the first ones are looked at.
const MOST_OTHERS = 100;
// A script of more steps than this is looked at as it goes on, by the turns.
const MOST_STEPS = 200;

/**
 * Looks at the nodes that tell nothing new of any balance: a few in every turn, so that each is looked at now and then,
 * and a node that has just said that it changed a channel, at once.
 */
export class OtherLooks {
  readonly #looks: ChannelLooks;
  readonly #others: NodeName[];
  readonly #isTarget: (node: NodeName) => boolean;
  readonly #underWay = new Set<Promise<unknown>>();
  #steps = 0;

  constructor({
    start,
    looks,
    told,
    isTarget,
  }: {
    readonly start: Network;
    readonly looks: ChannelLooks;
    /** The nodes that are looked at in every turn. */
    readonly told: readonly NodeName[];
    readonly isTarget: (node: NodeName) => boolean;
  }) {
    this.#looks = looks;
    this.#isTarget = isTarget;
    const known = new Set(told);
    this.#others = start
      .filterNodes((node, { online }) => online && !known.has(node) && isTarget(node))
      .slice(0, MOST_OTHERS);
  }

  /** The next ones in turn, one after the other; says how many. */
  async turn(count: number, isEnough: () => boolean): Promise<number> {
    const next = this.#others.splice(0, count);
    let looked = 0;
    for (const node of next) {
      if (isEnough()) break;
      looked += 1;
      const answer = await this.#looks.channels(node);
      // One that is silent is not waited for again.
      if (answer.kind !== 'indeterminate') this.#others.push(node);
    }
    return looked;
  }

  /** A node that acknowledged a change to its channels has to show it from then on. */
  after({ operation, outcome }: OperationRecord): void {
    if (!CHANGES_CHANNELS.has(operation.kind) || !('node' in operation)) return;
    if (outcome.kind !== 'succeeded' || this.#steps >= MOST_STEPS || !this.#isTarget(operation.node)) return;
    this.#steps += 1;
    const look = this.#looks.channels(operation.node);
    this.#underWay.add(look);
    void look.finally(() => this.#underWay.delete(look));
  }

  /** Once every look has been answered. */
  async finish(): Promise<void> {
    await Promise.all(this.#underWay);
  }
}

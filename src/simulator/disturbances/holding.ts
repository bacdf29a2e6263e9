import type { Amount } from '../../model/network/amount.ts';
import type { NodeIndex } from '../../model/network/indices.ts';
import type { NodeName } from '../../model/network/network.ts';
import type { HoldSpec, Likelihood } from '../../model/disturbances/disturbance.ts';
import type { RandomSource, RandomStream } from '../../ports/random.ts';
import { chosenNodes } from './chosen-nodes.ts';

interface Holder {
  readonly nodes: ReadonlySet<NodeIndex>;
  readonly role: HoldSpec['role'];
  readonly probability: Likelihood;
  readonly stream: RandomStream;
}

/** Says which transfers are held, by the scenario's list and chance. */
export class Holding {
  readonly #holders: readonly Holder[];

  /** Each with its place in the scenario's list. */
  constructor(
    specs: readonly (HoldSpec & { readonly index: number })[],
    nodeByName: ReadonlyMap<NodeName, NodeIndex>,
    random: RandomSource,
  ) {
    this.#holders = specs.map(({ index, nodes, role, probability }) => {
      const stream = random.stream(`griefing ${index}`);
      const at = `griefing[${index}].hold.nodes`;
      return { nodes: new Set(chosenNodes(nodes, nodeByName, stream, at)), role, probability, stream };
    });
  }

  /** True when the node does nothing with a transfer that it gets; asked once for each transfer. */
  holds(node: NodeIndex, role: 'target' | 'mediator', amount: Amount): boolean {
    for (const holder of this.#holders)
      if (
        holder.nodes.has(node) &&
        (holder.role === 'either' || holder.role === role) &&
        holder.stream() < probabilityOf(holder.probability, amount)
      )
        return true;
    return false;
  }
}

// Of 2^53 and more the nearest double decides: the draw itself has no more digits.
function probabilityOf(likelihood: Likelihood, amount: Amount): number {
  return likelihood.kind === 'fixed'
    ? likelihood.probability
    : Math.min(1, Number(amount) / Number(likelihood.capacity));
}

import type { Network, NodeName } from '../../model/network/network.ts';
import type { EndSelector, NetworkChange } from '../../model/plan/experiment.ts';
import { endsOf } from '../change-network.ts';

/** The part of a network that a plan may change: that of its own nodes; where it names none, all of it. */
export class OwnPart {
  /** The nodes whose owner plans; absent: the network has one owner. */
  readonly nodes: readonly NodeName[] | undefined;
  /** The channel ends that may be funded. */
  readonly ends: EndSelector;
  readonly network: Network;

  constructor(network: Network, nodes: readonly NodeName[] | undefined) {
    this.network = network;
    this.nodes = nodes;
    this.ends = nodes === undefined ? 'all' : { owners: nodes };
  }

  decidesFor(node: NodeName): boolean {
    return this.nodes === undefined || this.nodes.includes(node);
  }

  /** A channel is opened, closed and rebalanced by either of its nodes; money and fees are each node's own. */
  mayChange(change: NetworkChange): boolean {
    if (this.nodes === undefined) return true;
    switch (change.kind) {
      case 'fund':
        return this.#ownsAll(change);
      case 'spread':
      case 'deposit':
        return this.#ownsAll(change.at ?? 'all');
      case 'remove-channel':
        return (
          this.network.hasEdge(change.channel) &&
          this.network.extremities(change.channel).some((node) => this.decidesFor(node))
        );
      case 'open': {
        const { between, deposits } = change;
        const isOwn = between.map((node) => this.decidesFor(node));
        return isOwn.includes(true) && isOwn.every((own, end) => own || deposits[end] === 0n);
      }
      case 'charge':
        return this.decidesFor(change.node);
      // A node that fails is a loss that nobody decides on.
      case 'remove-node':
        return true;
    }
  }

  #ownsAll(at: EndSelector): boolean {
    return endsOf(this.network, at).every(
      ({ channel, end }) =>
        this.network.hasEdge(channel) && this.decidesFor(this.network.extremities(channel)[end]),
    );
  }
}

import type { Socket } from 'node:net';
import type { Address } from '../../model/network/address.ts';
import type { NodeName } from '../../model/network/network.ts';
import type { NodeSettings } from '../../model/scenario/node-settings.ts';
import type { NodeApi } from '../../ports/node-api.ts';
import type { NetworkControl, Simulation } from '../../ports/simulation.ts';
import type { PortListener } from './port-listener.ts';

/** Hears of a node that ended with what it did not expect, with the request. */
export type NodeEnded = (node: NodeName, request: string) => void;

/** A node with the port it answers on. */
export interface ServedNode {
  readonly name: NodeName;
  readonly address: Address;
  readonly api: NodeApi;
  readonly listener: PortListener;
}

/** Keeps ports and nodes in step: a stopped node's port refuses connections, a running node's answers. */
export class Switchboard {
  readonly nodes: ReadonlyMap<NodeName, ServedNode>;
  readonly control: NetworkControl;

  readonly #afterReset: () => void;

  // One after the other: a port that is being opened cannot be shut.
  #following: Promise<void> = Promise.resolve();

  constructor(
    nodes: ReadonlyMap<NodeName, ServedNode>,
    simulation: Pick<Simulation, 'control' | 'watchChurn'>,
    /** Called when the network is another: for those that keep something of the old one. */
    afterReset: () => void,
  ) {
    this.#afterReset = afterReset;
    this.nodes = nodes;
    this.control = simulation.control;
    simulation.watchChurn((name) => {
      this.#following = this.#following.then(() => this.#follow(name));
    });
  }

  // A node whose port somebody took meanwhile cannot come back.
  async #follow(name: NodeName): Promise<void> {
    const listener = this.nodes.get(name)?.listener;
    if (!this.control.isRunning(name)) listener?.shut();
    else await listener?.open().catch(() => this.control.stop(name));
  }

  /** `spare`: the connection the wish came in on, kept until it is answered. */
  stop(node: ServedNode, { spare }: { readonly spare?: Socket } = {}): void {
    this.control.stop(node.name);
    node.listener.shut({ spare });
  }

  /** Throws InputError when somebody took the port meanwhile. */
  async start(node: ServedNode, settings?: NodeSettings): Promise<void> {
    await node.listener.open();
    this.control.start(node.name, settings);
  }

  /** Back to the starting network; ports follow the nodes that run then. */
  async reset({ spare }: { readonly spare?: Socket } = {}): Promise<void> {
    this.control.reset();
    this.#afterReset();
    for (const { name, listener } of this.nodes.values()) {
      if (this.control.isRunning(name)) await listener.open();
      else listener.shut({ spare });
    }
  }
}

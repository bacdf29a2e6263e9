import type { Socket } from 'node:net';
import type { Address } from '../../model/network/address.ts';
import type { NodeName } from '../../model/network/network.ts';
import type { NodeApi } from '../../ports/node-api.ts';
import type { NetworkControl } from '../../ports/simulation.ts';
import type { PortListener } from './port-listener.ts';

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

  constructor(nodes: ReadonlyMap<NodeName, ServedNode>, control: NetworkControl) {
    this.nodes = nodes;
    this.control = control;
  }

  /** `spare`: the connection the wish came in on, kept until it is answered. */
  stop(node: ServedNode, { spare }: { readonly spare?: Socket } = {}): void {
    this.control.stop(node.name);
    node.listener.shut({ spare });
  }

  /** Throws InputError when somebody took the port meanwhile. */
  async start(node: ServedNode): Promise<void> {
    await node.listener.open();
    this.control.start(node.name);
  }

  /** Back to the starting network; ports follow the nodes that run then. */
  async reset({ spare }: { readonly spare?: Socket } = {}): Promise<void> {
    this.control.reset();
    for (const { name, listener } of this.nodes.values()) {
      if (this.control.isRunning(name)) await listener.open();
      else listener.shut({ spare });
    }
  }
}

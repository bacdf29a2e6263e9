import { bench, describe } from 'vitest';
import type { NodeIndex } from '../src/model/network/indices.ts';
import type { NetworkView, RouterFactory } from '../src/ports/router.ts';
import { fewestHopsRouter } from '../src/routing/fewest-hops-router.ts';
import { graphologyRouter } from '../src/routing/graphology-router.ts';
import { raidenRouter } from '../src/routing/raiden-router.ts';
import { benchNetwork, benchSimulation, lightningStructure, pairDrawer } from './bench-network.ts';

const structure = lightningStructure();
const name = 'one path through the Lightning network of July 2019';

// The baseline is graphology's bidirectional Dijkstra on the same weights; vitest prints the ratios.
describe.skipIf(structure === undefined)(
  structure ? name : `${name} (skipped: no lnd_july15_2019.edgelist; bench/README.md says where to get it)`,
  () => {
    if (structure === undefined) return;
    const view = viewOf();
    const targets = structure.nodes.length;
    for (const factory of [graphologyRouter, raidenRouter, fewestHopsRouter]) {
      const router = factory.create();
      const nextPair = pairDrawer(targets);
      bench(factory.name, () => {
        const [source, target] = nextPair() as unknown as readonly [NodeIndex, NodeIndex];
        router.findRoutes(view, { source, target, amount: 10n ** 15n, maxPaths: 1 });
      });
    }

    // The simulator shows its view to routers only: one that keeps it gets hold of it.
    function viewOf(): NetworkView {
      let seen: NetworkView | undefined;
      const spy: RouterFactory = {
        name: 'spy',
        create: () => ({
          findRoutes: (shown) => {
            seen = shown;
            return [];
          },
        }),
      };
      const network = benchNetwork(structure ?? { nodes: [], channels: [] });
      const { simulation } = benchSimulation(network, { router: spy });
      const [from, to] = unconnectedPair(network);
      void simulation.node(from).pay({
        token: network.getAttribute('tokens')[0]?.tokenAddress ?? '0x',
        target: network.getNodeAttribute(to, 'address'),
        amount: 1n,
      });
      if (seen === undefined) throw new Error('the router was not asked');
      return seen;
    }

    // Direct partners would pay without asking a router.
    function unconnectedPair(network: ReturnType<typeof benchNetwork>): readonly [string, string] {
      const nodes = network.nodes().filter((node) => network.degree(node) > 0);
      const from = nodes[0] ?? '';
      return [from, nodes.find((node) => node !== from && !network.areNeighbors(from, node)) ?? ''];
    }
  },
);

import { bench, describe } from 'vitest';
import { fewestHopsRouter } from '../src/routing/fewest-hops-router.ts';
import { raidenRouter } from '../src/routing/raiden-router.ts';
import { instantProtocol } from '../src/simulator/instant/instant.ts';
import { raidenProtocol } from '../src/simulator/raiden/raiden.ts';
import { benchNetwork, benchSimulation, pairDrawer, scaleFreeStructure } from './bench-network.ts';

const PAYMENTS = 1000;

// One iteration is a thousand payments, 200 a second of simulated time: payments per second = 1000 x hz.
describe('a thousand payments between 2,000 nodes of a scale-free network', () => {
  const network = benchNetwork(scaleFreeStructure());
  const token = network.getAttribute('tokens')[0]?.tokenAddress ?? '0x';
  for (const protocol of [raidenProtocol, instantProtocol]) {
    for (const router of [raidenRouter, fewestHopsRouter]) {
      const { simulation, clock } = benchSimulation(network, { router, protocol });
      const addresses = simulation.names.map((name) => network.getNodeAttribute(name, 'address'));
      const nextPair = pairDrawer(addresses.length);
      bench(`${protocol.kind}, routes by ${router.name}`, async () => {
        let answered = 0;
        for (let i = 0; i < PAYMENTS; i += 1) {
          clock.schedule(i * 5, () => {
            const [source, target] = nextPair();
            void simulation
              .node(simulation.names[source] ?? '')
              .pay({ token, target: addresses[target] ?? '0x', amount: 10n ** 15n })
              .then(() => {
                answered += 1;
              });
          });
        }
        await clock.runUntil(() => answered === PAYMENTS);
      });
    }
  }
});

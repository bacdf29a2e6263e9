import { describeNodeApi } from '../contracts/node-api-contract.ts';
import { testBench } from './small-networks.ts';

describeNodeApi('simulated nodes', async (network) => {
  const bench = testBench(network);
  const { simulation } = bench;
  return {
    nodes: simulation,
    stop: async (node) => simulation.control.stop(node),
    start: async (node) => simulation.control.start(node),
    settle: (answer) => bench.settle(answer),
    rest: () => bench.rest(),
    close: async () => {},
  };
});

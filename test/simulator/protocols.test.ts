import { CHOICES } from '../../src/jobs/assemble.ts';
import { describeNodeApi } from '../contracts/node-api-contract.ts';
import { describeProtocol } from '../contracts/protocol-contract.ts';
import { testBench } from '../world/test-bench.ts';

for (const kind of CHOICES.protocols) {
  describeProtocol(kind);
  describeNodeApi(`simulated nodes, ${kind.kind}`, async (network) => {
    const bench = testBench(network, { kind });
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
}

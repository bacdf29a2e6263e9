import type { NodeApi } from '../../src/ports/node-api.ts';
import { connectControl } from '../../src/rest/control/connect-control.ts';
import { connectNode } from '../../src/rest/connect/connect-node.ts';
import { DIALECTS } from '../../src/rest/dialect-named.ts';
import { describeNodeApi, type MakeNodes } from '../contracts/node-api-contract.ts';
import { serveLine } from './simulated-line.ts';

for (const { name: dialect, reasonOf } of DIALECTS.values()) {
  const makeNodes: MakeNodes = async (network) => {
    const served = await serveLine(network, dialect);
    const control = connectControl({ baseUrl: served.pathFindingUrl });
    const names = Object.keys(served.baseUrls);
    const connected = new Map(
      names.map((name) => [name, connectNode({ baseUrl: served.baseUrls[name] as string, dialect })]),
    );
    return {
      nodes: { names, node: (name) => connected.get(name) as NodeApi },
      stop: (name) => control.stop(name),
      start: (name) => control.start(name),
      settle: (answer) => answer,
      rest: async () => {
        while ((await control.pendingTransfers()) > 0);
      },
      close: async () => {
        for (const node of connected.values()) await node.close();
        await control.close();
        await served.close();
      },
    };
  };
  describeNodeApi(`simulated nodes behind HTTP in ${dialect}`, makeNodes, {
    hasOwnWords: reasonOf !== undefined,
  });
}

import type { CaseFound } from '../../../model/check/counterexample.ts';
import type { NodeName } from '../../../model/network/network.ts';
import { connectNode } from '../../../rest/connect/connect-node.ts';
import { type Target, targetsByName } from '../../targets/target.ts';
import type { ProbedNode, Probing } from './probed-node.ts';
import { probeFlight } from './probe-flight.ts';
import { probePages } from './probe-pages.ts';

/** What is wrong with nodes at rest that a sequence did not show; undefined: nothing. Those that are stopped are left out. */
export async function probeNodes({
  targets,
  deadlineMs,
  ...probing
}: Probing & {
  readonly targets: Readonly<Record<NodeName, Target | string>>;
  readonly deadlineMs: number;
}): Promise<CaseFound | undefined> {
  const apis = Object.entries(targetsByName(targets)).map(([name, { address: _address, ...place }]) => ({
    name,
    api: connectNode({ ...place, deadlineMs }),
  }));
  try {
    const nodes: ProbedNode[] = [];
    for (const { name, api } of apis) {
      probing.onCall();
      const address = await api.address();
      if (address.kind === 'ok') nodes.push({ name, api, address: address.value });
    }
    const wrong = await probePages(nodes, probing);
    const { blockMs } = probing;
    if (wrong !== undefined || blockMs === undefined) return wrong;
    return await probeFlight(nodes, { ...probing, blockMs });
  } finally {
    await Promise.all(apis.map(({ api }) => api.close()));
  }
}

import type { NodeName } from '../../model/network/network.ts';
import type { NodeApi } from '../../ports/node-api.ts';
import type { Simulation } from '../../ports/simulation.ts';

/** Simulated nodes that name the partners of channels which they left and which are gone, too. */
export function namingLeft(nodes: Simulation): Simulation {
  return disguised(nodes, naming);
}

/** The same nodes, each with the API that is made from its own, once. */
export function disguised(nodes: Simulation, apiOf: (node: NodeApi, name: NodeName) => NodeApi): Simulation {
  const doors = new Map(nodes.names.map((name) => [name, apiOf(nodes.node(name), name)] as const));
  return { ...nodes, node: (name) => doors.get(name) ?? nodes.node(name) };
}

function naming(node: NodeApi): NodeApi {
  return {
    ...node,
    async leave(token) {
      const before = await node.channels({ token });
      const answer = await node.leave(token);
      if (answer.kind !== 'ok' || before.kind !== 'ok') return answer;
      return { ...answer, value: answer.value.map((left, at) => left ?? before.value[at] ?? null) };
    },
  };
}

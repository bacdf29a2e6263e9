import { type Network, timeoutsAt } from '../../../model/network/network.ts';
import type { NodeSpec, Scenario } from '../../../model/scenario/scenario.ts';

/** By node: the time-outs that its channels showed before any sequence asked for others. */
export type FirstTerms = Scenario['nodes'];

/** What nodes are taken to use by default; nothing of one that does otherwise in each token network. */
export function firstTerms(start: Network): FirstTerms {
  const tokens = start.getAttribute('tokens').map(({ name }) => name);
  return Object.fromEntries(
    start.mapNodes((node): readonly [string, NodeSpec] => {
      const [first, ...others] = tokens.map((token) => timeoutsAt(start, node, token));
      const isOne = others.every(
        ({ settleTimeout, revealTimeout }) =>
          settleTimeout === first?.settleTimeout && revealTimeout === first.revealTimeout,
      );
      return [node, first !== undefined && isOne ? { ...first } : {}];
    }),
  );
}

/** The scenario with these terms, where it does not say otherwise itself. */
export function withFirstTerms(scenario: Scenario, terms: FirstTerms): Scenario {
  const stated = Object.entries(terms).map(([node, own]) => [node, { ...own, ...scenario.nodes[node] }]);
  return { ...scenario, nodes: { ...scenario.nodes, ...Object.fromEntries(stated) } };
}

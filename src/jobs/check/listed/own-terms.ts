import { type Network, type NodeName, type Timeouts, timeoutsAt } from '../../../model/network/network.ts';
import { shownDefaults } from '../../../model/run/network-as-shown.ts';
import type { Scenario, Step } from '../../../model/scenario/scenario.ts';
import { tokenOfSequences } from '../../settle/settle-steps.ts';

/**
 * The timeouts that nodes of a list use by default in the token that sequences are about: as their channels show them
 * before any sequence asks for others, else as the scenario describes them.
 */
export class OwnTerms {
  readonly #known = new Map<NodeName, Partial<Timeouts>>();

  /** The scenario with what is known, where it does not say otherwise itself. */
  statedIn(scenario: Scenario): Scenario {
    const stated = [...this.#known].map(([node, own]) => [node, { ...own, ...scenario.nodes[node] }]);
    return { ...scenario, nodes: { ...scenario.nodes, ...Object.fromEntries(stated) } };
  }

  /** Reads them off the network in which the first try begins; only the first look counts. */
  see(start: Network, { describesTimeouts }: { readonly describesTimeouts: boolean }): void {
    if (this.#known.size > 0) return;
    const token = tokenOfSequences(start);
    const shown = shownDefaults(start).filter((one) => one.token === token);
    for (const { node, token: _token, ...timeouts } of shown) this.#known.set(node, timeouts);
    if (!describesTimeouts) return;
    for (const node of start.nodes()) this.#known.set(node, timeoutsAt(start, node, token));
  }

  /** True where a step would open a channel with a timeout that nobody knows. */
  lacks(step: Step, scenario: Scenario): boolean {
    if (step.kind !== 'open') return false;
    const { nodes } = this.statedIn(scenario);
    const { settleTimeout, revealTimeout } = { ...nodes[step.from], ...step };
    return [settleTimeout, revealTimeout, nodes[step.to]?.revealTimeout].includes(undefined);
  }
}

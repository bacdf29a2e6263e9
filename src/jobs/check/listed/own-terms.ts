import type { Network, NodeName, Timeouts } from '../../../model/network/network.ts';
import type { Scenario, Step } from '../../../model/scenario/scenario.ts';
import { channelsInToken, tokenOfSequences } from '../../settle/settle-steps.ts';

/**
 * The time-outs that nodes of a list use by default in the token that sequences are about, as their channels show them
 * before any sequence asks for others.
 */
export class OwnTerms {
  readonly #known = new Map<NodeName, Partial<Timeouts>>();
  #isSeen = false;

  /** The scenario with what is known, where it does not say otherwise itself. */
  statedIn(scenario: Scenario): Scenario {
    const stated = [...this.#known].map(([node, own]) => [node, { ...own, ...scenario.nodes[node] }]);
    return { ...scenario, nodes: { ...scenario.nodes, ...Object.fromEntries(stated) } };
  }

  /** Reads them off the channels that there are; only the first look counts. */
  see(start: Network): void {
    if (this.#isSeen) return;
    this.#isSeen = true;
    const channels = channelsInToken(start, tokenOfSequences(start));
    // A channel does not show its opener: where time-outs differ, either end may have another default.
    const settle = new Set(channels.mapEdges((_key, { settleTimeout }) => settleTimeout));
    for (const node of channels.nodes()) {
      const reveal = new Set(
        channels.mapEdges(node, (_key, { revealTimeout }, source) => revealTimeout[source === node ? 0 : 1]),
      );
      const [[settleTimeout], [revealTimeout]] = [settle, reveal];
      this.#known.set(node, {
        ...(reveal.size > 0 && settle.size === 1 && { settleTimeout }),
        ...(reveal.size === 1 && { revealTimeout }),
      });
    }
  }

  /** True where a step would open a channel with a time-out that nobody knows. */
  lacks(step: Step, { nodes }: Scenario): boolean {
    if (step.kind !== 'open') return false;
    const [opener, partner] = [step.from, step.to].map((node) => ({
      ...this.#known.get(node),
      ...nodes[node],
    }));
    const { settleTimeout, revealTimeout } = { ...opener, ...step };
    return [settleTimeout, revealTimeout, partner?.revealTimeout].includes(undefined);
  }
}

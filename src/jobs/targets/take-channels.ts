import { contradictsItself, networkAsShown, withinCapacities } from '../../model/network/network-as-shown.ts';
import { type ShownDefault, shownDefaults, withTimeouts } from '../../model/network/shown-terms.ts';
import type { Scenario } from '../../model/scenario/scenario.ts';
import { readChannelLists, type RunningNodes, type ShownStart } from './setup-channels.ts';
import { type ChannelLists, changesAmong, looksAtLists } from './start-looks.ts';

/**
 * Takes the channels that exist as the starting network. Where the ends of a channel contradict each other the lists
 * are read once more: what then still does is taken from one end, for the checks to find at the other.
 */
export async function takeChannels(scenario: Scenario, running: RunningNodes): Promise<ShownStart> {
  const { network } = running;
  const first = await readChannelLists(running);
  const isDoubtful = contradictsItself(network, openOnly(first));
  const lists = isDoubtful ? await readChannelLists(running) : first;
  const start = withinCapacities(networkAsShown(network, openOnly(lists)));
  return {
    start: withTimeouts(start, unstated(scenario, shownDefaults(network, openOnly(lists)))),
    shown: changesAmong([...looksAtLists(first), ...looksAtLists(lists)]),
  };
}

// What is closing is on its way out, and nothing can be paid through it.
function openOnly(lists: ChannelLists): ChannelLists {
  return new Map(
    [...lists].map(([node, channels]) => [node, channels.filter(({ state }) => state === 'opened')] as const),
  );
}

// What a scenario states of a node is believed; the rest is read off the channels that the node has.
function unstated(scenario: Scenario, shown: readonly ShownDefault[]): readonly ShownDefault[] {
  return shown.map((each) => {
    const { settleTimeout, revealTimeout } = scenario.nodes[each.node] ?? {};
    return {
      ...each,
      ...(settleTimeout === undefined ? {} : { settleTimeout }),
      ...(revealTimeout === undefined ? {} : { revealTimeout }),
    };
  });
}

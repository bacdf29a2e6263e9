import { fieldError } from '../../model/locate-faults.ts';
import type { NodeIndex } from '../../model/network/indices.ts';
import type { NodeName } from '../../model/network/network.ts';
import type { NodeChoice } from '../../model/disturbances/disturbance.ts';
import type { RandomStream } from '../../ports/random.ts';

/** The chosen nodes, in node order; `at` is the field path of the choice. Draws from the stream for a share only. */
export function chosenNodes(
  choice: NodeChoice,
  nodeByName: ReadonlyMap<NodeName, NodeIndex>,
  stream: RandomStream,
  at: string,
): readonly NodeIndex[] {
  const all = [...nodeByName.values()];
  switch (choice.kind) {
    case 'all':
      return all;
    case 'named':
      return choice.names.map((name, index) => knownNode(nodeByName, name, `${at}[${index}]`)).sort(inOrder);
    case 'share': {
      const count = Math.floor(choice.share * all.length + 0.5);
      // A partial Fisher-Yates shuffle: each set of that size is equally likely.
      for (let next = 0; next < count; next += 1) {
        const other = next + Math.floor(stream() * (all.length - next));
        [all[next], all[other]] = [all[other] as NodeIndex, all[next] as NodeIndex];
      }
      return all.slice(0, count).sort(inOrder);
    }
  }
}

/** The node of that name, which only building the network shows to be there; `at` is the field that names it. */
export function knownNode(
  nodeByName: ReadonlyMap<NodeName, NodeIndex>,
  name: NodeName,
  at: string,
): NodeIndex {
  const node = nodeByName.get(name);
  if (node === undefined)
    throw fieldError(at, `found ${JSON.stringify(name)}, expected a node of the network`);
  return node;
}

function inOrder(one: NodeIndex, other: NodeIndex): number {
  return one - other;
}

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { NodeIndex } from '../../../src/model/network/indices.ts';
import type { NetworkView } from '../../../src/ports/router.ts';
import { ShortestWay } from '../../../src/simulator/view/shortest-way.ts';
import { allPaths } from '../../oracle/routes.ts';
import { nodesAlong, randomViews, viewOf } from '../../routing/random-views.ts';

const way = { source: 0 as NodeIndex, target: 1 as NodeIndex };

// Fewest hops, then nodes in order, then channels in order.
function firstByTheBook(view: NetworkView) {
  const all = allPaths(view, 0, 1).filter((ends) =>
    nodesAlong(view, ends).every((node) => view.isReachable(node as NodeIndex)),
  );
  const shortest = Math.min(...all.map(({ length }) => length));
  return all
    .filter(({ length }) => length === shortest)
    .map((ends) => ({ ends, key: nodesAlong(view, ends).flatMap((node, at) => [node, ends[at] as number]) }))
    .sort((one, other) => {
      const at = one.key.findIndex((part, i) => part !== other.key[i]);
      return at < 0 ? 0 : (one.key[at] as number) - (other.key[at] as number);
    })[0]?.ends;
}

describe('the shortest way', () => {
  it('is the first in node order of those with the fewest hops, of all that lead through allowed nodes', () => {
    const ways = new ShortestWay();
    const property = fc.property(randomViews(), (listed) => {
      const view = viewOf(listed);
      const mayPass = (node: NodeIndex): boolean => view.isReachable(node);
      expect(ways.find(view, { ...way, mayPass })).toEqual(firstByTheBook(view));
    });
    fc.assert(property, { numRuns: 1000 });
  });

  it('goes over channels that hold nothing', () => {
    const view = viewOf('1 0 - 0 0');
    expect(new ShortestWay().find(view, { ...way, mayPass: () => true })).toEqual([1]);
  });
});

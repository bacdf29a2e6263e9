import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EndIndex } from '../../src/model/network/indices.ts';
import type { NetworkView } from '../../src/ports/router.ts';
import { looplessPaths } from '../../src/routing/loopless-paths.ts';
import { HOP, hopWeight } from '../../src/routing/hop-weights.ts';
import { ShortestPath } from '../../src/routing/shortest-path.ts';
import { allPaths, nodesAlong, randomViews, request, viewOf } from './random-views.ts';

/** Lightest first, then in node order, then by channel: what every search must agree with. */
function byTheBook(view: NetworkView, weigh: (end: EndIndex) => number, source: number, target: number) {
  return allPaths(view, source, target)
    .map((ends) => ({ ends, weight: ends.reduce((sum, end) => sum + weigh(end), 0) }))
    .filter(({ weight }) => weight < Number.POSITIVE_INFINITY)
    .sort((one, other) => one.weight - other.weight || compareNodes(view, one.ends, other.ends));
}

function compareNodes(view: NetworkView, one: readonly EndIndex[], other: readonly EndIndex[]): number {
  const [left, right] = [nodesAlong(view, one), nodesAlong(view, other)];
  for (let i = 0; i < Math.min(left.length, right.length); i += 1) {
    const difference =
      (left[i] as number) - (right[i] as number) || (one[i] as number) - (other[i] as number);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}

describe('the search from both sides', () => {
  it('takes the lighter way round a square', () => {
    const view = viewOf({
      nodeCount: 4,
      channels: [
        [0, 1, 10n, 10n],
        [1, 3, 10n, 10n],
        [0, 2, 10n, 10n],
        [2, 3, 10n, 10n],
      ],
    });
    const weights = [3, 3, 1, 1, 1, 1, 2, 2];
    const ends = new ShortestPath().find({
      view,
      ...request(0, 3, 10n),
      weigh: (end) => weights[end] as number,
      leastWeight: 1,
    });
    expect(nodesAlong(view, ends ?? [])).toEqual([2, 3]);
  });

  it('takes the path that comes first in node order when several are equally light', () => {
    const view = viewOf({
      nodeCount: 4,
      channels: [
        [0, 2, 10n, 10n],
        [2, 3, 10n, 10n],
        [1, 3, 10n, 10n],
        [0, 1, 10n, 10n],
      ],
    });
    const ends = new ShortestPath().find({ view, ...request(0, 3, 10n), weigh: () => 1, leastWeight: 1 });
    expect(nodesAlong(view, ends ?? [])).toEqual([1, 3]);
  });

  it('finds none where there is none', () => {
    const view = viewOf({ nodeCount: 3, channels: [[0, 1, 10n, 10n]] });
    expect(
      new ShortestPath().find({ view, ...request(0, 2, 10n), weigh: () => 1, leastWeight: 1 }),
    ).toBeUndefined();
  });

  it('agrees with trying all paths, whatever the weights', () => {
    const search = new ShortestPath();
    fc.assert(
      fc.property(
        randomViews(),
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 60, maxLength: 60 }),
        (listed, weights) => {
          const view = viewOf(listed);
          const weigh = (end: EndIndex): number =>
            view.canSend(end, 10n) ? (weights[end] as number) : Number.POSITIVE_INFINITY;
          const [best] = byTheBook(view, weigh, 0, 1);
          expect(search.find({ view, ...request(0, 1, 10n), weigh, leastWeight: 1 })).toEqual(best?.ends);
        },
      ),
      { numRuns: 2000, seed: 3 },
    );
  });

  it('agrees with trying all paths on the weights of the path-finding service', () => {
    const search = new ShortestPath();
    fc.assert(
      fc.property(randomViews(), (listed) => {
        const view = viewOf(listed);
        const weigh = hopWeight(view, 10n);
        const [best] = byTheBook(view, weigh, 0, 1);
        expect(search.find({ view, ...request(0, 1, 10n), weigh, leastWeight: HOP })).toEqual(best?.ends);
      }),
      { numRuns: 500, seed: 4 },
    );
  });
});

describe('loopless paths', () => {
  it('come lightest first and none is missing', () => {
    fc.assert(
      fc.property(randomViews({ maxNodes: 6 }), (listed) => {
        const view = viewOf(listed);
        const weigh = hopWeight(view, 10n);
        const expected = byTheBook(view, weigh, 0, 1).slice(0, 12);
        const found: (readonly EndIndex[])[] = [];
        for (const ends of looplessPaths(new ShortestPath(), {
          view,
          ...request(0, 1, 10n),
          weigh,
          leastWeight: HOP,
        })) {
          found.push(ends);
          if (found.length === expected.length) break;
        }
        expect(found).toEqual(expected.map(({ ends }) => ends));
      }),
      { numRuns: 200, seed: 6 },
    );
  });
});

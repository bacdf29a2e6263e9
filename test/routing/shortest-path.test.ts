import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EndIndex } from '../../src/model/network/indices.ts';
import { HOP, hopWeight } from '../../src/routing/hop-weights.ts';
import { looplessPaths } from '../../src/routing/loopless-paths.ts';
import { ShortestPath } from '../../src/routing/shortest-path.ts';
import { allPaths, pathsByWeight } from '../oracle/routes.ts';
import { nodesAlong, randomViews, request, viewOf } from './random-views.ts';
import { likeliestRouter } from '../../src/routing/likeliest-router.ts';

describe('the search from both sides', () => {
  it('takes the lighter way round a square', () => {
    const view = viewOf('0 10 - 10 1 10 - 10 3, 0 10 - 10 2 10 - 10 3');
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
    const view = viewOf('0 10 - 10 2 10 - 10 3, 1 10 - 10 3, 0 10 - 10 1');
    const ends = new ShortestPath().find({ view, ...request(0, 3, 10n), weigh: () => 1, leastWeight: 1 });
    expect(nodesAlong(view, ends ?? [])).toEqual([1, 3]);
  });

  it('finds none where there is none', () => {
    const view = viewOf('0 10 - 10 1, 2');
    expect(
      new ShortestPath().find({ view, ...request(0, 2, 10n), weigh: () => 1, leastWeight: 1 }),
    ).toBeUndefined();
  });

  it('agrees with trying all paths, whatever the weights', () => {
    const search = new ShortestPath();
    const property = fc.property(
      randomViews(),
      fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 60, maxLength: 60 }),
      (listed, weights) => {
        const view = viewOf(listed);
        const weigh = (end: EndIndex): number =>
          view.canSend(end, 10n) ? (weights[end] as number) : Number.POSITIVE_INFINITY;
        const asked = request(0, 1, 10n);
        const [best] = pathsByWeight(view, asked, weigh);
        expect(search.find({ view, ...asked, weigh, leastWeight: 1 })).toEqual(best);
      },
    );
    fc.assert(property, { numRuns: 2000, seed: 3 });
  });

  it('agrees with trying all paths on the weights of the path-finding service', () => {
    const search = new ShortestPath();
    const property = fc.property(randomViews(), (listed) => {
      const view = viewOf(listed);
      const weigh = hopWeight(view, 10n);
      const asked = request(0, 1, 10n);
      const [best] = pathsByWeight(view, asked, weigh);
      expect(search.find({ view, ...asked, weigh, leastWeight: HOP })).toEqual(best);
    });
    fc.assert(property, { numRuns: 500, seed: 4 });
  });
});

describe('loopless paths', () => {
  it('come lightest first and none is missing', () => {
    const property = fc.property(randomViews({ maxNodes: 6 }), (listed) => {
      const view = viewOf(listed);
      const weigh = hopWeight(view, 10n);
      const expected = pathsByWeight(view, request(0, 1, 10n), weigh).slice(0, 12);
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
      expect(found).toEqual(expected);
    });
    fc.assert(property, { numRuns: 200, seed: 6 });
  });
});

const AMOUNT = 5n;

describe('the router for the likeliest path', () => {
  it('offers a path that no other beats by chance, and one whenever there is one', () => {
    const property = fc.property(randomViews({ maxNodes: 6 }), (listed) => {
      const view = viewOf({ ...listed, fees: [] });
      const target = listed.nodeCount - 1;
      const chance = (ends: readonly EndIndex[]): number =>
        ends.reduce((product, end) => {
          const capacity = Number(view.curveCapacity(end));
          return product * Math.max(0, (capacity + 1 - Number(AMOUNT)) / (capacity + 1));
        }, 1);
      const usable = allPaths(view, 0, target).filter((ends) =>
        ends.every(
          (end) => view.canSend(end, AMOUNT) && view.isReachable(view.ownerOf((end ^ 1) as EndIndex)),
        ),
      );
      const first = likeliestRouter
        .create()
        .findRoutes(view, request(0, target, AMOUNT))
        .at(0);
      const best = Math.max(0, ...usable.map(chance));
      if (best === 0) expect(first).toBeUndefined();
      // A thousandth of an e-fold a hop goes to shorter paths.
      else expect(chance(first?.ends ?? [])).toBeGreaterThanOrEqual(best * 0.99);
    });
    fc.assert(property, { numRuns: 200 });
  });

  it('offers next what shares no channel with what may have failed', () => {
    const view = viewOf('0 1000 - 0 1 1000 - 0 3, 1 900 - 0 3, 0 20 - 0 2 20 - 0 3');
    const routes = likeliestRouter.create().findRoutes(view, request(0, 3, AMOUNT));
    expect([0, 1, 2].map((place) => routes.at(place)?.ends)).toEqual([
      [0, 2],
      [6, 8],
      [0, 4],
    ]);
  });
});

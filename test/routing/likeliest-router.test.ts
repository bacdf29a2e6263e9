import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EndIndex } from '../../src/model/network/indices.ts';
import { likeliestRouter } from '../../src/routing/likeliest-router.ts';
import { allPaths } from '../oracle/routes.ts';
import { randomViews, request, viewOf } from './random-views.ts';

const AMOUNT = 5n;

describe('the router for the likeliest path', () => {
  it('offers a path that no other beats by chance, and one whenever there is one', () => {
    fc.assert(
      fc.property(randomViews({ maxNodes: 6 }), (listed) => {
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
      }),
      { numRuns: 200 },
    );
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

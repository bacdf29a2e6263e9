import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Router } from '../../src/ports/router.ts';
import { fewestHopsRouter } from '../../src/routing/fewest-hops-router.ts';
import { graphologyRouter } from '../../src/routing/graphology-router.ts';
import { hopWeight } from '../../src/routing/hop-weights.ts';
import { raidenRouter } from '../../src/routing/raiden-router.ts';
import { nodesAlong, randomViews, viewOf } from './random-views.ts';

const all: readonly Router[] = [raidenRouter, fewestHopsRouter, graphologyRouter];

describe.each(all.map((router) => [router.name, router] as const))('router %s', (_name, router) => {
  it('finds the only way along a line', () => {
    const view = viewOf({
      nodeCount: 3,
      channels: [
        [0, 1, 10n, 0n],
        [1, 2, 10n, 0n],
      ],
    });
    const [route] = router.findRoutes(view, { source: 0, target: 2, amount: 10n, maxPaths: 3 });
    expect(route).toEqual({ ends: [0, 2], estimatedFee: 0n });
  });

  it('states the fees of the mediators', () => {
    const view = viewOf({
      nodeCount: 4,
      channels: [
        [0, 1, 100n, 0n],
        [1, 2, 100n, 0n],
        [2, 3, 100n, 0n],
      ],
      fees: [1n, 10n, 20n, 2n],
    });
    const [route] = router.findRoutes(view, { source: 0, target: 3, amount: 10n, maxPaths: 3 });
    expect(route?.estimatedFee).toBe(30n);
  });

  it.each([
    ['the target is the source', { source: 0, target: 0, amount: 1n, maxPaths: 3 }],
    ['nobody can send so much', { source: 0, target: 2, amount: 11n, maxPaths: 3 }],
    ['no path is wanted', { source: 0, target: 2, amount: 1n, maxPaths: 0 }],
    ['a mediator is unreachable', { source: 0, target: 3, amount: 1n, maxPaths: 3 }],
  ])('finds no route when %s', (_what, request) => {
    const channels = [
      [0, 1, 10n, 0n],
      [1, 2, 10n, 0n],
      [2, 4, 10n, 0n],
      [4, 3, 10n, 0n],
    ] as const;
    const view = viewOf({ nodeCount: 5, channels, unreachable: [4] });
    expect(router.findRoutes(view, request)).toEqual([]);
  });

  it('only ever names channels that can carry the amount between reachable nodes, from source to target', () => {
    fc.assert(
      fc.property(randomViews(), (listed) => {
        const view = viewOf(listed);
        for (const { ends } of router.findRoutes(view, { source: 0, target: 1, amount: 10n, maxPaths: 3 })) {
          expect(view.ownerOf(ends[0] as number)).toBe(0);
          expect(nodesAlong(view, ends).at(-1)).toBe(1);
          ends.forEach((end, hop) => {
            expect(view.canSend(end, 10n)).toBe(true);
            expect(view.isReachable(view.ownerOf(end ^ 1))).toBe(true);
            if (hop > 0) expect(view.ownerOf(end)).toBe(view.ownerOf((ends[hop - 1] as number) ^ 1));
          });
        }
      }),
      { numRuns: 200, seed: 7 },
    );
  });
});

describe('the Raiden router', () => {
  it('offers the short way first and the long way round second', () => {
    const view = viewOf({
      nodeCount: 5,
      channels: [
        [0, 1, 100n, 100n],
        [1, 2, 100n, 100n],
        [2, 3, 100n, 100n],
        [0, 4, 100n, 100n],
        [4, 3, 100n, 100n],
      ],
    });
    const routes = raidenRouter.findRoutes(view, { source: 0, target: 3, amount: 10n, maxPaths: 3 });
    expect(routes.map(({ ends }) => nodesAlong(view, ends))).toEqual([
      [4, 3],
      [1, 2, 3],
    ]);
  });

  it('avoids channels of earlier paths as long as other ways are less than five hops longer', () => {
    // Two ways from 0 to 1, one way on to 2: the second path shares what it must.
    const view = viewOf({
      nodeCount: 4,
      channels: [
        [0, 1, 100n, 100n],
        [0, 3, 100n, 100n],
        [3, 1, 100n, 100n],
        [1, 2, 100n, 100n],
      ],
    });
    const routes = raidenRouter.findRoutes(view, { source: 0, target: 2, amount: 10n, maxPaths: 2 });
    expect(routes.map(({ ends }) => nodesAlong(view, ends))).toEqual([
      [1, 2],
      [3, 1, 2],
    ]);
  });

  it('prefers channels that could refund a tenth more than the amount', () => {
    const view = viewOf({
      nodeCount: 4,
      channels: [
        [0, 1, 100n, 10n],
        [1, 3, 100n, 10n],
        [0, 2, 100n, 11n],
        [2, 3, 100n, 11n],
      ],
    });
    const [first] = raidenRouter.findRoutes(view, { source: 0, target: 3, amount: 10n, maxPaths: 1 });
    expect(nodesAlong(view, first?.ends ?? [])).toEqual([2, 3]);
  });

  it('finds a first path as light as the one of graphology', () => {
    fc.assert(
      fc.property(
        randomViews({ maxNodes: 30 }),
        fc.nat({ max: 29 }),
        fc.nat({ max: 29 }),
        (listed, from, to) => {
          const view = viewOf(listed);
          const [source, target] = [from % listed.nodeCount, to % listed.nodeCount];
          const weigh = hopWeight(view, 10n);
          const length = (router: Router): number | undefined =>
            router
              .findRoutes(view, { source, target, amount: 10n, maxPaths: 1 })[0]
              ?.ends.reduce((sum, end) => sum + weigh(end), 0);
          expect(length(raidenRouter)).toBe(length(graphologyRouter));
        },
      ),
      { numRuns: 300, seed: 8 },
    );
  });
});

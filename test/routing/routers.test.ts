import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CHOICES } from '../../src/jobs/assemble.ts';
import { type EndIndex, otherEnd } from '../../src/model/network/indices.ts';
import type { Route, RouterFactory } from '../../src/ports/router.ts';
import { cheapestRouter } from '../../src/routing/cheapest-router.ts';
import { graphologyRouter } from '../../src/routing/graphology-router.ts';
import { hopWeight } from '../../src/routing/hop-weights.ts';
import { raidenRouter } from '../../src/routing/raiden-router.ts';
import { allRoutes } from '../../src/simulator/path-requests.ts';
import { nodesAlong, randomViews, request, viewOf } from './random-views.ts';

describe.each(CHOICES.routers.map((factory) => [factory.name, factory] as const))(
  'router %s',
  (_name, factory) => {
    const router = factory.create();

    it('finds the only way along a line', () => {
      const view = viewOf('0 10 - 0 1 10 - 0 2');
      const route = router.findRoutes(view, request(0, 2, 10n)).at(0);
      expect(route).toEqual({ ends: [0, 2], amounts: [10n, 10n] });
    });

    it('carries the fees of the mediators still to come on every hop', () => {
      const view = viewOf('0 100 - 0 1 100 - 0 2 100 - 0 3', { fees: [1n, 10n, 20n, 2n] });
      const route = router.findRoutes(view, request(0, 3, 10n)).at(0);
      expect(route?.amounts).toEqual([40n, 30n, 10n]);
    });

    it.each([
      ['the target is the source', request(0, 0, 1n)],
      ['nobody can send so much', request(0, 2, 11n)],
      ['no path is wanted', request(0, 2, 1n, 0)],
      ['a mediator is unreachable', request(0, 3, 1n)],
    ])('finds no route when %s', (_what, asked) => {
      const view = viewOf('0 10 - 0 1 10 - 0 2 10 - 0 4 10 - 0 3', { unreachable: [4] });
      expect(allRoutes(router.findRoutes(view, asked))).toEqual([]);
    });

    it('remembers nothing of other worlds', () => {
      const property = fc.property(randomViews(), (listed) => {
        const view = viewOf(listed);
        const [used, other, fresh] = [factory.create(), factory.create(), factory.create()];
        allRoutes(used.findRoutes(view, request(0, 1, 10n)));
        expect(allRoutes(other.findRoutes(view, request(0, 1, 10n)))).toEqual(
          allRoutes(fresh.findRoutes(view, request(0, 1, 10n))),
        );
      });
      fc.assert(property, { numRuns: 50, seed: 11 });
    });

    it('only ever names channels that can carry the amount between reachable nodes, from source to target', () => {
      const property = fc.property(randomViews(), (listed) => {
        const view = viewOf(listed);
        for (const { ends } of allRoutes(router.findRoutes(view, request(0, 1, 10n)))) {
          expect(view.ownerOf(ends[0] as EndIndex)).toBe(0);
          expect(nodesAlong(view, ends).at(-1)).toBe(1);
          ends.forEach((end, hop) => {
            expect(view.canSend(end, 10n)).toBe(true);
            expect(view.isReachable(view.ownerOf(otherEnd(end)))).toBe(true);
            if (hop > 0) expect(view.ownerOf(end)).toBe(view.ownerOf(otherEnd(ends[hop - 1] as EndIndex)));
          });
        }
      });
      fc.assert(property, { numRuns: 200, seed: 7 });
    });
  },
);

describe('the router of the cheapest path', () => {
  const router = cheapestRouter.create();

  it('goes the long way round where that costs less, and the short way where both cost the same', () => {
    const ways = '0 100 - 0 1 100 - 0 4, 0 100 - 0 2 100 - 0 3 100 - 0 4';
    const first = (fees: readonly bigint[]) => {
      const view = viewOf(ways, { fees });
      const routes = allRoutes(router.findRoutes(view, request(0, 4, 10n)));
      return routes.map(({ ends }) => nodesAlong(view, ends))[0];
    };
    expect(first([0n, 3n, 1n, 1n, 0n])).toEqual([2, 3, 4]);
    expect(first([0n, 2n, 1n, 1n, 0n])).toEqual([1, 4]);
    expect(first([0n, 1n, 1n, 1n, 9n])).toEqual([1, 4]);
  });

  it('costs no more than any other path, where fees are flat and channels full', () => {
    const price = ({ amounts }: Route | undefined = { ends: [], amounts: [] }) => amounts[0];
    fc.assert(
      fc.property(fc.array(fc.bigInt({ min: 0n, max: 9n }), { minLength: 6, maxLength: 6 }), (fees) => {
        const rich = [
          [0, 1],
          [0, 2],
          [0, 3],
          [1, 2],
          [2, 3],
          [3, 4],
          [1, 4],
          [2, 5],
          [4, 5],
        ];
        const view = viewOf(rich.map(([one, other]) => `${one} 1000 - 1000 ${other}`).join(', '), { fees });
        const cheapest = price(router.findRoutes(view, request(0, 5, 10n)).at(0));
        const others = allRoutes(raidenRouter.create().findRoutes(view, request(0, 5, 10n, 20)));
        for (const other of others) expect(cheapest).toBeLessThanOrEqual(price(other) as bigint);
      }),
      { numRuns: 100, seed: 3 },
    );
  });
});

describe('the Raiden router', () => {
  const router = raidenRouter.create();

  it('offers the short way first and the long way round second', () => {
    const view = viewOf('0 100 - 100 1 100 - 100 2 100 - 100 3, 0 100 - 100 4 100 - 100 3');
    const routes = allRoutes(router.findRoutes(view, request(0, 3, 10n)));
    expect(routes.map(({ ends }) => nodesAlong(view, ends))).toEqual([
      [4, 3],
      [1, 2, 3],
    ]);
  });

  it('avoids channels of earlier paths as long as other ways are less than five hops longer', () => {
    // Two ways from 0 to 1, one way on to 2: the second path shares what it must.
    const view = viewOf('0 100 - 100 1, 0 100 - 100 3 100 - 100 1 100 - 100 2');
    const routes = allRoutes(router.findRoutes(view, request(0, 2, 10n, 2)));
    expect(routes.map(({ ends }) => nodesAlong(view, ends))).toEqual([
      [1, 2],
      [3, 1, 2],
    ]);
  });

  it('prefers channels that could refund a tenth more than the amount', () => {
    const view = viewOf('0 100 - 10 1 100 - 10 3, 0 100 - 11 2 100 - 11 3');
    const first = router.findRoutes(view, request(0, 3, 10n, 1)).at(0);
    expect(nodesAlong(view, first?.ends ?? [])).toEqual([2, 3]);
  });

  it('finds a first path as light as the one of graphology', () => {
    const property = fc.property(
      randomViews({ maxNodes: 30 }),
      fc.nat({ max: 29 }),
      fc.nat({ max: 29 }),
      (listed, from, to) => {
        const view = viewOf(listed);
        const asked = request(from % listed.nodeCount, to % listed.nodeCount, 10n, 1);
        const weigh = hopWeight(view, 10n);
        const length = (factory: RouterFactory): number | undefined =>
          factory
            .create()
            .findRoutes(view, asked)
            .at(0)
            ?.ends.reduce((sum, end) => sum + weigh(end), 0);
        expect(length(raidenRouter)).toBe(length(graphologyRouter));
      },
    );
    fc.assert(property, { numRuns: 300, seed: 8 });
  });
});

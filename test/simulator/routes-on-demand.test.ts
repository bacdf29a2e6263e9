import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RouterFactory, Routes } from '../../src/ports/router.ts';
import { raidenRouter } from '../../src/routing/raiden-router.ts';
import { allRoutes } from '../../src/simulator/path-requests.ts';
import { carryOut, randomRuns } from './random-runs.ts';

/** Asks for every route at the request, and again when no more are needed: seconds later, in another network. */
function comparing(count: (compared: number) => void): RouterFactory {
  return {
    name: 'comparing',
    create: () => {
      const router = raidenRouter.create();
      return {
        findRoutes(view, request): Routes {
          const found = allRoutes(router.findRoutes(view, request));
          if (found.length === 0) return [];
          const later = router.findRoutes(view, request);
          return {
            at: (place) => found[place],
            forget() {
              expect(allRoutes(later)).toEqual(found);
              count(found.length);
              later.forget?.();
            },
          };
        },
      };
    },
  };
}

describe.each([
  ['2^10', 2n ** 10n],
  ['2^250', 2n ** 250n],
])('routes found on demand, with amounts around %s', (_name, scale) => {
  it('are those of the moment of the request, whatever has happened since', async () => {
    let compared = 0;
    const property = fc.asyncProperty(randomRuns(scale), async (run) => {
      const router = comparing((routes) => {
        compared += routes;
      });
      await carryOut(run, { router });
    });
    await fc.assert(property, { numRuns: 300, seed: 12 });
    expect(compared).toBeGreaterThan(90);
  });
});

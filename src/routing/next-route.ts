import type { Amount } from '../model/network/amount.ts';
import type { Route } from '../ports/router.ts';
import { looplessPaths, sameEnds } from './loopless-paths.ts';
import { routeAlong } from './route-along.ts';
import type { SearchProblem } from './search-problem.ts';
import type { NearFees } from './near-fees.ts';
import type { ShortestPath } from './shortest-path.ts';

// The service of Raiden nodes tries all loopless paths, which may take forever; this many have always been enough.
const MAX_TRIED_PATHS = 25;

/** What is kept from one route to the next, so that searches allocate nothing. */
export interface SearchMemory {
  readonly search: ShortestPath;
  readonly fees: NearFees;
}

/** The lightest path that is new and whose mediators can all state a fee. */
export function nextRoute(
  { search, fees }: SearchMemory,
  problem: SearchProblem,
  amount: Amount,
  routes: readonly Route[],
): Route | undefined {
  // Nearly always the very lightest path will do.
  const lightest = search.find(problem);
  if (lightest === undefined) return undefined;
  if (routes.every((route) => !sameEnds(route.ends, lightest))) {
    const route = routeAlong(problem.view, lightest, amount, fees);
    if (route !== undefined) return route;
  }
  let tried = 0;
  for (const ends of looplessPaths(search, problem)) {
    const isNew = routes.every((route) => !sameEnds(route.ends, ends));
    const route = isNew ? routeAlong(problem.view, ends, amount, fees) : undefined;
    if (route !== undefined) return route;
    tried += 1;
    if (tried === MAX_TRIED_PATHS) return undefined;
  }
  return undefined;
}

import type { Amount } from '../model/network/amount.ts';
import type { EndIndex } from '../model/network/indices.ts';
import type { LastLook, NetworkView, RememberedView, Route, RouteRequest, Routes } from '../ports/router.ts';
import { looplessPaths, sameEnds } from './loopless-paths.ts';
import { type NearFees, routeAlong } from './route-along.ts';
import type { SearchProblem } from './search-side.ts';
import type { ShortestPath } from './shortest-path.ts';

/** Finds the route after those that were found; `undefined`: there is no other. */
type NextRoute = (found: readonly Route[]) => Route | undefined;

/** At most `maxPaths` routes of a request in this view; the first is sought now. */
export function routesOnDemand(view: NetworkView, { maxPaths: most }: RouteRequest, next: NextRoute): Routes {
  const first = most < 1 ? undefined : next([]);
  return first === undefined ? [] : new RoutesOnDemand(view, first, { most, next });
}

/**
 * The routes of one request, each sought when it is first asked for, in the network as it was at the request: nearly
 * every payment needs the first one only, and a search costs as much as all else that a payment does.
 */
class RoutesOnDemand implements Routes, LastLook {
  readonly #found: Route[];
  readonly #most: number;
  readonly #next: NextRoute;
  // Absent: there are no more, or no more are asked for.
  #then: RememberedView | undefined;

  constructor(
    view: NetworkView,
    first: Route,
    { most, next }: { readonly most: number; readonly next: NextRoute },
  ) {
    this.#found = [first];
    this.#most = most;
    this.#next = next;
    if (most > 1) this.#then = view.remember(this);
  }

  at(place: number): Route | undefined {
    while (place >= this.#found.length && this.#then !== undefined) this.#findNext(this.#then);
    return this.#found[place];
  }

  forget(): void {
    this.#then?.forget();
    this.#then = undefined;
  }

  /** All are found now, because the network as it was is lost. */
  lastLook(): void {
    this.at(this.#most);
  }

  #findNext(then: RememberedView): void {
    const route = then.asThen(() => this.#next(this.#found));
    if (route !== undefined) this.#found.push(route);
    if (route === undefined || this.#found.length >= this.#most) this.forget();
  }
}

// The service of Raiden nodes tries all loopless paths, which may take forever; this many have always been enough. In a
// network of many channels a search ends after the first paths, once it has looked at so many channel ends.
const MAX_TRIED_PATHS = 25;
const FIRST_PATHS = 8;
const MAX_LOOKS = 30_000;

/** Memory that is kept from one route to the next, so that searches allocate nothing. */
interface SearchMemory {
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
  const { view } = problem;
  const mostLooks = search.looks + MAX_LOOKS;
  const first = search.find(problem);
  if (first === undefined) return undefined;
  // Nearly always the very lightest path will do.
  const lightest = isNew(first, routes) ? routeAlong(view, first, amount, fees) : undefined;
  if (lightest !== undefined) return lightest;
  const refusedHops = (ends: readonly EndIndex[]): number => {
    let hops = 2;
    while (hops <= ends.length && routeAlong(view, ends.slice(-hops), amount, fees)) hops += 1;
    return hops;
  };
  let tried = 0;
  for (const ends of looplessPaths(search, problem, first, refusedHops)) {
    const route = isNew(ends, routes) ? routeAlong(view, ends, amount, fees) : undefined;
    tried += 1;
    const isEnough = tried === MAX_TRIED_PATHS || (tried >= FIRST_PATHS && search.looks > mostLooks);
    if (route !== undefined || isEnough) return route;
  }
  return undefined;
}

function isNew(ends: readonly EndIndex[], routes: readonly Route[]): boolean {
  return routes.every((route) => !sameEnds(route.ends, ends));
}

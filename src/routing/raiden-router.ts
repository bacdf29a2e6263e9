import type { Amount } from '../model/amount.ts';
import type { NetworkView, Route, Router, RouteRequest } from '../ports.ts';
import { estimateFee } from './estimate-fee.ts';
import { looplessPaths } from './loopless-paths.ts';
import { ShortestPath } from './shortest-path.ts';

// Weights of the Raiden path-finding service (raiden.md 3.2): 1 per hop, 5 per earlier path through the same
// channel, fee * 100 / 10^18, 1 when the way back could not carry 1.1 times the amount.
const DIVERSITY_PENALTY = 5;
const FEE_PENALTY = 100;
const FEE_UNIT = 1e18;

// One hop in whole units, so that sums of weights are exact: 2^53 / 2^32 leaves room for two million hops.
const HOP = 2 ** 32;
// No fee weighs more than this many hops; it keeps sums exact when amounts are near 2^256.
const HEAVIEST_FEE = 1024;

// The service itself tries all loopless paths, which may take forever; this many have always been enough.
const MAX_TRIED_PATHS = 25;

/** Chooses routes as the Raiden path-finding service does. */
export const raidenRouter: Router = createRaidenRouter();

function createRaidenRouter(): Router {
  const search = new ShortestPath();
  return {
    name: 'raiden',
    findRoutes(view, request) {
      const uses = new Map<number, number>();
      const weigh = hopWeight(view, request.amount, uses);
      const routes: Route[] = [];
      while (routes.length < request.maxPaths) {
        const route = nextRoute({ search, view, request, weigh, routes });
        if (route === undefined) break;
        routes.push(route);
        for (const end of route.ends) uses.set(end >> 1, (uses.get(end >> 1) ?? 0) + 1);
      }
      return routes;
    },
  };
}

/** Weight of each channel end for this amount; `uses` counts the earlier paths through each channel. */
export function hopWeight(
  view: NetworkView,
  amount: Amount,
  uses: ReadonlyMap<number, number>,
): (end: number) => number {
  const toReturn = (amount * 11n) / 10n;
  return (end) => {
    if (!view.canSend(end, amount) || !view.isReachable(view.ownerOf(end ^ 1)))
      return Number.POSITIVE_INFINITY;
    const fee = view.hopFee(end, amount);
    if (fee === undefined) return Number.POSITIVE_INFINITY;
    let weight = view.canSend(end ^ 1, toReturn) ? HOP : 2 * HOP;
    if (uses.size > 0) weight += (uses.get(end >> 1) ?? 0) * DIVERSITY_PENALTY * HOP;
    if (fee !== 0n) weight += feeWeight(fee);
    return weight;
  };
}

function feeWeight(fee: bigint): number {
  return Math.round(Math.min((Number(fee) * FEE_PENALTY) / FEE_UNIT, HEAVIEST_FEE) * HOP);
}

// The lightest path that is new and whose mediators can all state a fee.
function nextRoute({
  search,
  view,
  request,
  weigh,
  routes,
}: {
  readonly search: ShortestPath;
  readonly view: NetworkView;
  readonly request: RouteRequest;
  readonly weigh: (end: number) => number;
  readonly routes: readonly Route[];
}): Route | undefined {
  let tried = 0;
  for (const ends of looplessPaths(search, { view, source: request.source, target: request.target, weigh })) {
    const isNew = routes.every((route) => !sameEnds(route.ends, ends));
    const estimatedFee = isNew ? estimateFee(view, ends, request.amount) : undefined;
    if (estimatedFee !== undefined) return { ends, estimatedFee };
    tried += 1;
    if (tried === MAX_TRIED_PATHS) return undefined;
  }
  return undefined;
}

function sameEnds(one: readonly number[], other: readonly number[]): boolean {
  return one.length === other.length && one.every((end, i) => end === other[i]);
}

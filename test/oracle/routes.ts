import type { FeeSchedule } from '../../src/model/network/fees.ts';
import { type EndIndex, otherEnd } from '../../src/model/network/indices.ts';
import type { NetworkView, RouteRequest } from '../../src/ports/router.ts';

/** A way through a network as channel ends. */
type Path = readonly EndIndex[];

/** Every loopless path of finite weight, lightest first, then in node order, then by channel: by trying all of them. */
export function pathsByWeight(
  view: NetworkView,
  { source, target }: Pick<RouteRequest, 'source' | 'target'>,
  weigh: (end: EndIndex) => number,
): readonly Path[] {
  const paths = allPaths(view, source, target).map((ends) => ({
    ends,
    // Nodes first; parallel channels decide only where all nodes are the same up to there.
    order: ends.flatMap((end) => [view.ownerOf(otherEnd(end)), end]),
    weight: ends.reduce((sum, end) => sum + weigh(end), 0),
  }));
  return paths
    .filter(({ weight }) => weight < Number.POSITIVE_INFINITY)
    .sort((one, other) => one.weight - other.weight || compare(one.order, other.order))
    .map(({ ends }) => ends);
}

/** Routes as the path-finding service chooses them (raiden.md 3.2), by trying every path for each of them. */
export function routesByTheBook(view: NetworkView, request: RouteRequest) {
  const routes: { readonly ends: Path; readonly amounts: readonly bigint[] }[] = [];
  const plain = new Map([...view.ends].map((end) => [end, hopWeight(view, end, request.amount)]));
  while (routes.length < request.maxPaths) {
    const earlier = routes.flatMap(({ ends }) => ends.map((end) => end >> 1));
    const uses = (end: EndIndex) => earlier.filter((channel) => channel === end >> 1).length;
    const weigh = (end: EndIndex) => (plain.get(end) as number) + 5 * HOP * uses(end);
    // The service itself tries all loopless paths; the router gives up after so many.
    const tried = pathsByWeight(view, request, weigh).slice(0, 25);
    const isNew = (ends: Path) => routes.every((route) => route.ends.join() !== ends.join());
    const route = tried
      .filter(isNew)
      .map((ends) => ({ ends, amounts: amountsAlong(view, ends, request.amount) }))
      .find(({ amounts }) => amounts.every((amount) => amount !== undefined));
    if (route === undefined) break;
    routes.push({ ends: route.ends, amounts: route.amounts as readonly bigint[] });
  }
  return routes;
}

// Weights are whole multiples of this fraction of a hop, so that their sums are exact.
const HOP = 2 ** 32;

// 1, and 1 more where the way back could not carry 1.1 times the amount, and the fee as if one mediation went in and
// out through the channel: its hundredfold in units of 10^18, at most 1024. A hop whose payer holds more than half of a
// channel with a fee curve weighs more than any path without one.
function hopWeight(view: NetworkView, end: EndIndex, amount: bigint): number {
  const back = otherEnd(end);
  if (!view.canSend(end, amount) || !view.isReachable(view.ownerOf(back))) return Number.POSITIVE_INFINITY;
  const hops = view.canSend(back, (amount * 11n) / 10n) ? 1 : 2;
  const scheduleIn = view.scheduleOf(back);
  const isPastMiddle = scheduleIn.imbalancePpm !== 0 && 2n * view.available(end) > view.curveCapacity(end);
  if (isPastMiddle && view.curveCapacity(end) !== 0n) return (hops + 2 ** 11) * HOP;
  const asked = amountIn(view, { incoming: end, outgoing: end, scheduleIn }, amount);
  if (asked === undefined) return Number.POSITIVE_INFINITY;
  return hops * HOP + Math.round(Math.min((Math.max(0, Number(asked - amount)) * 100) / 1e18, 1024) * HOP);
}

// What goes over every hop so that `amount` comes to the end, from the last mediator to the first.
function amountsAlong(view: NetworkView, ends: Path, amount: bigint): readonly (bigint | undefined)[] {
  const amounts: (bigint | undefined)[] = [amount];
  for (let hop = ends.length - 1; hop > 0; hop -= 1) {
    const [incoming, outgoing] = [ends[hop - 1] as EndIndex, ends[hop] as EndIndex];
    const passedOn = amounts[0];
    const asked = { incoming, outgoing, scheduleIn: view.scheduleOf(outgoing) };
    amounts.unshift(passedOn === undefined ? undefined : amountIn(view, asked, passedOn));
  }
  return amounts;
}

// What a mediator must get so that the amount goes on.
function amountIn(
  view: NetworkView,
  { incoming, outgoing, scheduleIn }: MediatedEnds,
  amount: bigint,
): bigint | undefined {
  const scheduleOut = view.scheduleOf(outgoing);
  if (view.fees.isFree(scheduleIn) && view.fees.isFree(scheduleOut))
    return view.canSend(incoming, amount) && view.canSend(outgoing, amount) ? amount : undefined;
  const mediation = {
    scheduleIn,
    scheduleOut,
    // A hop that is weighed is as if its payer's balance stood on both sides.
    balanceIn: view.available(incoming === outgoing ? incoming : otherEnd(incoming)),
    balanceOut: view.available(outgoing),
    receivable: view.available(incoming),
    capacityIn: view.curveCapacity(incoming),
    capacityOut: view.curveCapacity(outgoing),
  };
  return view.fees.amountIn(mediation, amount);
}

interface MediatedEnds {
  readonly incoming: EndIndex;
  readonly outgoing: EndIndex;
  readonly scheduleIn: FeeSchedule;
}

/** Every loopless path. */
export function allPaths(view: NetworkView, source: number, target: number): readonly Path[] {
  const paths: Path[] = [];
  const walk = (node: number, visited: ReadonlySet<number>, path: Path): void => {
    if (node === target) {
      paths.push(path);
      return;
    }
    for (let at = view.offsets[node] as number; at < (view.offsets[node + 1] as number); at += 1) {
      const neighbour = view.neighbours[at] as number;
      if (!visited.has(neighbour))
        walk(neighbour, new Set([...visited, neighbour]), [...path, view.ends[at] as EndIndex]);
    }
  };
  if (source !== target) walk(source, new Set([source]), []);
  return paths;
}

function compare(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((value, i) => value !== other[i]);
  return at === -1
    ? one.length - other.length
    : (one[at] as number) - (other[at] ?? Number.NEGATIVE_INFINITY);
}

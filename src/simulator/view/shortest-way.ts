import type { Amount } from '../../model/network/amount.ts';
import { type EndIndex, type NodeIndex, otherEnd } from '../../model/network/indices.ts';
import type { NetworkView, RouteRequest } from '../../ports/router.ts';

/** A search for the way with the fewest hops. */
interface WayRequest {
  readonly source: NodeIndex;
  readonly target: NodeIndex;
  /** Nodes after the source, the target included, that the way may lead through. */
  readonly mayPass: (node: NodeIndex) => boolean;
}

/**
 * The way with the fewest hops, whatever its channels hold; among equals the first in node order. It is sought from
 * both sides, level by level; the memory stays for the next search.
 */
export class ShortestWay {
  readonly #ahead = new Levels();
  readonly #behind = new Levels();
  #cameBy = new Int32Array(0);

  /** Payers' ends; `undefined`: no channels lead there. */
  find(view: NetworkView, { source, target, mayPass }: WayRequest): readonly EndIndex[] | undefined {
    if (source === target || !mayPass(target)) return undefined;
    const ahead = this.#ahead;
    const behind = this.#behind;
    ahead.start(view.nodeCount, source);
    behind.start(view.nodeCount, target);
    if (this.#cameBy.length < view.nodeCount) this.#cameBy = new Int32Array(view.nodeCount);
    for (;;) {
      const meeting = ahead.firstAlsoAt(behind);
      if (meeting !== undefined) return this.#wayThrough(view, meeting);
      if (ahead.isStuck || behind.isStuck) return undefined;
      if (ahead.width <= behind.width) ahead.goOn(view, mayPass, this.#cameBy);
      else behind.goOn(view, (node) => node === source || mayPass(node));
    }
  }

  // Nodes of one level stand in the order of the first ways to them, so that the first way of all leads through
  // `meeting`.
  #wayThrough(view: NetworkView, meeting: NodeIndex): readonly EndIndex[] {
    const { offsets, ends, neighbours } = view;
    const way: EndIndex[] = [];
    for (let node = meeting; this.#ahead.levelOf(node) > 0; ) {
      const end = this.#cameBy[node] as EndIndex;
      way.push(end);
      node = view.ownerOf(end);
    }
    way.reverse();
    for (let node = meeting; this.#behind.levelOf(node) > 0; ) {
      const next = this.#behind.levelOf(node) - 1;
      let at = offsets[node] as number;
      while (this.#behind.levelOf(neighbours[at] as NodeIndex) !== next) at += 1;
      way.push(ends[at] as EndIndex);
      node = neighbours[at] as NodeIndex;
    }
    return way;
  }
}

const UNSEEN = -1;

/** The nodes around one, by how many hops they are away. */
class Levels {
  #levels = new Int32Array(0);
  #nodes = new Int32Array(0);
  #count = 0;
  // The outermost level begins here.
  #begin = 0;

  start(nodeCount: number, node: NodeIndex): void {
    if (this.#levels.length < nodeCount) {
      this.#levels = new Int32Array(nodeCount).fill(UNSEEN);
      this.#nodes = new Int32Array(nodeCount);
    } else {
      for (let at = 0; at < this.#count; at += 1) this.#levels[this.#nodes[at] as number] = UNSEEN;
    }
    this.#count = 0;
    this.#begin = 0;
    this.#add(node, 0);
  }

  /** How many nodes the outermost level has. */
  get width(): number {
    return this.#count - this.#begin;
  }

  get isStuck(): boolean {
    return this.width === 0;
  }

  /** Hops from where it started; -1: not reached yet. */
  levelOf(node: NodeIndex): number {
    return this.#levels[node] as number;
  }

  /** The first node of the outermost level that the other search has reached too. */
  firstAlsoAt(other: Levels): NodeIndex | undefined {
    for (let at = this.#begin; at < this.#count; at += 1) {
      const node = this.#nodes[at] as NodeIndex;
      if (other.levelOf(node) !== UNSEEN) return node;
    }
    return undefined;
  }

  /** Adds the next level; notes for each of its nodes the end that led there first. */
  goOn(view: NetworkView, mayPass: (node: NodeIndex) => boolean, cameBy?: Int32Array): void {
    const { offsets, ends, neighbours } = view;
    const last = this.#count;
    const level = this.levelOf(this.#nodes[this.#begin] as NodeIndex) + 1;
    for (let from = this.#begin; from < last; from += 1) {
      const node = this.#nodes[from] as NodeIndex;
      for (let at = offsets[node] as number; at < (offsets[node + 1] as number); at += 1) {
        const neighbour = neighbours[at] as NodeIndex;
        if (this.#levels[neighbour] !== UNSEEN || !mayPass(neighbour)) continue;
        this.#add(neighbour, level);
        if (cameBy) cameBy[neighbour] = ends[at] as EndIndex;
      }
    }
    this.#begin = last;
  }

  #add(node: NodeIndex, level: number): void {
    this.#levels[node] = level;
    this.#nodes[this.#count] = node;
    this.#count += 1;
  }
}

/** An obstacle on a payment's way: an end that holds too little, or a mediator that does not run. */
type WayObstacle =
  | { readonly kind: 'dry'; readonly end: EndIndex }
  | { readonly kind: 'stopped'; readonly node: NodeIndex };

/**
 * Why no path carries a payment, told of the shortest one: the first end on the shortest way through running nodes
 * that cannot send the amount, or else what mediators ask beside it, or, where every way leads through stopped nodes,
 * the first of these on the shortest. Absent: no channels lead there.
 */
export function shortestObstacle(
  ways: ShortestWay,
  view: NetworkView,
  { source, target, amount }: Omit<RouteRequest, 'maxPaths'>,
): WayObstacle | undefined {
  const running = ways.find(view, { source, target, mayPass: (node) => view.isReachable(node) });
  if (running !== undefined) {
    const end = running.find((one) => !view.canSend(one, amount)) ?? tooSmallForFees(view, running, amount);
    return end === undefined ? undefined : { kind: 'dry', end };
  }
  const stopped = ways
    .find(view, { source, target, mayPass: () => true })
    ?.map((end) => view.ownerOf(otherEnd(end)))
    .find((node) => !view.isReachable(node));
  return stopped === undefined ? undefined : { kind: 'stopped', node: stopped };
}

function tooSmallForFees(view: NetworkView, way: readonly EndIndex[], amount: Amount): EndIndex | undefined {
  const weighed = way.find((end) => mediated(view, { incoming: end, outgoing: end, amount }) === undefined);
  if (weighed !== undefined) return weighed;
  let carried = amount;
  for (let hop = way.length - 1; hop > 0; hop -= 1) {
    const incoming = way[hop - 1] as EndIndex;
    const outgoing = way[hop] as EndIndex;
    const amountIn = mediated(view, { incoming, outgoing, amount: carried });
    // The formula ends where the smaller of both does.
    if (amountIn === undefined)
      return view.available(outgoing) <= view.available(incoming) ? outgoing : incoming;
    carried = amountIn;
    if (!view.canSend(incoming, carried)) return incoming;
  }
  return undefined;
}

interface MediatedHop {
  readonly incoming: EndIndex;
  /** The same end: as the service weighs it, as if one mediation went in and out through it. */
  readonly outgoing: EndIndex;
  readonly amount: Amount;
}

/** The amount that must come in so that the given one goes on. */
function mediated(view: NetworkView, { incoming, outgoing, amount }: MediatedHop): Amount | undefined {
  const scheduleOut = view.scheduleOf(outgoing);
  const scheduleIn = incoming === outgoing ? view.scheduleOf(otherEnd(incoming)) : scheduleOut;
  if (view.fees.isFree(scheduleIn) && view.fees.isFree(scheduleOut)) return amount;
  const balanceOut = view.available(outgoing);
  const receivable = view.available(incoming);
  const balances = { balanceIn: view.available(otherEnd(incoming)), balanceOut, receivable };
  const capacities = {
    capacityIn: view.curveCapacity(incoming),
    capacityOut: view.curveCapacity(outgoing),
  };
  return view.fees.amountIn({ scheduleIn, scheduleOut, ...balances, ...capacities }, amount);
}

import type { EndIndex, NodeIndex } from '../../model/network/indices.ts';
import type { NetworkView } from '../../ports/router.ts';

/** What is asked of a search for the way with the fewest hops. */
export interface WayRequest {
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

  // Nodes of one level stand in the order of the first ways to them, so that the first way of all leads through `meeting`.
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

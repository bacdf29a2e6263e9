import { type EndIndex, type NodeIndex, otherEnd } from '../model/network/indices.ts';
import type { ChannelState, PerEnd } from '../model/network/network.ts';
import { type ChannelRows, compileRows } from './channel-rows.ts';

/** A channel's life; `gone` ones are settled and no longer shown. */
export type ChannelPhase = ChannelState | 'gone';

/**
 * The channels of one token network. Channel c has the ends 2c and 2c + 1; an end belongs to the node that
 * sends through it. Slots are never used again.
 */
export class ChannelGraph {
  readonly nodeCount: number;
  /** Node of each end. */
  readonly owners: NodeIndex[] = [];
  /** Blocks, per end: each participant has its own. */
  readonly revealTimeouts: number[] = [];
  /** Blocks, per channel. */
  readonly settleTimeouts: number[] = [];
  readonly identifiers: number[] = [];
  readonly #phases: ChannelPhase[] = [];
  /** Ends of channels that are not gone, by node, in the order the channels were added. */
  readonly #endsByNode: EndIndex[][] = [];
  readonly #beforeChange: () => void;
  #rows: ChannelRows | undefined;
  #version = 0;

  /** `beforeChange` is called before a channel opens or stops being open. */
  constructor({
    nodeCount,
    beforeChange = () => {},
  }: {
    readonly nodeCount: number;
    readonly beforeChange?: () => void;
  }) {
    this.nodeCount = nodeCount;
    this.#beforeChange = beforeChange;
    for (let node = 0; node < nodeCount; node += 1) this.#endsByNode.push([]);
  }

  get channelCount(): number {
    return this.identifiers.length;
  }

  /** Identifiers count up from 1 in one token network. */
  get nextIdentifier(): number {
    return (this.identifiers[this.identifiers.length - 1] ?? 0) + 1;
  }

  /** Changes whenever a channel opens or stops being open. */
  get version(): number {
    return this.#version;
  }

  /** Open channels only; rebuilt when one opens or closes. */
  get rows(): ChannelRows {
    return (this.#rows ??= compileRows(this.nodeCount, this.#openEnds(), this.owners));
  }

  /** Returns the channel's first end; channels must be added in the order of their identifiers. */
  add(channel: {
    readonly between: PerEnd<NodeIndex>;
    readonly identifier: number;
    readonly settleTimeout: number;
    readonly revealTimeouts: PerEnd<number>;
    readonly phase: ChannelPhase;
  }): EndIndex {
    this.#beforeChange();
    const end = this.owners.length as EndIndex;
    this.owners.push(channel.between[0], channel.between[1]);
    this.revealTimeouts.push(channel.revealTimeouts[0], channel.revealTimeouts[1]);
    this.settleTimeouts.push(channel.settleTimeout);
    this.identifiers.push(channel.identifier);
    this.#phases.push(channel.phase);
    if (channel.phase !== 'gone') {
      this.endsOf(channel.between[0]).push(end);
      this.endsOf(channel.between[1]).push(otherEnd(end));
    }
    this.#changed();
    return end;
  }

  phase(end: EndIndex): ChannelPhase {
    return this.#phases[end >> 1] as ChannelPhase;
  }

  isOpen(end: EndIndex): boolean {
    return this.#phases[end >> 1] === 'opened';
  }

  setPhase(end: EndIndex, phase: ChannelPhase): void {
    const willChange = this.isOpen(end) !== (phase === 'opened');
    if (willChange) this.#beforeChange();
    this.#phases[end >> 1] = phase;
    if (willChange) this.#changed();
    if (phase !== 'gone') return;
    for (const each of [end, otherEnd(end)]) {
      const list = this.endsOf(this.owner(each));
      list.splice(list.indexOf(each), 1);
    }
  }

  owner(end: EndIndex): NodeIndex {
    return this.owners[end] as NodeIndex;
  }

  settleTimeout(end: EndIndex): number {
    return this.settleTimeouts[end >> 1] as number;
  }

  revealTimeout(end: EndIndex): number {
    return this.revealTimeouts[end] as number;
  }

  identifier(end: EndIndex): number {
    return this.identifiers[end >> 1] as number;
  }

  /** Own ends of every channel of a node that is not gone, open or not. */
  endsOf(node: NodeIndex): EndIndex[] {
    return this.#endsByNode[node] as EndIndex[];
  }

  /** The node's end of its channel with `partner`: an open one if there is one, else the newest. */
  endBetween(node: NodeIndex, partner: NodeIndex): EndIndex | undefined {
    let found: EndIndex | undefined;
    for (const end of this.endsOf(node)) {
      if (this.owner(otherEnd(end)) !== partner) continue;
      if (this.isOpen(end)) return end;
      found = end;
    }
    return found;
  }

  /** The node's end of its open channel with `partner`. */
  openEnd(node: NodeIndex, partner: NodeIndex): EndIndex | undefined {
    const { offsets, ends, neighbours } = this.rows;
    let low = offsets[node] as number;
    let high = offsets[node + 1] as number;
    const last = high;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((neighbours[middle] as number) < partner) low = middle + 1;
      else high = middle;
    }
    return low < last && neighbours[low] === partner ? ends[low] : undefined;
  }

  #openEnds(): EndIndex[] {
    const open: EndIndex[] = [];
    for (let end = 0; end < this.owners.length; end += 1)
      if (this.isOpen(end as EndIndex)) open.push(end as EndIndex);
    return open;
  }

  #changed(): void {
    this.#rows = undefined;
    this.#version += 1;
  }
}

import { type EndIndex, type NodeIndex, otherEnd } from '../model/network/indices.ts';
import { CHANNEL_STATES, type ChannelState, type PerEnd } from '../model/network/network.ts';
import { type ChannelRows, compileRows } from './channel-rows.ts';

/**
 * The channels of one token network. Channel c has the ends 2c and 2c + 1; an end belongs to the node that
 * sends through it. Slots are never used again.
 */
export class ChannelGraph {
  readonly nodeCount: number;
  readonly #terms = new TermColumns();
  /** Node of each end. */
  #owners = new Int32Array(2);
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
    return this.#terms.count;
  }

  /** Identifiers count up from 1 in one token network. */
  get nextIdentifier(): number {
    const { count } = this.#terms;
    return count === 0 ? 1 : this.#terms.identifier((2 * count - 1) as EndIndex) + 1;
  }

  /** Changes whenever a channel opens or stops being open. */
  get version(): number {
    return this.#version;
  }

  /** Open channels only; rebuilt when one opens or closes. */
  get rows(): ChannelRows {
    return (this.#rows ??= this.#compile());
  }

  /** Returns the channel's first end; channels must be added in the order of their identifiers. */
  add(channel: NewTerms & { readonly between: PerEnd<NodeIndex> }): EndIndex {
    this.#beforeChange();
    const end = (2 * this.#terms.count) as EndIndex;
    if (end === this.#owners.length) {
      const owners = this.#owners;
      this.#owners = new Int32Array(2 * end);
      this.#owners.set(owners);
    }
    this.#owners.set(channel.between, end);
    this.#terms.add(channel);
    if (channel.phase !== 'gone') {
      this.endsOf(channel.between[0]).push(end);
      this.endsOf(channel.between[1]).push(otherEnd(end));
    }
    this.#changed();
    return end;
  }

  phase(end: EndIndex): ChannelPhase {
    return this.#terms.phase(end);
  }

  isOpen(end: EndIndex): boolean {
    return this.#terms.isOpen(end);
  }

  setPhase(end: EndIndex, phase: ChannelPhase): void {
    const willChange = this.isOpen(end) !== (phase === 'opened');
    if (willChange) this.#beforeChange();
    this.#terms.setPhase(end, phase);
    if (willChange) this.#changed();
    if (phase !== 'gone') return;
    for (const each of [end, otherEnd(end)]) {
      const list = this.endsOf(this.owner(each));
      list.splice(list.indexOf(each), 1);
    }
  }

  owner(end: EndIndex): NodeIndex {
    return this.#owners[end] as NodeIndex;
  }

  settleTimeout(end: EndIndex): number {
    return this.#terms.settleTimeout(end);
  }

  /** In blocks; each participant has its own. */
  revealTimeout(end: EndIndex): number {
    return this.#terms.revealTimeout(end);
  }

  setRevealTimeout(end: EndIndex, blocks: number): void {
    this.#terms.setRevealTimeout(end, blocks);
  }

  identifier(end: EndIndex): number {
    return this.#terms.identifier(end);
  }

  /** Own ends of every channel of a node that is not gone, open or not. */
  endsOf(node: NodeIndex): EndIndex[] {
    return this.#endsByNode[node] as EndIndex[];
  }

  /** The node's end of its channel with `partner`: an open one if there is one, else the newest. */
  endBetween(node: NodeIndex, partner: NodeIndex): EndIndex | undefined {
    let foundEnd: EndIndex | undefined;
    for (const end of this.endsOf(node)) {
      if (this.owner(otherEnd(end)) !== partner) continue;
      if (this.isOpen(end)) return end;
      foundEnd = end;
    }
    return foundEnd;
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

  // A function of its own keeps the getter small, so that V8 inlines it where rows are read.
  #compile(): ChannelRows {
    return compileRows(this.nodeCount, this.#openEnds(), (end) => this.owner(end));
  }

  #openEnds(): EndIndex[] {
    const open: EndIndex[] = [];
    for (let end = 0; end < 2 * this.channelCount; end += 1)
      if (this.isOpen(end as EndIndex)) open.push(end as EndIndex);
    return open;
  }

  #changed(): void {
    this.#rows = undefined;
    this.#version += 1;
  }
}

/** A channel's life; `gone` ones are settled and no longer shown. */
type ChannelPhase = ChannelState | 'gone';

/** The terms of a channel, beside its nodes and its money. */
interface NewTerms {
  readonly identifier: number;
  readonly settleTimeout: number;
  readonly revealTimeouts: PerEnd<number>;
  readonly phase: ChannelPhase;
}

const PHASES: readonly ChannelPhase[] = [...CHANNEL_STATES, 'gone'];
const OPENED = PHASES.indexOf('opened');

// Where each number stands in a channel's row; the reveal timeouts of both ends come first.
const SETTLE_TIMEOUT = 2;
const IDENTIFIER = 3;
const ROW = 4;
const FIRST_ROOM = 64;

/**
 * On what terms channels are, by end. Payments look at channels all over the network, and much of what that costs is
 * waiting for memory: so it is little, and what is asked of one channel stands together.
 */
class TermColumns {
  #phases = new Uint8Array(FIRST_ROOM);
  #rows = new Float64Array(ROW * FIRST_ROOM);
  /** How many channels there are. */
  count = 0;

  add({ identifier, settleTimeout, revealTimeouts, phase }: NewTerms): void {
    const channel = this.count;
    if (channel === this.#phases.length) this.#grow();
    this.#phases[channel] = PHASES.indexOf(phase);
    this.#rows[ROW * channel] = revealTimeouts[0];
    this.#rows[ROW * channel + 1] = revealTimeouts[1];
    this.#rows[ROW * channel + SETTLE_TIMEOUT] = settleTimeout;
    this.#rows[ROW * channel + IDENTIFIER] = identifier;
    this.count += 1;
  }

  revealTimeout(end: EndIndex): number {
    return this.#rows[ROW * (end >> 1) + (end & 1)] as number;
  }

  setRevealTimeout(end: EndIndex, blocks: number): void {
    this.#rows[ROW * (end >> 1) + (end & 1)] = blocks;
  }

  settleTimeout(end: EndIndex): number {
    return this.#rows[ROW * (end >> 1) + SETTLE_TIMEOUT] as number;
  }

  identifier(end: EndIndex): number {
    return this.#rows[ROW * (end >> 1) + IDENTIFIER] as number;
  }

  phase(end: EndIndex): ChannelPhase {
    return PHASES[this.#phases[end >> 1] as number] as ChannelPhase;
  }

  isOpen(end: EndIndex): boolean {
    return this.#phases[end >> 1] === OPENED;
  }

  setPhase(end: EndIndex, phase: ChannelPhase): void {
    this.#phases[end >> 1] = PHASES.indexOf(phase);
  }

  #grow(): void {
    const [phases, rows] = [this.#phases, this.#rows];
    this.#phases = new Uint8Array(2 * phases.length);
    this.#phases.set(phases);
    this.#rows = new Float64Array(2 * rows.length);
    this.#rows.set(rows);
  }
}

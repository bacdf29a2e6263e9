import type { EndIndex } from '../model/network/indices.ts';
import { CHANNEL_STATES, type ChannelState, type PerEnd } from '../model/network/network.ts';

/** A channel's life; `gone` ones are settled and no longer shown. */
export type ChannelPhase = ChannelState | 'gone';

/** What a channel has beside its nodes and its money. */
export interface NewTerms {
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
export class TermColumns {
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

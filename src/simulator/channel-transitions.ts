import { type EndIndex, type NodeIndex, otherEnd } from '../model/network/indices.ts';
import type { Messenger } from './messenger.ts';
import type { TokenLayer } from './token-layer.ts';

// A second lock can meet a first one; a third meets nothing else.
const MOST_LOCKS = 2;

/**
 * Tells how ends of channels change, as far as that decides what may happen in them next: in a few words the state that
 * an end was in and the one that it is in now, or what happened there and left it as it was. Ends in one state behave
 * alike, whatever their amounts.
 */
export class ChannelTransitions {
  readonly #messenger: Messenger;
  readonly #heard: (transition: string) => void;
  /** By end. */
  readonly #states = new Map<TokenLayer, string[]>();

  constructor(messenger: Messenger, heard: (transition: string) => void) {
    this.#messenger = messenger;
    this.#heard = heard;
  }

  /** From now on the channels of this token are watched. */
  watch(layer: TokenLayer): void {
    const ends = Array.from({ length: 2 * layer.graph.channelCount }, (_, end) => end as EndIndex);
    this.#states.set(
      layer,
      ends.map((end) => this.#stateOf(layer, end)),
    );
  }

  /** To be called when something has changed in the channel of this end. */
  note(layer: TokenLayer, end: EndIndex): void {
    const states = this.#states.get(layer) ?? [];
    for (const each of [end, otherEnd(end)]) {
      const before = states[each];
      const now = this.#stateOf(layer, each);
      if (now === before) continue;
      states[each] = now;
      this.#heard(`${before ?? 'none'} > ${now}`);
    }
  }

  /** To be called when something has happened at this end, whether or not it changes anything. */
  noteEvent(layer: TokenLayer, end: EndIndex, event: string): void {
    this.#heard(`${this.#stateOf(layer, end)} ! ${event}`);
  }

  /** To be called when a node has come or gone. */
  noteAll(node: NodeIndex): void {
    for (const layer of this.#states.keys())
      for (const end of layer.graph.endsOf(node)) this.note(layer, end);
  }

  #stateOf(layer: TokenLayer, end: EndIndex): string {
    const { graph, timeouts } = layer;
    const usual = timeouts[graph.owner(end)];
    const hasUsualTimeouts =
      usual?.revealTimeout === graph.revealTimeout(end) && usual.settleTimeout === graph.settleTimeout(end);
    return [
      graph.phase(end),
      hasUsualTimeouts ? 'usual' : 'other',
      this.#halfOf(layer, end),
      this.#halfOf(layer, otherEnd(end)),
    ].join(', ');
  }

  #halfOf({ graph, ledger, unheard }: TokenLayer, end: EndIndex): string {
    const owner = graph.owner(end);
    return [
      this.#messenger.isPrompt(owner) ? 'prompt' : this.#messenger.isRunning(owner) ? 'slow' : 'away',
      ledger.available(end) > 0n ? 'some' : 'nothing',
      Math.min(MOST_LOCKS, ledger.pendingLocks(end)),
      ledger.totalWithdraw(end) > 0n ? 'withdrawn' : '-',
      unheard.has(end) ? 'unheard' : '-',
    ].join(' ');
  }
}

import { type ByNode, type EndIndex, otherEnd } from '../model/network/indices.ts';
import type { ChainEvent } from '../ports/network-records.ts';
import type { Blocks } from '../ports/clock.ts';
import type { TokenLayer } from './token-layer.ts';

type Args = ChainEvent['args'];

/** The events of the contracts of a world: one for each transaction that changes a channel. */
export class ChainEvents {
  readonly all: ChainEvent[] = [];
  readonly #blocks: Pick<Blocks, 'latest'>;
  readonly #addresses: ByNode<ChainEvent['sender']>;

  constructor(blocks: Pick<Blocks, 'latest'>, addresses: ByNode<ChainEvent['sender']>) {
    this.#blocks = blocks;
    this.#addresses = addresses;
  }

  note(event: Omit<ChainEvent, 'block'>): void {
    this.all.push({ ...event, block: this.#blocks.latest });
  }

  opened({ layer, end }: ChannelEnd): void {
    const { graph } = layer;
    this.#ofChannel(
      'ChannelOpened',
      { layer, end },
      {
        participant1: this.#ownerOf(layer, end),
        participant2: this.#ownerOf(layer, otherEnd(end)),
        settle_timeout: BigInt(graph.settleTimeout(end)),
      },
    );
  }

  deposited({ layer, end }: ChannelEnd): void {
    this.#ofChannel(
      'ChannelNewDeposit',
      { layer, end },
      {
        participant: this.#ownerOf(layer, end),
        total_deposit: layer.ledger.totalDeposit(end),
      },
    );
  }

  withdrawn({ layer, end }: ChannelEnd): void {
    this.#ofChannel(
      'ChannelWithdraw',
      { layer, end },
      {
        participant: this.#ownerOf(layer, end),
        total_withdraw: layer.ledger.totalWithdraw(end),
      },
    );
  }

  closed({ layer, end }: ChannelEnd): void {
    this.#ofChannel('ChannelClosed', { layer, end }, { closing_participant: this.#ownerOf(layer, end) });
  }

  /** `amounts`: what the owner of the end that settles is paid out, and its partner. */
  settled({ layer, end }: ChannelEnd, amounts: readonly [bigint, bigint]): void {
    this.#ofChannel(
      'ChannelSettled',
      { layer, end },
      {
        participant1: this.#ownerOf(layer, end),
        participant1_amount: amounts[0],
        participant2: this.#ownerOf(layer, otherEnd(end)),
        participant2_amount: amounts[1],
      },
    );
  }

  // Sent by the owner of the end.
  #ofChannel(event: string, { layer, end }: ChannelEnd, args: Args): void {
    const channel = BigInt(layer.graph.identifier(end));
    const sender = this.#ownerOf(layer, end);
    this.note({
      contract: 'TokenNetwork',
      event,
      sender,
      args: { channel_identifier: channel, ...args },
    });
  }

  #ownerOf({ graph }: TokenLayer, end: EndIndex): ChainEvent['sender'] {
    return this.#addresses[graph.owner(end)] as ChainEvent['sender'];
  }
}

/** An end of a channel in the network of its token. */
export interface ChannelEnd {
  readonly layer: TokenLayer;
  readonly end: EndIndex;
}

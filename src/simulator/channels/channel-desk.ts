import type { Address } from '../../model/network/address.ts';
import type { ChannelView } from '../../model/run/answer.ts';
import type { ChannelUpdate, OpenRequest } from '../../ports/node-api.ts';
import type { Reply } from '../../ports/protocol.ts';
import { notOpen, type OwnEnd, type OwnNode, refuse, show } from './channel-refusals.ts';
import type { Fault } from '../refusal.ts';
import { timeoutFault, updateFault } from './channel-requests.ts';
import { channelView } from './channel-views.ts';
import { closeChannel } from './closing.ts';
import { NO_DEPOSIT_WHEN_CLOSED, raiseDeposit } from './depositing.ts';
import { openChannel, type Openings } from './opening.ts';
import { withdraw } from './withdrawing.ts';

/** Where one node takes requests about its channels. */
export class ChannelDesk {
  readonly #own: OwnNode;
  readonly #openings: Openings;

  constructor({
    openings,
    ...own
  }: OwnNode & {
    /** Shared by all desks of a world. */
    readonly openings: Openings;
  }) {
    this.#own = own;
    this.#openings = openings;
  }

  open(request: OpenRequest, reply: Reply<ChannelView>): void {
    openChannel(this.#own, this.#openings, { request, reply });
  }

  update(update: ChannelUpdate, reply: Reply<ChannelView | null>): void {
    const at = this.#channelOf(update);
    const fault = updateFault(update) ?? (at === undefined ? notFound(update) : undefined);
    if (fault !== undefined || at === undefined) {
      if (fault !== undefined) reply(refuse(this.#own, fault));
      return;
    }
    const { totalDeposit, totalWithdraw, revealTimeout } = update;
    if (totalDeposit !== undefined) {
      if (at.layer.graph.isOpen(at.end)) raiseDeposit(this.#own, at, { totalDeposit, status: 200, reply });
      else reply(refuse(this.#own, notOpen(at, NO_DEPOSIT_WHEN_CLOSED)));
    } else if (totalWithdraw !== undefined) withdraw(this.#own, at, { totalWithdraw, reply });
    else if (revealTimeout !== undefined) this.#setRevealTimeout(at, revealTimeout, reply);
    else this.#setState(at, update.state ?? 'opened', reply);
  }

  /** Closes every open channel of a token network; answers when all are closed. */
  leave(token: Address, reply: Reply<readonly (ChannelView | null)[]>): void {
    const { world, node } = this.#own;
    const layer = world.layerByToken.get(token);
    if (layer === undefined) {
      // The real node answers 500 and dies (raiden.md 1.1); a sandbox that dies would be of no use.
      const errors = 'Token address is not known.';
      const required = 'a registered token';
      reply(refuse(this.#own, { status: 409, errors, check: 'token-known', required, found: token }));
      return;
    }
    const open = layer.graph.endsOf(node).filter((end) => layer.graph.isOpen(end));
    const left: (ChannelView | null)[] = open.map(() => null);
    let pending = open.length;
    const finish = (): void => reply({ kind: 'ok', status: 200, value: left });
    if (pending === 0) finish();
    open.forEach((end, i) => {
      this.#close({ layer, end }, (shown) => {
        left[i] = shown;
        pending -= 1;
        if (pending === 0) finish();
      });
    });
  }

  #channelOf({ token, partner }: ChannelUpdate): OwnEnd | undefined {
    const { world, node } = this.#own;
    const layer = world.layerByToken.get(token);
    const other = world.nodeByAddress.get(partner);
    if (layer === undefined || other === undefined) return undefined;
    const end = layer.graph.endBetween(node, other);
    return end === undefined ? undefined : { layer, end };
  }

  #setRevealTimeout(at: OwnEnd, revealTimeout: bigint, reply: Reply<ChannelView>): void {
    const settleTimeout = BigInt(at.layer.graph.settleTimeout(at.end));
    const fault = timeoutFault({ settleTimeout, revealTimeout });
    if (fault === undefined) {
      at.layer.graph.revealTimeouts[at.end] = Number(revealTimeout);
      reply(show(this.#own, at, 200));
    } else reply(refuse(this.#own, fault));
  }

  #setState(at: OwnEnd, state: string, reply: Reply<ChannelView | null>): void {
    if (state !== 'closed') {
      const errors = `Provided invalid channel state ${state}`;
      const required = 'state closed';
      reply(refuse(this.#own, { status: 400, errors, check: 'request-valid', required, found: state }));
    } else if (at.layer.graph.isOpen(at.end)) {
      this.#close(at, (value) => reply({ kind: 'ok', status: 200, value }));
    } else reply(refuse(this.#own, notOpen(at, 'Attempted to close an already closed channel')));
  }

  // Hands over the closed channel, or null when it is gone.
  #close(at: OwnEnd, closed: (shown: ChannelView | null) => void): void {
    closeChannel(this.#own, at, (result) =>
      closed(result === 'closed' ? channelView(this.#own.world, at.layer, at.end) : null),
    );
  }
}

function notFound({ token, partner }: ChannelUpdate): Fault {
  return {
    status: 409,
    errors: `Requested channel for token ${token} and partner ${partner} not found`,
    check: 'channel-open',
    required: 'a channel with the partner',
    found: 'none',
  };
}

import type { Address } from '../model/address.ts';
import type { Amount } from '../model/amount.ts';
import type { Answer, ChannelView } from '../model/answer.ts';
import { channelKey } from '../model/network.ts';
import type { ChannelUpdate } from '../ports.ts';
import { type ChannelFault, type OpenRequest, timeoutFault, updateFault } from './channel-requests.ts';
import { channelView } from './channel-views.ts';
import { closeChannel } from './closing.ts';
import type { Reply } from './open-requests.ts';
import { failedCheck, refused } from './refusal.ts';
import { nobodyOnline } from './route-choice.ts';
import type { TokenLayer } from './token-layer.ts';
import { nameOf, type World } from './world.ts';

// The node's defaults, in blocks (raiden.md 1.3).
const DEFAULT_SETTLE_TIMEOUT = 500n;
const DEFAULT_REVEAL_TIMEOUT = 50n;

const NOT_INCREASED = 'Total deposit did not increase.';

/** Where one node takes requests about its channels. */
export class ChannelDesk {
  readonly #world: World;
  readonly #node: number;
  // Transactions that open a channel and are not confirmed yet, shared by all desks of a world.
  readonly #opening: Map<string, (() => void)[]>;

  constructor({
    world,
    node,
    opening,
  }: {
    readonly world: World;
    readonly node: number;
    readonly opening: Map<string, (() => void)[]>;
  }) {
    this.#world = world;
    this.#node = node;
    this.#opening = opening;
  }

  open(request: OpenRequest, reply: Reply<ChannelView>): void {
    const layer = this.#world.layerByToken.get(request.token);
    const partner = this.#world.nodeByAddress.get(request.partner);
    const fault = this.#openFault(request, layer);
    if (fault !== undefined) {
      reply(this.#refuse(fault));
      return;
    }
    if (layer === undefined || partner === undefined) return;
    const known = layer.graph.endBetween(this.#node, partner);
    if (known >= 0) this.#deposit(layer, known, request, { status: 200, reply });
    else this.#openNew({ layer, partner, request, reply });
  }

  update(update: ChannelUpdate, reply: Reply<ChannelView | null>): void {
    const fault = updateFault(update);
    if (fault !== undefined) {
      reply(this.#refuse(fault));
      return;
    }
    const layer = this.#world.layerByToken.get(update.token);
    const partner = this.#world.nodeByAddress.get(update.partner);
    const end =
      layer === undefined || partner === undefined ? -1 : layer.graph.endBetween(this.#node, partner);
    if (layer === undefined || end < 0) {
      reply(
        this.#refuse({
          status: 409,
          errors: `Requested channel for token ${update.token} and partner ${update.partner} not found`,
          check: 'channel-open',
          required: 'a channel with the partner',
          found: 'none',
        }),
      );
    } else if (update.totalDeposit !== undefined) this.#depositMore(layer, end, update.totalDeposit, reply);
    else if (update.totalWithdraw !== undefined) this.#withdraw(layer, end, update.totalWithdraw, reply);
    else if (update.revealTimeout !== undefined)
      this.#setRevealTimeout(layer, end, update.revealTimeout, reply);
    else this.#setState(layer, end, update.state as string, reply);
  }

  /** Closes every open channel of a token network; answers when all are closed. */
  leave(token: Address, reply: Reply<readonly (ChannelView | null)[]>): void {
    const layer = this.#world.layerByToken.get(token);
    if (layer === undefined) {
      // The real node answers 500 and dies (raiden.md 1.1); a sandbox that dies helps nobody.
      const errors = 'Token address is not known.';
      reply(
        this.#refuse({
          status: 409,
          errors,
          check: 'token-known',
          required: 'a registered token',
          found: token,
        }),
      );
      return;
    }
    const open = layer.graph.endsOf(this.#node).filter((end) => layer.graph.isOpen(end));
    const left: (ChannelView | null)[] = open.map(() => null);
    let pending = open.length;
    const finish = (): void => reply({ kind: 'ok', status: 200, value: left });
    if (pending === 0) finish();
    open.forEach((end, i) => {
      const done = (result: 'settled' | 'closed'): void => {
        if (result === 'closed') left[i] = channelView(this.#world, layer, end);
        pending -= 1;
        if (pending === 0) finish();
      };
      closeChannel(this.#world, { layer, end, done });
    });
  }

  // In the node's order (raiden.md 1.3).
  #openFault(request: OpenRequest, layer: TokenLayer | undefined): ChannelFault | undefined {
    const { token, partner, totalDeposit = 0n } = request;
    const unknownToken = (errors: string): ChannelFault => ({
      status: 409,
      errors,
      check: 'token-known',
      required: 'a registered token',
      found: token,
    });
    if (layer === undefined) {
      // A node's address is no contract; any other unknown one passes for a token nobody registered.
      const noCode = this.#world.nodeByAddress.has(token);
      return unknownToken(
        noCode
          ? `[Token]Address ${token} does not contain code`
          : `Token network for token ${token} does not exist`,
      );
    }
    const poor = this.#tooPoor(layer, { needed: totalDeposit, shown: totalDeposit });
    if (poor !== undefined) return poor;
    const timeouts = timeoutFault(effectiveTimeouts(request));
    if (timeouts !== undefined) return timeouts;
    const partnerNode = this.#world.nodeByAddress.get(partner);
    const end = partnerNode === undefined ? -1 : layer.graph.endBetween(this.#node, partnerNode);
    if (end >= 0 && !layer.graph.isOpen(end))
      return this.#notOpen(layer, end, 'Channel is not in an open state.');
    if (partnerNode === this.#node) {
      const errors = 'Using the same address for both participants is forbiden.';
      return { status: 409, errors, check: 'request-valid', required: 'another node', found: partner };
    }
    if (partnerNode !== undefined) return undefined;
    // On a real chain any address may be a partner; here one that is no node's could never take part in anything.
    const errors = `There is no user found online for given address ${partner}: no simulated node has it`;
    return {
      status: 409,
      errors,
      check: 'partner-online',
      required: 'the address of a node',
      found: partner,
    };
  }

  #openNew({
    layer,
    partner,
    request,
    reply,
  }: {
    readonly layer: TokenLayer;
    readonly partner: number;
    readonly request: OpenRequest;
    readonly reply: Reply<ChannelView>;
  }): void {
    const pair = [this.#node, partner].sort((one, other) => one - other).join(' ');
    const key = `${layer.token.name} ${pair}`;
    const confirmed = (): void => {
      // A node that was stopped meanwhile sends no second transaction.
      if (!this.#world.messenger.isRunning(this.#node)) return;
      const end = layer.graph.endBetween(this.#node, partner);
      this.#deposit(layer, end, request, { status: 201, reply });
    };
    const others = this.#opening.get(key);
    if (others !== undefined) {
      // The same channel is being opened already: whoever asks meanwhile gets the one channel.
      others.push(confirmed);
      return;
    }
    const waiting = [confirmed];
    this.#opening.set(key, waiting);
    this.#world.blocks.transact(() => {
      this.#opening.delete(key);
      const { settleTimeout, revealTimeout } = effectiveTimeouts(request);
      const nothing = { totalDeposit: 0n, totalWithdraw: 0n, balance: 0n };
      layer.addChannel({
        between: [this.#node, partner],
        identifier: layer.graph.nextIdentifier,
        settleTimeout: Number(settleTimeout),
        revealTimeouts: [Number(revealTimeout), Number(revealTimeout)],
        phase: 'opened',
        ends: [nothing, nothing],
      });
      for (const each of waiting) each();
    });
  }

  // The second transaction of a PUT; opening and depositing are not one.
  #deposit(
    layer: TokenLayer,
    end: number,
    { totalDeposit = 0n }: OpenRequest,
    { status, reply }: { readonly status: 200 | 201; readonly reply: Reply<ChannelView> },
  ): void {
    if (totalDeposit === 0n) this.#show(layer, end, status, reply);
    else this.#raiseDeposit({ layer, end, totalDeposit, status, reply });
  }

  #depositMore(layer: TokenLayer, end: number, totalDeposit: Amount, reply: Reply<ChannelView | null>): void {
    if (!layer.graph.isOpen(end)) {
      reply(this.#refuse(this.#notOpen(layer, end, "Can't set total deposit on a closed channel")));
      return;
    }
    this.#raiseDeposit({ layer, end, totalDeposit, status: 200, reply });
  }

  #raiseDeposit({
    layer,
    end,
    totalDeposit,
    status,
    reply,
  }: {
    readonly layer: TokenLayer;
    readonly end: number;
    readonly totalDeposit: Amount;
    readonly status: 200 | 201;
    readonly reply: Reply<ChannelView>;
  }): void {
    const { ledger, onChain } = layer;
    const current = ledger.totalDeposit[end] as Amount;
    const increase = totalDeposit - current;
    const fault: ChannelFault | undefined =
      increase <= 0n
        ? {
            status: 409,
            errors: NOT_INCREASED,
            check: 'deposit-increases',
            required: `total deposit > ${current}`,
            found: `total deposit ${totalDeposit}`,
          }
        : this.#tooPoor(layer, { needed: increase, shown: increase });
    if (fault !== undefined) {
      reply(this.#refuse(fault));
      return;
    }
    this.#world.blocks.transact(() => {
      // Another deposit may have been confirmed, the channel closed, the tokens spent meanwhile.
      const left = totalDeposit - (ledger.totalDeposit[end] as Amount);
      const late = !layer.graph.isOpen(end)
        ? this.#notOpen(layer, end, "Can't set total deposit on a closed channel")
        : this.#tooPoor(layer, { needed: left, shown: left });
      if (late !== undefined) {
        reply(this.#refuse(late));
        return;
      }
      if (left > 0n) {
        onChain[this.#node] = (onChain[this.#node] as Amount) - left;
        ledger.deposit(end, left);
      }
      this.#show(layer, end, status, reply);
    });
  }

  #withdraw(layer: TokenLayer, end: number, totalWithdraw: Amount, reply: Reply<ChannelView | null>): void {
    const fault = this.#withdrawFault(layer, end, totalWithdraw);
    if (fault !== undefined) {
      reply(this.#refuse(fault));
      return;
    }
    const { ledger, onChain } = layer;
    const increase = totalWithdraw - (ledger.totalWithdraw[end] as Amount);
    ledger.withdraw(end, increase);
    layer.inTransit += increase;
    this.#world.blocks.transact(() => {
      layer.inTransit -= increase;
      onChain[this.#node] = (onChain[this.#node] as Amount) + increase;
      this.#show(layer, end, 200, reply);
    });
  }

  #withdrawFault(layer: TokenLayer, end: number, totalWithdraw: Amount): ChannelFault | undefined {
    const { graph, ledger } = layer;
    if (!graph.isOpen(end)) return this.#notOpen(layer, end, "Can't withdraw from a closed channel");
    const current = ledger.totalWithdraw[end] as Amount;
    const available = ledger.available(end);
    if (totalWithdraw <= current)
      return {
        status: 409,
        errors: `Total withdraw ${totalWithdraw} did not increase`,
        check: 'withdraw-increases',
        required: `total withdraw > ${current}`,
        found: `total withdraw ${totalWithdraw}`,
      };
    if (totalWithdraw - current > available)
      return {
        status: 409,
        errors: `The withdraw of ${totalWithdraw - current} is bigger than the current balance of ${available}`,
        check: 'available-balance',
        required: `available balance >= ${totalWithdraw - current}`,
        found: `available balance ${available} (balance ${ledger.balance[end]}, locked ${ledger.lockedAmount[end]})`,
      };
    const partner = graph.owner(end ^ 1);
    if (this.#world.messenger.isRunning(partner)) return undefined;
    return {
      status: 409,
      errors: nobodyOnline(this.#world.addresses[partner] as Address),
      check: 'partner-online',
      required: `${nameOf(this.#world, partner)} runs, it must countersign`,
      found: 'it is stopped',
    };
  }

  #setRevealTimeout(layer: TokenLayer, end: number, blocks: bigint, reply: Reply<ChannelView | null>): void {
    const settleTimeout = BigInt(layer.graph.settleTimeout(end));
    const fault = timeoutFault({ settleTimeout, revealTimeout: blocks });
    if (fault !== undefined) {
      reply(this.#refuse(fault));
      return;
    }
    layer.graph.revealTimeouts[end] = Number(blocks);
    this.#show(layer, end, 200, reply);
  }

  #setState(layer: TokenLayer, end: number, state: string, reply: Reply<ChannelView | null>): void {
    if (state !== 'closed') {
      const errors = `Provided invalid channel state ${state}`;
      reply(
        this.#refuse({ status: 400, errors, check: 'request-valid', required: 'state closed', found: state }),
      );
    } else if (layer.graph.isOpen(end)) {
      const done = (result: 'settled' | 'closed'): void => {
        if (result === 'closed') this.#show(layer, end, 200, reply);
        else reply({ kind: 'ok', status: 200, value: null });
      };
      closeChannel(this.#world, { layer, end, done });
    } else reply(this.#refuse(this.#notOpen(layer, end, 'Attempted to close an already closed channel')));
  }

  #tooPoor(
    { onChain, token }: TokenLayer,
    { needed, shown }: { readonly needed: Amount; readonly shown: Amount },
  ): ChannelFault | undefined {
    const owned = onChain[this.#node] as Amount;
    if (needed <= owned) return undefined;
    return {
      status: 402,
      errors: `Not enough balance to deposit. ${token.tokenAddress} Available=${owned} Needed=${shown}`,
      check: 'on-chain-balance',
      required: `on-chain balance >= ${needed}`,
      found: `on-chain balance ${owned}`,
    };
  }

  #notOpen({ graph, token }: TokenLayer, end: number, errors: string): ChannelFault {
    const channel = channelKey(token.name, graph.identifier(end));
    return {
      status: 409,
      errors,
      check: 'channel-open',
      required: `state opened of ${channel}`,
      found: `state ${graph.phase(end)}`,
    };
  }

  #show(layer: TokenLayer, end: number, status: 200 | 201, reply: Reply<ChannelView>): void {
    reply({ kind: 'ok', status, value: channelView(this.#world, layer, end) });
  }

  #refuse(fault: ChannelFault): Answer<never> {
    return refused(fault, failedCheck(nameOf(this.#world, this.#node), fault.check, fault));
  }
}

function effectiveTimeouts({ settleTimeout, revealTimeout }: OpenRequest): {
  readonly settleTimeout: bigint;
  readonly revealTimeout: bigint;
} {
  return {
    settleTimeout: settleTimeout ?? DEFAULT_SETTLE_TIMEOUT,
    revealTimeout: revealTimeout ?? DEFAULT_REVEAL_TIMEOUT,
  };
}

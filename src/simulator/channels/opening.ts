import { isAddress } from '../../model/network/address.ts';
import type { EndIndex, NodeIndex } from '../../model/network/indices.ts';
import { DEFAULT_TIMEOUTS } from '../../model/network/network.ts';
import type { ChannelView } from '../../model/run/answer.ts';
import type { OpenRequest } from '../../ports/node-api.ts';
import type { Reply } from '../../ports/protocol.ts';
import { type Fault, invalidRequest, misspelled } from '../answers.ts';
import type { TokenLayer } from '../token-layer.ts';
import { type AskedTimeouts, timeoutFault } from './channel-requests.ts';
import { notOpen, type OwnNode, refuse, show, tooPoor } from './own-channels.ts';
import { raiseDeposit } from './updating.ts';

/** Transactions that open a channel and are not confirmed yet, by token and pair; what waits for each. */
export type Openings = Map<string, (() => void)[]>;

/** Opens a channel and deposits into it, in two transactions; one that is there already only takes the deposit. */
export function openChannel(
  own: OwnNode,
  openings: Openings,
  request: OpenRequest,
  reply: Reply<ChannelView>,
): void {
  const { world, node } = own;
  const layer = world.layerByToken.get(request.token);
  const partner = world.nodeByAddress.get(request.partner);
  const fault = openFault(own, request, layer);
  if (fault !== undefined) reply(refuse(own, fault));
  if (fault !== undefined || layer === undefined || partner === undefined) return;
  const existingEnd = layer.graph.endBetween(node, partner);
  const { totalDeposit = 0n } = request;
  const deposit = (end: EndIndex, status: 200 | 201): void => {
    const at = { ...own, layer, end };
    if (totalDeposit === 0n) reply(show(at, status));
    else raiseDeposit(at, totalDeposit, status, reply);
  };
  if (existingEnd !== undefined) deposit(existingEnd, 200);
  else
    openNew(own, openings, { layer, partner, request }, () => {
      // A node that was stopped meanwhile sends no second transaction.
      if (!world.messenger.isUp(node)) return;
      world.messenger.whenRunning(node, () =>
        deposit(layer.graph.endBetween(node, partner) as EndIndex, 201),
      );
    });
}

function openNew(
  { world, node, blocks }: OwnNode,
  openings: Openings,
  {
    layer,
    partner,
    request,
  }: { readonly layer: TokenLayer; readonly partner: NodeIndex; readonly request: OpenRequest },
  confirmed: () => void,
): void {
  const key = `${layer.token.name} ${Math.min(node, partner)} ${Math.max(node, partner)}`;
  const others = openings.get(key);
  if (others !== undefined) {
    // The same channel is being opened already: every request meanwhile gets that one.
    others.push(confirmed);
    return;
  }
  const waiting = [confirmed];
  openings.set(key, waiting);
  blocks.transact(() => {
    openings.delete(key);
    const { settleTimeout, revealTimeout } = timeoutsOf(request, layer, node);
    const nothing = { totalDeposit: 0n, totalWithdraw: 0n, balance: 0n };
    const end = layer.addChannel({
      between: [node, partner],
      identifier: layer.graph.nextIdentifier,
      settleTimeout: Number(settleTimeout),
      // A request says what its own node is to have; the partner's is not asked.
      revealTimeouts: [
        Number(revealTimeout),
        layer.timeouts[partner]?.revealTimeout ?? Number(revealTimeout),
      ],
      phase: 'opened',
      ends: [nothing, nothing],
    });
    world.chainEvents.opened({ layer, end });
    for (const each of waiting) each();
  });
}

// In the node's order (raiden.md 1.3).
function openFault(own: OwnNode, request: OpenRequest, layer: TokenLayer | undefined): Fault | undefined {
  const { world, node } = own;
  const partner = world.nodeByAddress.get(request.partner);
  if (partner === undefined && !isAddress(request.partner))
    return { ...misspelled(request.partner), status: 400 };
  if (layer === undefined) return unknownToken(own, request);
  const end = partner === undefined ? undefined : layer.graph.endBetween(node, partner);
  if (end !== undefined && !world.rulesOf(node).opensAgain)
    return { ...notOpen({ ...own, layer, end }, 'Invalid channel state.'), required: 'no channel yet' };
  const early =
    tooPoor({ node, layer }, request.totalDeposit ?? 0n) ?? timeoutFault(timeoutsOf(request, layer, node));
  if (early !== undefined) return early;
  if (end !== undefined && !layer.graph.isOpen(end))
    return notOpen({ ...own, layer, end }, 'Channel is not in an open state.');
  if (partner === node) {
    const errors = 'Using the same address for both participants is forbiden.';
    return invalidRequest(errors, { required: 'another node', found: request.partner });
  }
  if (partner !== undefined) return undefined;
  // On a real chain any address may be a partner; here one that is no node's could never take part in anything.
  const errors = `There is no user found online for given address ${request.partner}: no simulated node has it`;
  return { errors, check: 'partner-online', required: 'the address of a node', found: request.partner };
}

// A node's address is no contract; any other unknown one passes for a token that was never registered.
function unknownToken({ world }: OwnNode, { token }: OpenRequest): Fault {
  const errors = world.nodeByAddress.has(token)
    ? `[Token]Address ${token} does not contain code`
    : `Token network for token ${token} does not exist`;
  return { errors, check: 'token-known', required: 'a registered token', found: token };
}

function timeoutsOf(request: OpenRequest, { timeouts }: TokenLayer, node: NodeIndex): AskedTimeouts {
  const usual = timeouts[node] ?? DEFAULT_TIMEOUTS;
  const { settleTimeout = BigInt(usual.settleTimeout), revealTimeout = BigInt(usual.revealTimeout) } =
    request;
  return { settleTimeout, revealTimeout };
}

import { type Address, addressFrom } from '../../model/network/address.ts';
import type { Amount } from '../../model/network/amount.ts';
import type { NodeIndex } from '../../model/network/indices.ts';
import type { TransactionHash } from '../../model/run/answer.ts';
import type { MintRequest } from '../../ports/node-api.ts';
import type { Reply } from '../../ports/protocol.ts';
import { type Fault, ok } from '../answers.ts';
import { type OwnNode, refuse } from '../channels/own-channels.ts';
import type { World } from '../world.ts';

const NULL_ADDRESS = '0x0000000000000000000000000000000000000000';

/** Makes a token network for a token that has none (raiden.md 1.1). Any address that is no node's passes for a token. */
export function registerToken(own: OwnNode, token: Address, reply: Reply<Address>): void {
  const { world, blocks } = own;
  const refused = registerFault(world, token);
  if (refused !== undefined) return reply(refuse(own, refused));
  blocks.transact(() => {
    // Another node may have been faster.
    const late = registerFault(world, token);
    if (late !== undefined) return reply(refuse(own, late));
    const owners = world.accounts.takeLoose(token);
    const tokenNetworkAddress = addressFrom(`millrace token network ${token}`);
    world.addLayer({
      name: token,
      tokenAddress: token,
      tokenNetworkAddress,
      decimals: 0,
      balancePerNode: 0n,
    });
    for (const [owner, amount] of owners) addOwned(world, { token, node: owner, amount });
    reply({ kind: 'ok', status: 201, value: tokenNetworkAddress });
  });
}

function registerFault(world: World, token: Address): Fault | undefined {
  const required = 'a token without a network';
  const check = 'token-known';
  const found = token;
  if (token === NULL_ADDRESS) return { errors: 'token_address must be non-zero', check, required, found };
  if (world.layerByToken.has(token)) return { errors: 'Token already registered', check, required, found };
  if (world.nodeByAddress.has(token))
    return { errors: `[Token]Address ${token} does not contain code`, check, required, found };
  return undefined;
}

/** Makes new tokens; what an account gets that is no node's is not kept. */
export function mint(own: OwnNode, { token, to, value }: MintRequest, reply: Reply<TransactionHash>): void {
  const { world, blocks } = own;
  if (world.nodeByAddress.has(token)) {
    const errors = `Minting failed: [CustomToken]Address ${token} does not contain code`;
    reply(refuse(own, { status: 400, errors, check: 'token-known', required: 'a token', found: token }));
    return;
  }
  blocks.transact(() => {
    const owner = world.nodeByAddress.get(to);
    if (owner !== undefined) addOwned(world, { token, node: owner, amount: value });
    reply(ok(world.accounts.nextHash()));
  });
}

interface Owned {
  readonly token: Address;
  readonly node: NodeIndex;
}

/** How much of a token a node has in its account. */
export function owned({ layerByToken, accounts }: World, { token, node }: Owned): Amount {
  return layerByToken.get(token)?.onChain[node] ?? accounts.loose(token, node);
}

/** Puts tokens into a node's account that were nowhere in the world before; less than zero: takes them out of it. */
export function addOwned(
  { layerByToken, accounts }: World,
  { token, node, amount }: Owned & { readonly amount: Amount },
): void {
  const layer = layerByToken.get(token);
  if (layer === undefined) return accounts.addLoose(token, node, amount);
  layer.onChain[node] = (layer.onChain[node] ?? 0n) + amount;
  layer.supply += amount;
}

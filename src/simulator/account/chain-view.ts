import { FUNDED_ACCOUNT } from '../../model/network/contract-addresses.ts';
import type { ChainView } from '../../ports/chain-view.ts';
import type { World } from '../world.ts';
import { layerOf } from '../path-finding/simulated-path-finding.ts';
import { owned } from './tokens.ts';

// The largest amount of a token (uint256).
const ENDLESS = 2n ** 256n - 1n;

/** The chain of a world, looked up per question, because a reset replaces it. */
export function chainView(world: () => World): ChainView {
  return {
    latestBlock: () => world().blocks.latest,
    token: (address) => world().layerByToken.get(address)?.token,
    isNetwork: (address) => layerOf(world(), address) !== undefined,
    balance: ({ token, owner }) => {
      const node = world().nodeByAddress.get(owner);
      return node === undefined ? 0n : owned(world(), { token, node });
    },
    userDeposit: (owner) => {
      const node = world().nodeByAddress.get(owner);
      if (node !== undefined) return world().accounts.deposit(node);
      const balance = owner === FUNDED_ACCOUNT ? ENDLESS : 0n;
      return { total: balance, balance };
    },
  };
}

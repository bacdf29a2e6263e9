import { CONTRACT_ADDRESSES } from '../../model/network/contract-addresses.ts';
import { otherEnd } from '../../model/network/indices.ts';
import { rewardIdentifier } from '../../model/network/reward-identifier.ts';
import { addressOf } from '../world.ts';
import type { OwnEnd } from './own-channels.ts';

// The contract lets a service answer from a block on that lies between 30 % and 80 % of the settle timeout after the
// close, by the addresses of both ends and of the service (raiden-contracts, firstBlockAllowedToMonitor of
// MonitoringService.sol). Here the addresses decide nothing.
const SERVICE_WAITS = 0.6;

/**
 * After a close the partner shows the contract what it has received last: by itself when it runs, else a monitoring
 * service does it for a node that pays for that, and claims its reward once the channel is settled
 * (docs/scenario-player.md). Returns whether the contract has been shown it.
 */
export function answerClose(at: OwnEnd, closedIn: number): () => boolean {
  const { world, blocks, layer, end } = at;
  // Without a transfer there is no balance proof to show.
  if (layer.ledger.transferred(end) === 0n) return () => true;
  const partner = layer.graph.owner(otherEnd(end));
  const lastBlock = closedIn + layer.graph.settleTimeout(end);
  let isAnswered = false;
  const answer = (sender: `0x${string}`, answered: () => void): void => {
    if (isAnswered || blocks.latest >= lastBlock) return;
    isAnswered = true;
    blocks.transact({ kind: 'answer-close', from: partner }, () => {
      noteProof(at, sender);
      answered();
    });
  };
  world.messenger.whenRunning(partner, () => answer(addressOf(world, partner), () => {}));
  const isShown = (): boolean => isAnswered;
  if (!world.isMonitored(partner)) return isShown;
  blocks.at(closedIn + Math.floor(layer.graph.settleTimeout(end) * SERVICE_WAITS), () =>
    answer(CONTRACT_ADDRESSES.monitoringService, () => claimLater(at)),
  );
  return isShown;
}

function noteProof({ world, layer, end }: OwnEnd, sender: `0x${string}`): void {
  const channel = BigInt(layer.graph.identifier(end));
  const closing = addressOf(world, layer.graph.owner(end));
  const args = { channel_identifier: channel, closing_participant: closing };
  world.chainEvents.note({ contract: 'TokenNetwork', event: 'NonClosingBalanceProofUpdated', sender, args });
}

// Looks at each new block whether the channel is settled.
function claimLater(at: OwnEnd): void {
  const { world, blocks, layer, end } = at;
  if (layer.graph.phase(end) !== 'gone') {
    blocks.at(blocks.latest + 1, () => claimLater(at));
    return;
  }
  const { tokenNetworkAddress } = layer.token;
  const channelIdentifier = BigInt(layer.graph.identifier(end));
  const sender = CONTRACT_ADDRESSES.monitoringService;
  const args = {
    ms_address: sender,
    reward_identifier: rewardIdentifier({ channelIdentifier, tokenNetworkAddress }),
  };
  world.chainEvents.note({ contract: 'MonitoringService', event: 'RewardClaimed', sender, args });
}

import type { Protocol } from '../../ports/protocol.ts';
import { raidenFees } from '../fees/mediation-fee.ts';
import { nodeDesks } from '../node-desks.ts';
import { simulatedPathFinding } from '../path-finding/simulated-path-finding.ts';
import type { World } from '../world.ts';
import { pendingTransfersOf } from './pending-transfers.ts';
import { Transfers } from './transfers.ts';

/** Payments as Raiden nodes make them: locked hop by hop, unlocked by a secret, one attempt each. */
export const raidenProtocol: Protocol<World> = {
  kind: 'raiden',
  description: 'transfers are locked hop by hop and unlocked by a secret, as Raiden nodes do it',
  fees: raidenFees,
  furnish(world) {
    const transfers = new Transfers(world);
    return {
      desk: nodeDesks(
        world,
        world.blocks,
        (payment, routes) => transfers.send(payment, routes),
        (node) => pendingTransfersOf(world, transfers.inFlight, node),
      ),
      pathFinding: simulatedPathFinding(world),
      pendingTransfers: () => transfers.pending,
    };
  },
};

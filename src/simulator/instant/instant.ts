import type { Protocol } from '../../ports/protocol.ts';
import { raidenFees } from '../fees/mediation-fee.ts';
import { nodeDesks } from '../node-desks.ts';
import { simulatedPathFinding } from '../path-finding/simulated-path-finding.ts';
import type { World } from '../world.ts';
import { settleAtOnce } from './settle-at-once.ts';

/** Payments without locks, messages or waiting: what the same channels could carry at best, and quick to simulate. */
export const instantProtocol: Protocol<World> = {
  kind: 'instant',
  description:
    'the whole route settles at once when every hop covers it, without locks, messages or confirmations: an upper bound',
  fees: raidenFees,
  furnish(world) {
    return {
      desk: nodeDesks(
        world,
        world.blocks.confirmingAtOnce(),
        (payment, routes) => settleAtOnce(world, payment, routes),
        () => [],
      ),
      pathFinding: simulatedPathFinding(world),
      pendingTransfers: () => 0,
    };
  },
};

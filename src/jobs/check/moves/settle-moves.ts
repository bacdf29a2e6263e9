import { directoryOf } from '../../../model/network/directory.ts';
import type { Network } from '../../../model/network/network.ts';
import { longestMs } from '../../../model/scenario/longest-latency.ts';
import type { Scenario, Step } from '../../../model/scenario/scenario.ts';
import { VirtualClock } from '../../../runtime/virtual-clock.ts';
import { assembleOperations, assembleSimulation } from '../../assemble.ts';
import { perform } from '../../drive/perform.ts';
import { comeToRest, onVirtualTime } from '../../virtual-time.ts';
import { channelsInToken, tokenOfSequences } from './channels-in-token.ts';
import { lastGroup, mayBeMediated } from './may-be-mediated.ts';
import type { Move } from './move.ts';
import { settleMove } from './settle-move.ts';

/**
 * The steps that moves come to in a network: each move is settled by what simulated nodes show when its turn comes.
 * A move that the network has no room for, such as the close of a channel where there is none to name, is left out.
 */
export async function settleMoves({
  scenario,
  start,
  moves,
  mediates = true,
}: {
  /** What it does is replaced. */
  readonly scenario: Scenario;
  readonly start: Network;
  readonly moves: readonly Move[];
  /** False: calls by which a mediator might have to pass on a payment are left out. */
  readonly mediates?: boolean | undefined;
}): Promise<readonly Step[]> {
  const clock = new VirtualClock();
  const bare: Scenario = { ...scenario, steps: [], traffic: [] };
  const simulation = assembleSimulation({ scenario: bare, network: start, clock, traces: 'none' });
  const directory = directoryOf(start);
  const stage = { nodes: simulation, directory, clock, runControl: simulation.control };
  const token = tokenOfSequences(start);
  const { blockTimeMs } = scenario.protocol;
  const hopLatencyMs = longestMs(scenario.protocol.hopLatency);
  const work = async (): Promise<readonly Step[]> => {
    let steps: readonly Step[] = [];
    let network = channelsInToken(start, token);
    // What those that start together find.
    let before = network;
    for (const move of moves) {
      // What starts together finds the same.
      if (move.isBeside !== true) network = channelsInToken(simulation.control.network(), token);
      const settled = settleMove(move, { network, token, hopLatencyMs, blockTimeMs, steps });
      if (settled === undefined) continue;
      const group = lastGroup(settled);
      const found = group.length === 1 ? network : before;
      if (!mediates && mayBeMediated(group, found)) continue;
      [steps, before] = [settled, found];
      const operation = assembleOperations({ scenario: { ...bare, steps }, network: start }).at(-1);
      if (operation === undefined) continue;
      await perform(operation, stage);
      await comeToRest(simulation, clock, scenario.protocol);
    }
    return steps;
  };
  return await onVirtualTime(clock, work());
}

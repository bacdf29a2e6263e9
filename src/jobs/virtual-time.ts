import { InvariantError } from '../errors.ts';
import type { ProtocolSpec } from '../model/scenario/scenario.ts';
import type { Simulation } from '../ports/simulation.ts';
import { sleep } from '../runtime/sleep.ts';
import type { VirtualClock } from '../runtime/virtual-clock.ts';

// Locks are gone after at most settle timeout + confirmations; a run that needs longer to rest is our bug.
const LONGEST_REST_BLOCKS = 1_000_000;

/** Lets virtual time pass until the work is done; a work that waits for nothing that will happen is our bug. */
export async function onVirtualTime<T>(clock: VirtualClock, work: Promise<T>): Promise<T> {
  let ended = false;
  const settled = work.finally(() => {
    ended = true;
  });
  settled.catch(() => {}); // Rethrown below; without this a failure during runUntil would be unhandled.
  await clock.runUntil(() => ended);
  if (!ended) throw new InvariantError('the simulation stands still: an operation never got its answer');
  return await settled;
}

/** Waits, on the run's clock, until nothing is on its way between nodes and every router knows the current balances. */
export async function comeToRest(
  simulation: Simulation,
  clock: VirtualClock,
  protocol: ProtocolSpec,
): Promise<void> {
  const limitMs = clock.nowMs() + LONGEST_REST_BLOCKS * protocol.blockTimeMs;
  for (let waitMs = 10; !simulation.isAtRest(); waitMs = Math.min(2 * waitMs, protocol.blockTimeMs)) {
    if (clock.nowMs() > limitMs) {
      throw new InvariantError(
        `the network never came to rest: ${simulation.control.pendingTransfers()} transfers are in flight`,
      );
    }
    await sleep(clock, waitMs);
  }
  if (protocol.view === 'delayed') await sleep(clock, protocol.viewDelayMs);
}

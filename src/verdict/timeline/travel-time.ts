import { changesChannels, type OperationRecord } from '../../model/run/operation.ts';
import { type RunHeader, timingOf } from '../../model/run/run.ts';

type Answered = Pick<OperationRecord, 'operation' | 'startedAtMs' | 'endedAtMs' | 'trace'>;

/**
 * For how long after its answer an operation's messages may travel, on the run's clock: so long it overlaps others.
 * `hops`: of a payment whose way is known.
 */
export type TravelTime = (record: Answered, hops?: number) => number;

/** The travel times of a run's operations: a simulated run is exact, nodes get what is between them and us. */
export function travelTimeOf(
  header: Pick<RunHeader, 'job' | 'timing' | 'scenario' | 'speed'>,
  records: readonly Answered[],
): TravelTime {
  const { longestHopMs, longestBlockMs, messages } = timingOf(header);
  const { speed = 1, job } = header;
  const isReal = messages === 'as-answered';
  const graceMs = job === 'simulate' ? 0 : speed * (isReal ? REAL_GRACE_MS : SANDBOX_GRACE_MS);
  // A slow node is one of those on the way.
  let slowMs = 0;
  for (const { operation } of records)
    if (operation.kind === 'slow') slowMs = Math.max(slowMs, operation.byMs);
  // Queues empty in about the time it took to fill them.
  let queueMs = 0;
  if (messages === 'queued')
    for (const { operation, startedAtMs, endedAtMs } of records)
      if (operation.kind === 'pay') queueMs = Math.max(queueMs, endedAtMs - startedAtMs);
  return ({ operation, startedAtMs, endedAtMs, trace }, hops = trace?.hops.length ?? MOST_HOPS) => {
    const asAnsweredMs = LONGER_THAN_ANSWER * (endedAtMs - startedAtMs);
    if (operation.kind === 'pay') {
      const timedMs = (hops + 1) * (longestHopMs + slowMs);
      return graceMs + LONGER_THAN_ANSWER * queueMs + (isReal ? Math.min(timedMs, asAnsweredMs) : timedMs);
    }
    // Each real node hears of blocks by itself; what was answered has waited for some, too.
    const hearsLater = isReal && changesChannels(operation);
    return graceMs + (hearsLater ? Math.min(longestBlockMs, asAnsweredMs) : 0);
  };
}

/**
 * By so many times the messages after an answer may take longer than the answer: they are fewer than those before it,
 * through the same nodes at the same time.
 */
export const LONGER_THAN_ANSWER = 3;

/** As many hops as any payment has. */
export const MOST_HOPS = 20;

/** Whatever stands between real nodes and us may hold a message up for so long, on the wall. */
export const REAL_GRACE_MS = 1_000;

/** A sandbox that is held up handles what was due before any request. */
const SANDBOX_GRACE_MS = 250;

/** Nodes unlock a hop when they learn the secret or with the unlock before it. */
export const UNLOCK_GRACE_MS = 100;

/** k6 and some nodes tell the time by clocks of whole milliseconds, which are laid over the run's. */
export const CLOCK_GRACE_MS = 2;

import { longestMs } from '../scenario/distribution.ts';
import type { ProtocolSpec } from '../scenario/scenario.ts';

/** How slow the nodes of a run may be, on the run's clock: what comes later than this is wrong, and not late. */
export interface TargetTiming extends Pick<ProtocolSpec, 'view' | 'viewDelayMs'> {
  /** A message from one node to the next. */
  readonly longestHopMs: number;
  readonly longestBlockMs: number;
  /** How many times as fast as the run's clock the nodes' own clocks run; absent: as fast. */
  readonly ownClock?: number;
  /**
   * `timed`: no message takes longer than that. `queued`: messages wait in front of a busy node, for as long as it is
   * busy. `as-answered`: not known beforehand; what follows an answer takes about as long as the answer took.
   */
  readonly messages: 'timed' | 'queued' | 'as-answered';
  /** Until a node shows what it has done. */
  readonly settleMs: number;
  /** After a load, until nothing is pending but what waits for its locks to expire. */
  readonly restMs: number;
}

/** How many times as fast as the wall two clocks run. */
export interface ClockSpeeds {
  readonly run: number;
  readonly target: number;
}

// A sandbox on this machine moves balances within milliseconds of the wall, and unlocks within seconds.
const SANDBOX = { settleMs: 1_500, restMs: 10_000 };

/** Nodes that keep to a scenario's protocol. */
export function simulatedTiming(
  { hopLatency, processingTime, blockTimeMs, view, viewDelayMs }: ProtocolSpec,
  { run, target }: ClockSpeeds = { run: 1, target: 1 },
): TargetTiming {
  const scale = run / target;
  return {
    longestHopMs: longestMs(hopLatency) * scale,
    longestBlockMs: blockTimeMs * scale,
    ...(run === target ? {} : { ownClock: target / run }),
    view,
    viewDelayMs: viewDelayMs * scale,
    messages: processingTime !== undefined && longestMs(processingTime) > 0 ? 'queued' : 'timed',
    settleMs: SANDBOX.settleMs * run,
    restMs: SANDBOX.restMs * run,
  };
}

// Measured on Raiden's Python node and its light client (python-node.md 2, real-nodes.md 3): a message takes about
// 100 ms between idle nodes, which serve one after the other; blocks take from one second to fifteen. A busy machine
// gets ten times a message; path-finding services hear of balances by messages, too.
const REAL = { hopMs: 1_000, blockMs: 15_000, viewMs: 1_000, settleMs: 10_000, restMs: 30_000 };

/** Nodes that keep to no scenario that is known; their clocks are the wall's unless `target` is given. */
export function realTiming({
  run,
  target = 1,
}: Pick<ClockSpeeds, 'run'> & Partial<ClockSpeeds>): TargetTiming {
  return {
    longestHopMs: REAL.hopMs * run,
    longestBlockMs: REAL.blockMs * run,
    ...(run === target ? {} : { ownClock: target / run }),
    view: 'delayed',
    viewDelayMs: REAL.viewMs * run,
    messages: 'as-answered',
    settleMs: REAL.settleMs * run,
    restMs: REAL.restMs * run,
  };
}

import type { TryingAgain } from '../../../src/jobs/check/keep-case.ts';
import { readSequence, type Sequence } from '../../../src/jobs/check/sequence.ts';
import type { TestBench } from '../../../src/jobs/check/test-bench.ts';
import { trySequence } from '../../../src/jobs/check/try-case.ts';
import { stepsIn } from '../scenario-text.ts';

/** A made-up sequence of these steps, in channels in the notation of `world`, whose mediators ask a flat fee. */
export function sequenceIn(channels: string, steps: readonly string[], flatFee = 0): Sequence {
  const network = `fees: {flat: ${flatFee}}, settleTimeout: 40, revealTimeout: 10`;
  return readSequence(stepsIn(channels, steps, { seed: 1, network, protocol: 'hopLatency: 20ms' }));
}

/** Further tries on a bench, by a clock on which a minute passes at each look: nothing smaller is tried. */
export function tryingAgain(bench: TestBench): TryingAgain {
  let nowMs = 0;
  return {
    seed: '1',
    accepted: undefined,
    signal: undefined,
    atOnce: bench.atOnce,
    supply: undefined,
    nowMs: () => (nowMs += 60_000),
    trySequence: (sequence) => trySequence(sequence, { bench, seed: '1' }),
  };
}

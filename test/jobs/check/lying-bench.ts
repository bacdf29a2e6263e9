import type { TryingAgain } from '../../../src/jobs/check/keep-case.ts';
import { sandboxBench } from '../../../src/jobs/check/sandbox-bench.ts';
import type { TestBench } from '../../../src/jobs/check/test-bench.ts';
import { trySequence } from '../../../src/jobs/check/try-case.ts';
import { targetsByName } from '../../../src/jobs/targets/target.ts';
import { type Lie, liarBefore } from '../../fixtures/lying-proxy.ts';

/** Sandboxes behind a liar, which begins anew with each of them. */
export function lyingBench(liar: () => Lie, options: Parameters<typeof sandboxBench>[0] = {}): TestBench {
  const honest = sandboxBench(options);
  return {
    ...honest,
    furnish: async (scenario) => {
      const furnished = await honest.furnish(scenario);
      if (!('targets' in furnished)) throw new Error('a sandbox has targets');
      const named = Object.entries(targetsByName(furnished.targets));
      const proxy = await liarBefore(
        {
          targets: Object.fromEntries(named.map(([name, { baseUrl }]) => [name, baseUrl])),
          network: furnished.start,
        },
        liar(),
      );
      return {
        ...furnished,
        targets: Object.fromEntries(
          named.map(([name, target]) => [name, { ...target, baseUrl: proxy.targets[name] as string }]),
        ),
        release: async () => {
          await proxy.close();
          await furnished.release();
        },
      };
    },
  };
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
    shrinkUntilMs: Number.POSITIVE_INFINITY,
    nowMs: () => (nowMs += 60_000),
    trySequence: (sequence) => trySequence(sequence, { bench, seed: '1' }),
  };
}

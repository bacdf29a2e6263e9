import { describe, expect, it } from 'vitest';
import { readFirstCases } from '../../../src/cli/check/check-sequences.ts';
import { checkNodes } from '../../../src/jobs/check/check-nodes.ts';
import { sandboxBench } from '../../../src/jobs/check/sandbox-bench.ts';
import type { TestBench } from '../../../src/jobs/check/test-bench.ts';
import type { Target } from '../../../src/jobs/targets/target.ts';
import { createRandomSource } from '../../../src/runtime/random-source.ts';
import { type Heard, type Lie, startLyingProxy } from '../../fixtures/lying-proxy.ts';

const SEED = '2';
const TIME_MS = 120_000;

// A caller that gives up does so within a few milliseconds on the wall.
const LONGEST_ON_ITS_WAY_MS = 8;
const LONGEST_LATE_MS = 40;

const after = async (ms: number): Promise<'later'> =>
  await new Promise((resolve) => {
    setTimeout(() => resolve('later'), ms);
  });

/** What a slow network did with requests whose callers had hung up. */
interface Unheard {
  lost: number;
  late: number;
}

/** Payments and their answers take a while; where the caller has hung up meanwhile, a request comes late or never. */
function slowNetwork(draw: () => number, unheard: Unheard): Lie {
  const isGoneWithin = async ({ gone }: Heard, ms: number): Promise<boolean> =>
    (await Promise.race([gone, after(ms)])) !== 'later';
  return async (heard) => {
    if (heard.method !== 'POST' || !heard.path.startsWith('/payments')) return await heard.forward();
    const [way, isLost, ms, lateMs] = [
      draw(),
      draw() < 0.5,
      draw() * LONGEST_ON_ITS_WAY_MS,
      draw() * LONGEST_LATE_MS,
    ];
    if (way < 0.3) return await heard.forward();
    if (way < 0.6) {
      const reply = await heard.forward();
      await after(ms);
      return reply;
    }
    if (!(await isGoneWithin(heard, ms))) return await heard.forward();
    unheard[isLost ? 'lost' : 'late'] += 1;
    if (isLost) return 'break';
    await after(lateMs);
    return await heard.forward();
  };
}

function behindSlowNetwork(bench: TestBench, lie: Lie): TestBench {
  return {
    ...bench,
    furnish: async (scenario) => {
      const furnished = await bench.furnish(scenario);
      if (!('targets' in furnished)) throw new Error('these nodes have no URL');
      const named = Object.entries(furnished.targets) as readonly (readonly [string, Target])[];
      const proxy = await startLyingProxy({
        targets: Object.fromEntries(named.map(([name, { baseUrl }]) => [name, baseUrl])),
        addressOf: (node) => furnished.start.getNodeAttribute(node, 'address'),
        lie,
      });
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

describe('requests that come late or never, where nobody waits for them', () => {
  it.each(['raiden', 'raiden-light'])('raise no alarm: %s', async (dialect) => {
    const unheard = { lost: 0, late: 0 };
    const lie = slowNetwork(createRandomSource(SEED).stream('slow network'), unheard);
    const bench = behindSlowNetwork(sandboxBench({ dialect }), lie);
    const report = await checkNodes({
      bench,
      firstCases: readFirstCases(),
      seed: SEED,
      timeMs: TIME_MS,
      cases: 1,
    });
    expect(report.counterexamples.map(({ found }) => found.title)).toEqual([]);
    expect(unheard.lost).toBeGreaterThan(0);
    expect(unheard.late).toBeGreaterThan(0);
  });
});

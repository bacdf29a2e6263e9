import { describe, expect, it } from 'vitest';
import { readFirstCases } from '../../../src/cli/check/package-files.ts';
import { checkNodes } from '../../../src/jobs/check/check-nodes.ts';
import { createRandomSource } from '../../../src/runtime/random-source.ts';
import { startSandbox } from '../../../src/jobs/sandbox.ts';
import type { Heard, Lie } from '../../fixtures/lying-proxy.ts';
import { lyingBench } from './lying-bench.ts';

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

describe('requests that come late or never, where nobody waits for them', () => {
  it.each(['raiden', 'raiden-light'])('raise no alarm: %s', async (dialect) => {
    const unheard = { lost: 0, late: 0 };
    const lie = slowNetwork(createRandomSource(SEED).stream('slow network'), unheard);
    // On a lockstep clock nobody gives up while a request is on its way.
    const onTheWall: typeof startSandbox = (options) => startSandbox({ ...options, lockstep: undefined });
    const lying = lyingBench(() => lie, { dialect, start: onTheWall });
    const furnish: typeof lying.furnish = async (scenario) => ({
      ...(await lying.furnish(scenario)),
      lockstep: undefined,
    });
    const report = await checkNodes({
      bench: { ...lying, furnish },
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

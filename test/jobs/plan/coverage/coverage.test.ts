import { describe, expect, it } from 'vitest';
import { sourceOf } from '../../scenario-text.ts';
import { plan } from '../../../../src/jobs/plan/plan.ts';
import { AROUND } from './answered-truths.ts';
import { AWAY_MEDIATOR, coverageOf, DRIFTING_CHANNEL, MISSED_SPOKE, resultOf } from './known-truths.ts';

describe('a plan of a scenario whose answer is known', () => {
  it('has intervals that hold it', async () => {
    // Of 20 at 95 % these are 16 or fewer once in sixty times; coverage.long.test.ts has 400.
    const known = { ...DRIFTING_CHANNEL, options: { spec: { replications: 6 } } };
    expect(await coverageOf(known, { plans: 20 })).toBeGreaterThan(16);
  });

  it('has them where hardly any run shows a failure', async () => {
    expect(await coverageOf(AWAY_MEDIATOR, { plans: 20 })).toBeGreaterThan(16);
  });

  it('has them of the greatest of many, which chance has chosen', async () => {
    const known = { ...MISSED_SPOKE, options: { ...MISSED_SPOKE.options, spec: { replications: 4 } } };
    expect(await coverageOf(known, { plans: 20 })).toBeGreaterThan(16);
  });

  it.each([['goes around, whichever of the channels is the tightest', AROUND]])(
    'has them of what %s',
    async (_, known) => {
      expect(await coverageOf(known, { plans: 20 })).toBeGreaterThan(16);
    },
  );

  it('never takes a goal as met for sure that chance alone has not broken yet', async () => {
    for (const seed of Array.from({ length: 20 }, (_, at) => `plan-${at}`)) {
      const { points } = await resultOf(AWAY_MEDIATOR, seed);
      expect(points[0]?.goal).not.toBe('met');
    }
  });

  it('tells the worst run of twenty from so many runs only as can show it', async () => {
    const worstOf = async (replications: number) =>
      (await plan({ source: sourceOf(DRIFTING_CHANNEL.text), spec: { replications } })).result.points[0]
        ?.worst;
    // All of 71 lie above it once in 38 times, of 72 once in 40.
    expect(await worstOf(71)).toBeUndefined();
    expect(await worstOf(72)).toBeDefined();
  });
});

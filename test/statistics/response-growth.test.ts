import { describe, expect, it } from 'vitest';
import { responseGrowth, type TimedResponse } from '../../src/statistics/response-growth.ts';
import { createRandomSource } from '../../src/runtime/random-source.ts';

const WINDOW = 1_000;

describe('how response times grow', () => {
  it('is by how much answers come later per time that passes', () => {
    const { slope, chance } = responseGrowth(
      responses(100, (atMs) => 20 + 0.03 * atMs),
      WINDOW,
    );
    expect(slope).toBeCloseTo(0.03, 3);
    expect(chance).toBe(1 / 2 ** 9);
  });

  it('is nothing when they fall or stay', () => {
    expect(
      responseGrowth(
        responses(100, () => 20),
        WINDOW,
      ),
    ).toEqual({
      isKnown: true,
      slope: 0,
      chance: 1,
    });
    const falling = responseGrowth(
      responses(100, (atMs) => 90 - 0.03 * atMs),
      WINDOW,
    );
    expect(falling.slope).toBeLessThan(0);
    expect(falling.chance).toBe(1);
  });

  it('hardly notices a single stall, nor that what it held up is worked off', () => {
    const stalled = responseGrowth(
      responses(100, (atMs) => 20 + (atMs < 400 ? 0 : Math.max(0, 120 - 0.1 * (atMs - 400)))),
      WINDOW,
    );
    expect(stalled.slope).toBeLessThan(0.005);
    const growing = responseGrowth(
      responses(100, (atMs) => 20 + 0.03 * atMs + (atMs > 500 ? 120 : 0)),
      WINDOW,
    );
    expect(growing.slope).toBeCloseTo(0.03, 2);
  });

  it('takes noise for growth in hardly more than one of twenty windows', () => {
    const random = createRandomSource('noise').stream('noise');
    let taken = 0;
    for (let trial = 0; trial < 400; trial += 1)
      if (
        responseGrowth(
          responses(60, () => 20 + 15 * random()),
          WINDOW,
        ).chance <= 0.05
      )
        taken += 1;
    expect(taken).toBeLessThan(400 * 0.06);
  });

  it('says nothing of a handful', () => {
    expect(responseGrowth([], WINDOW)).toEqual({ isKnown: false, slope: 0, chance: 1 });
    expect(
      responseGrowth(
        responses(5, (atMs) => atMs),
        WINDOW,
      ).chance,
    ).toBe(1);
  });
});

function responses(count: number, responseMsAt: (atMs: number) => number): readonly TimedResponse[] {
  return Array.from({ length: count }, (_, index) => {
    const atMs = (1_000 * (index + 0.5)) / count;
    return { atMs, responseMs: responseMsAt(atMs) };
  });
}

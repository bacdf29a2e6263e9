import { describe, expect, it } from 'vitest';
import { coverageOf, DRIFTING_CHANNEL } from './known-truths.ts';

describe('a plan of a scenario whose answer is known', () => {
  it('has intervals that hold it', async () => {
    // Of 40 at 95 % these are 34 or fewer once in a hundred times; coverage.long.test.ts has 400.
    const known = { ...DRIFTING_CHANNEL, options: { spec: { replications: 6 } } };
    expect(await coverageOf(known, { plans: 40 })).toBeGreaterThan(34);
  });
});

import { expect, it } from 'vitest';
import { preparingMs } from '../../../src/jobs/targets/connections.ts';

it('a channel may take as long to open as an operation of the run, between half a minute and ten', () => {
  const [short, long, dayLong] = [5_000, 300_000, 86_400_000].map(preparingMs);
  expect([short, long, dayLong]).toEqual([30_000, 300_000, 600_000]);
});

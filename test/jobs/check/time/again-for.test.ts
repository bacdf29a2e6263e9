import { expect, it } from 'vitest';
import { againForMs } from '../../../../src/jobs/check/check-nodes.ts';

it('a short check tries what it found again for half as long, a long one for half a minute', () => {
  expect([10_000, 60_000, 600_000].map(againForMs)).toEqual([5_000, 30_000, 30_000]);
});

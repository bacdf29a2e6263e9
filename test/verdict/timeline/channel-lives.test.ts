import { expect, it } from 'vitest';
import { ChannelLives } from '../../../src/verdict/timeline/channel-lives.ts';
import { step, SUCCEEDED, unanswered } from '../../world/records.ts';
import { world } from '../../world/world.ts';

const START = world('alice 100 - 70 bob');

/** The total deposits of the last channel of alice and bob, after these steps. */
function depositsAfter(...records: ConstructorParameters<typeof ChannelLives>[1]) {
  const [life] = new ChannelLives(START, records, () => 0).latest();
  return life?.totalDeposit.map((totals) => totals.at(-1)?.amount ?? null);
}

const OPEN = { kind: 'open', node: 'alice', partner: 'bob', totalDeposit: 30n } as const;
const at = (startedAtMs: number, endedAtMs: number) => ({ startedAtMs, endedAtMs });

it('nobody can say the totals of a channel that was perhaps closed and perhaps opened anew', () => {
  const leaving = step({ kind: 'leave', node: 'alice', id: 1 }, unanswered(), at(20, 60));
  const opening = step({ ...OPEN, id: 0 }, unanswered(), at(10, 60));
  expect(depositsAfter(opening, leaving)).toEqual([null, null]);
  expect(depositsAfter(step({ ...OPEN, id: 0 }, unanswered(), at(30, 60)), leaving)).toEqual([null, null]);
});

it('the totals of a channel that was closed and opened anew are those of the new one', () => {
  const leaving = step({ kind: 'leave', node: 'alice', id: 0 }, SUCCEEDED, at(10, 20));
  const opening = step({ ...OPEN, id: 1 }, { kind: 'succeeded', status: 201 }, at(30, 40));
  expect(depositsAfter(leaving, opening)).toEqual([30n, 0n]);
});

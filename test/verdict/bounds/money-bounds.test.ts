import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ChannelLives } from '../../../src/verdict/timeline/channel-lives.ts';
import { type MoneyChange, MoneyLedger, MoneyWalk } from '../../../src/verdict/bounds/money-bounds.ts';
import { world } from '../../world/world.ts';

const NETWORK = world('alice 100 - 50 bob');
const lives = new ChannelLives(NETWORK, [], () => 0);
const [channel] = lives.all;
if (channel === undefined) throw new Error('the network has a channel');

const [ALICE, BOB] = [0, 1] as const;
const spent = (end: number, amount: bigint, fromMs: number, settledMs: number): MoneyChange => ({
  at: { end },
  fromMs,
  settledMs,
  inFlight: { least: -amount, most: 0n },
  settled: { least: -amount, most: -amount },
});

describe('the bounds of a channel end', () => {
  it('hold both what was before and what is after while a payment is on its way', () => {
    const walk = new MoneyWalk();
    walk.take([spent(ALICE, 30n, 0, 100)]);
    const during = walk.during({ startedAtMs: 10, endedAtMs: 20 });
    expect(during.of(channel, ALICE)).toEqual({ least: 70n, most: 100n });
    const after = walk.during({ startedAtMs: 100, endedAtMs: 110 });
    expect(after.of(channel, ALICE)).toEqual({ least: 70n, most: 70n });
  });

  it('stay between nothing and the capacity, wherever money of unknown ways went', () => {
    const walk = new MoneyWalk();
    const anywhere = { least: -120n, most: 120n };
    const at = { token: channel.token };
    walk.take([{ at, fromMs: 0, settledMs: 1, inFlight: anywhere, settled: anywhere }]);
    expect(walk.atRest().of(channel, ALICE)).toEqual({ least: 0n, most: 150n });
    expect(walk.atRest().of(channel, BOB)).toEqual({ least: 0n, most: 150n });
  });
});

const moment = fc.oneof(fc.integer({ min: 0, max: 30 }), fc.constant(Number.POSITIVE_INFINITY));
const entry = fc.record({
  atMs: moment,
  amount: fc.bigInt({ min: -20n, max: 20n }),
  isSettled: fc.boolean(),
});
const round = fc.record({ entries: fc.array(entry, { maxLength: 20 }), from: moment, to: moment });

describe('the ledger of money', () => {
  it('tells the sums of all that was entered by a moment, however entries and questions take turns', () => {
    const property = fc.property(fc.array(round, { maxLength: 12 }), (rounds) => {
      const ledger = new MoneyLedger<'here'>();
      const entered: { readonly atMs: number; readonly amount: bigint; readonly isSettled: boolean }[] = [];
      for (const { entries, from, to } of rounds) {
        for (const { atMs, amount, isSettled } of entries) {
          const change = { least: amount, most: -amount };
          if (isSettled) ledger.settle('here', atMs, change);
          else ledger.allow('here', atMs, change);
        }
        entered.push(...entries);
        let least = 0n;
        for (const { atMs, amount, isSettled } of entered)
          if (atMs <= (isSettled ? from : to)) least += amount;
        expect(ledger.within('here', { startedAtMs: from, endedAtMs: to })).toEqual({
          least,
          most: -least,
        });
      }
    });
    fc.assert(property);
  });
});

import { describe, expect, it } from 'vitest';
import { ChannelLives } from '../../../src/checks/latitude/channel-lives.ts';
import { type MoneyChange, MoneyWalk } from '../../../src/checks/latitude/money-bounds.ts';
import { exampleNetwork } from '../../fixtures/example-runs.ts';

const NETWORK = exampleNetwork([['alice', 'bob', 100n, 50n]]);
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
    const walk = new MoneyWalk(lives.all);
    walk.take([spent(ALICE, 30n, 0, 100)]);
    const during = walk.during({ startedAtMs: 10, endedAtMs: 20 }, []);
    expect(during.of(channel, ALICE)).toEqual({ least: 70n, most: 100n });
    const after = walk.during({ startedAtMs: 100, endedAtMs: 110 }, []);
    expect(after.of(channel, ALICE)).toEqual({ least: 70n, most: 70n });
  });

  it('hold what another operation begins meanwhile', () => {
    const walk = new MoneyWalk(lives.all);
    const bounds = walk.during({ startedAtMs: 0, endedAtMs: 50 }, [spent(ALICE, 30n, 20, 30)]);
    expect(bounds.of(channel, ALICE)).toEqual({ least: 70n, most: 100n });
    expect(walk.atRest().of(channel, ALICE)).toEqual({ least: 100n, most: 100n });
  });

  it('stay between nothing and the capacity, wherever money of unknown ways went', () => {
    const walk = new MoneyWalk(lives.all);
    const anywhere = { least: -120n, most: 120n };
    const at = { token: channel.token };
    walk.take([{ at, fromMs: 0, settledMs: 1, inFlight: anywhere, settled: anywhere }]);
    expect(walk.atRest().of(channel, ALICE)).toEqual({ least: 0n, most: 150n });
    expect(walk.atRest().of(channel, BOB)).toEqual({ least: 0n, most: 150n });
  });
});

import { describe, expect, it } from 'vitest';
import { type Lacked, ScriptedStops, whatLacked } from '../../../src/verdict/failures/what-lacked.ts';
import { WatchedBalances } from '../../../src/verdict/failures/watched-balances.ts';
import { CertainFlows } from '../../../src/verdict/bounds/certain-flows.ts';
import type { ReasonClass } from '../../../src/model/run/reason-class.ts';
import type { Network } from '../../../src/model/network/network.ts';
import { failed, pay } from '../../world/records.ts';
import { world } from '../../world/world.ts';
import { channelOf } from '../hand-made-run.ts';

/** Judges a refused payment of 50 from alice to bob, whose channel holds that much at alice's end. */
function lacked(reason: ReasonClass, held: bigint): Lacked {
  return lackedIn(world(`alice ${held} - 1000 bob`), 'bob', reason);
}

function lackedIn(network: Network, target: string, reason: ReasonClass): Lacked {
  const balances = new WatchedBalances(network, ['alice', target]);
  const record = pay({ target, amount: 50n }, failed(reason));
  return whatLacked(record, { balances, flows: new CertainFlows(network), stops: new ScriptedStops() });
}

const DRY = { at: 'alice', channel: 'DAI:1', check: 'available-balance' };

it('an end that began with nothing is not drained by the load, unless it was filled meanwhile', () => {
  const balances = new WatchedBalances(world('alice 100 - 0 bob'), ['alice']);
  const drained = [100n, 60n, 100n, 0n, 50n].map((balance, second) => {
    balances.take('alice', [channelOf('alice', balance)], second * 1000);
    return balances.depletedEnds;
  });
  expect(drained).toEqual([0, 0, 1, 1, 0]);
});

describe('what a payment lacked', () => {
  it('is money where its node finds no way and an end holds too little, at that end', () => {
    expect(lacked('no-route', 10n)).toEqual({ lack: 'money', place: DRY });
  });

  it('is free locks where its node finds no way and every end holds enough', () => {
    expect(lacked('no-route', 1000n)).toEqual({ lack: 'locks' });
    const payer = { at: 'alice', channel: null, check: 'available-balance' };
    expect(lacked('no-suitable-channel', 1000n)).toEqual({ lack: 'locks', place: payer });
  });

  it('is service where the locks expired, for it had begun: whatever the ends hold by then', () => {
    expect(lacked('lock-expired', 10n)).toEqual({ lack: 'service' });
    expect(lacked('lock-expired', 1000n)).toEqual({ lack: 'service' });
  });

  it('is lower fees where mediators ask for more than the payer accepts, and no fault of the target', () => {
    expect(lacked('max-fee-exceeded', 1000n)).toEqual({ lack: 'fees' });
  });

  it('is service at a payer that is not reached, and at a payee that is offline', () => {
    const [payer, payee] = [
      { at: 'alice', channel: null, check: 'source-online' },
      { at: 'bob', channel: null, check: 'target-online' },
    ];
    expect(lacked('unreachable', 10n)).toEqual({ lack: 'service', place: payer });
    expect(lacked('target-offline', 10n)).toEqual({ lack: 'service', place: payee });
  });

  it('is money in front of the payee, in its fullest channel', () => {
    const network = world('alice 1000 - 0 bob 10 - 90 carol, alice 1000 - 0 dave 20 - 90 carol');
    const found = lackedIn(network, 'carol', 'no-route');
    expect(found).toEqual({ lack: 'money', place: { ...DRY, at: 'dave', channel: 'DAI:4' } });
  });
});

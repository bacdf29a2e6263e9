import { describe, expect, it } from 'vitest';
import { sums } from '../../../src/verdict/rules/sums.ts';
import { directoryOf } from '../../../src/model/network/directory.ts';
import { tokenNetwork } from '../../../src/model/network/network.ts';
import type { ChannelView } from '../../../src/model/run/answer.ts';
import type { Moment, Reading } from '../../../src/model/run/reading.ts';
import { world } from '../../world/world.ts';
import { loadRun } from '../../fixtures/load-runs.ts';
import { handMadeRun } from '../hand-made-run.ts';
import { judgementOf } from '../../../src/verdict/check.ts';

const NETWORK = world('alice 100 - 100 bob 100 - 100 carol');
const directory = directoryOf(NETWORK);

function channel(identifier: bigint, partner: string, balance: bigint): ChannelView {
  return {
    channelIdentifier: identifier,
    tokenAddress: directory.tokenAddressOf('DAI'),
    tokenNetworkAddress: tokenNetwork(NETWORK, 'DAI').tokenNetworkAddress,
    partnerAddress: directory.addressOf(partner),
    balance,
    totalDeposit: 100n,
    totalWithdraw: 0n,
    state: 'opened',
    settleTimeout: 500n,
    revealTimeout: 50n,
  };
}

function shown(moment: Moment, node: string, channels: readonly ChannelView[]): readonly Reading[] {
  const common = { moment, node, attempt: 1, atMs: 0 } as const;
  return [
    { ...common, view: { kind: 'channels' }, value: { kind: 'channels', channels } },
    { ...common, view: { kind: 'history' }, value: { kind: 'history', events: [] } },
  ];
}

/** A load without payments that closes the channel of bob and carol, after which these balances are shown. */
function told({ alice, bob }: { readonly alice: bigint; readonly bob: bigint }): readonly string[] {
  const closing = {
    operation: {
      id: 0,
      kind: 'close',
      node: 'carol',
      partner: 'bob',
      token: 'DAI',
      atMs: 0,
      origin: 'steps[0]',
    },
    startedAtMs: 0,
    endedAtMs: 1,
    outcome: { kind: 'succeeded', status: 200 },
  } as const;
  const run = handMadeRun({
    start: NETWORK,
    records: [closing],
    readings: [
      ...shown('start', 'alice', [channel(1n, 'bob', 100n)]),
      ...shown('start', 'bob', [channel(1n, 'alice', 100n), channel(2n, 'carol', 100n)]),
      ...shown('start', 'carol', [channel(2n, 'bob', 100n)]),
      ...shown('end', 'alice', [channel(1n, 'bob', alice)]),
      ...shown('end', 'bob', [channel(1n, 'alice', bob), { ...channel(2n, 'carol', 0n), state: 'closed' }]),
      ...shown('end', 'carol', []),
    ],
    load: loadRun().load,
  });
  return judgementOf(sums, run).clues.map(
    ({ node, predicted, observed }) => `${node}: ${predicted} | ${observed}`,
  );
}

describe('sums beside a channel that a load closes', () => {
  it('are exact at nodes that had no part in it', () => {
    expect(told({ alice: 100n, bob: 100n })).toEqual([]);
    expect(told({ alice: 99n, bob: 100n })).toEqual(['alice: gained 0 | gained -1']);
  });

  it('allow a node that had part in it what the channel held, and no more', () => {
    expect(told({ alice: 100n, bob: 200n })).toEqual([]);
    expect(told({ alice: 100n, bob: 0n })).toEqual([]);
    expect(told({ alice: 100n, bob: 201n })).toEqual(['bob: gained -100 to 100 | gained 101']);
  });
});

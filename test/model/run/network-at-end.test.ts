import { describe, expect, it } from 'vitest';
import { assembleNetwork } from '../../../src/jobs/assemble.ts';
import { readCase } from '../../../src/jobs/check/sequence.ts';
import { assertNetworkInvariants } from '../../../src/model/network/invariants.ts';
import { networkAtEnd } from '../../../src/model/run/network-as-shown.ts';
import type { ChannelView } from '../../../src/model/run/answer.ts';
import type { Reading } from '../../../src/model/run/reading.ts';

const network = assembleNetwork(
  readCase(
    `
question: Q?
seed: 1
network: {topology: {channels: [{between: [a, b], deposits: [15, 100]}]}}
`,
    {},
  ),
);
const [token] = network.getAttribute('tokens');

function shows(node: string, partner: string, channel: Partial<ChannelView> | undefined): Reading {
  const view: ChannelView = {
    channelIdentifier: 1n,
    tokenAddress: token?.tokenAddress ?? '0x',
    tokenNetworkAddress: token?.tokenNetworkAddress ?? '0x',
    partnerAddress: network.getNodeAttribute(partner, 'address'),
    balance: node === 'a' ? 16n : 99n,
    totalDeposit: node === 'a' ? 15n : 100n,
    totalWithdraw: 0n,
    state: 'closed',
    settleTimeout: 40n,
    revealTimeout: 10n,
    ...channel,
  };
  const value = { kind: 'channels', channels: channel === undefined ? [] : [view] } as const;
  return { moment: 'end', node, view: { kind: 'channels' }, value, attempt: 1, atMs: 0 };
}

describe('the network as nodes showed it at the end', () => {
  it('has a closed channel that both ends show', () => {
    const end = networkAtEnd(network, [shows('a', 'b', {}), shows('b', 'a', {})]);
    expect(end.size).toBe(1);
    assertNetworkInvariants(end);
  });

  it('has none that was settled before its second end was asked', () => {
    expect(networkAtEnd(network, [shows('a', 'b', {}), shows('b', 'a', undefined)]).size).toBe(0);
  });

  it('has an open one that one end alone shows: that adds up to nothing right', () => {
    const end = networkAtEnd(network, [shows('a', 'b', { state: 'opened' }), shows('b', 'a', undefined)]);
    expect(() => assertNetworkInvariants(end)).toThrow('do not add up');
  });
});

import { describe, expect, it } from 'vitest';
import { MAX_AMOUNT } from '../../../src/model/network/amount.ts';
import { InvariantError } from '../../../src/errors.ts';
import { assertNetworkInvariants } from '../../../src/model/network/invariants.ts';
import { toJson } from '../../../src/model/json.ts';
import { addChannel, createNetwork, type Network, nodeAddress } from '../../../src/model/network/network.ts';
import { type NetworkJson, networkFromJson, networkToJson } from '../../../src/model/network/network-json.ts';

function twoNodes(): Network {
  const network = createNetwork({
    seed: '7',
    tokens: [{ name: 'TOK', decimals: 0, balancePerNode: MAX_AMOUNT }],
  });
  for (const name of ['alice', 'bob'])
    network.addNode(name, { address: nodeAddress({ seed: '7', name }), online: true });
  addChannel(network, {
    between: ['alice', 'bob'],
    token: 'TOK',
    deposits: [MAX_AMOUNT, 1n],
    identifier: 1,
    settleTimeout: 500,
    revealTimeout: 50,
  });
  return network;
}

describe('a network', () => {
  it('starts every channel with its deposits as balances', () => {
    expect(twoNodes().getEdgeAttributes('TOK:1')).toMatchObject({
      balance: [MAX_AMOUNT, 1n],
      state: 'opened',
    });
  });

  it('survives being written and read, to the last unit', () => {
    const written = toJson(networkToJson(twoNodes()));
    const read = networkFromJson(JSON.parse(written) as NetworkJson);
    expect(toJson(networkToJson(read))).toBe(written);
    expect(read.getEdgeAttribute('TOK:1', 'balance')).toEqual([MAX_AMOUNT, 1n]);
  });

  it('that lost a unit breaks an invariant', () => {
    const network = twoNodes();
    assertNetworkInvariants(network);
    network.setEdgeAttribute('TOK:1', 'balance', [MAX_AMOUNT, 0n]);
    expect(() => assertNetworkInvariants(network)).toThrow(InvariantError);
  });
});

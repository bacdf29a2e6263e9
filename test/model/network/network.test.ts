import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { linesOf } from './lines-of.ts';
import { MAX_AMOUNT } from '../../../src/model/network/amount.ts';
import { InvariantError } from '../../../src/errors.ts';
import { assertNetworkInvariants } from '../../../src/model/network/invariants.ts';
import { toJson } from '../../../src/model/json.ts';
import {
  addChannel,
  CHANNEL_STATES,
  createNetwork,
  type Network,
  nodeAddress,
} from '../../../src/model/network/network.ts';
import { networkFromJson, type NetworkJson, networkToJson } from '../../../src/model/network/network-json.ts';
import { networkFromLines, networkLines } from '../../../src/model/network/network-lines.ts';

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

const amount = fc.bigInt({ min: 0n, max: MAX_AMOUNT });
const pair = fc.tuple(amount, amount);
const channel = fc.record({
  token: fc.constantFrom('ONE', 'TWO'),
  state: fc.constantFrom(...CHANNEL_STATES),
  ends: fc.tuple(fc.nat(4), fc.integer({ min: 1, max: 4 })),
  totalDeposit: pair,
  totalWithdraw: pair,
  balance: pair,
});
const FEES = { flat: 7n, proportionalPpm: 1, imbalancePpm: 0 };
const node = fc.record(
  { online: fc.boolean(), alias: fc.string({ unit: 'binary' }), fees: fc.constant({ ONE: FEES }) },
  { requiredKeys: ['online'] },
);

const networks = fc
  .record({
    nodes: fc.array(node, { minLength: 5, maxLength: 5 }),
    channels: fc.array(channel, { maxLength: 8 }),
  })
  .map(({ nodes, channels }) => {
    const tokens = ['ONE', 'TWO'].map((name) => ({ name, decimals: 2, balancePerNode: MAX_AMOUNT }));
    const network = createNetwork({ seed: '7', tokens });
    nodes.forEach((attributes, index) => {
      const name = `"${index}\n`;
      network.addNode(name, { address: nodeAddress({ seed: '7', name }), ...attributes });
    });
    channels.forEach(({ token, ends: [from, step], ...attributes }, index) => {
      const between = [from, (from + step) % 5].map((end) => `"${end}\n`) as [string, string];
      const terms = { settleTimeout: 500, revealTimeout: [50, index] as const, identifier: index + 1 };
      const key = addChannel(network, { between, token, deposits: [0n, 0n], ...terms });
      network.mergeEdgeAttributes(key, attributes);
    });
    return network;
  });

describe('a network in lines', () => {
  it('is read back as it was, node for node and channel for channel', () => {
    const property = fc.property(networks, (network) => {
      expect(networkToJson(networkFromLines(linesOf(network)))).toEqual(networkToJson(network));
    });
    fc.assert(property);
  });

  it('of more nodes and channels than a line holds is read back, and none of its lines is large', () => {
    const network = longLine(9000);
    const lines = linesOf(network);
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThan(1e6);
    expect(networkToJson(networkFromLines(lines))).toEqual(networkToJson(network));
  });

  it('is read back with the base that it was written with', () => {
    const property = fc.property(networks, networks, (network, base) => {
      const lines = networkLines(network, base);
      expect(networkToJson(networkFromLines(lines, linesOf(base)))).toEqual(networkToJson(network));
    });
    fc.assert(property);
  });

  it('leaves out what is the same in the base', () => {
    const [base, network] = [longLine(9000), longLine(9000)];
    network.setNodeAttribute('n4', 'online', false);
    network.setEdgeAttribute('ONE:8000', 'balance', [1n, 2n]);
    const lines = Array.from(networkLines(network, base));
    expect(lines.map((line) => Object.keys(JSON.parse(line) as object))).toEqual([
      ['format', 'attributes', 'counts'],
      ['nodes'],
      [],
      [],
      [],
      ['channels'],
      [],
    ]);
    expect(lines[5]).toMatch(/^\{"channels":\{"balance":\[[^\]]+\]\}\}\n$/);
    expect(networkToJson(networkFromLines(lines, linesOf(base)))).toEqual(networkToJson(network));
  });

  it('that lacks lines, or is none, is refused', () => {
    const lines = linesOf(longLine(9000));
    expect(() => networkFromLines(lines.slice(0, -1))).toThrow('8192 of 8999 channels');
    expect(() => networkFromLines(lines.slice(1))).toThrow('its first line is missing');
    expect(() => networkFromLines([])).toThrow('it is empty');
    expect(() => networkFromLines(['{"format":"millrace-network/2"}'])).toThrow('millrace-network/2');
  });
});

function longLine(nodes: number): Network {
  const network = createNetwork({ seed: '7', tokens: [{ name: 'ONE', decimals: 0, balancePerNode: 0n }] });
  for (let index = 0; index < nodes; index += 1)
    network.addNode(`n${index}`, { address: `0x${index}`, online: index % 2 === 0 });
  for (let identifier = 1; identifier < nodes; identifier += 1) {
    const between = [`n${identifier - 1}`, `n${identifier}`] as const;
    const terms = { settleTimeout: 500, revealTimeout: 50, identifier };
    addChannel(network, { between, token: 'ONE', deposits: [BigInt(identifier), 1n], ...terms });
  }
  return network;
}

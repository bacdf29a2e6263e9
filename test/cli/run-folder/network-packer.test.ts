import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { NetworkPacker } from '../../../src/cli/run-folder/network-packer.ts';
import { MAX_AMOUNT } from '../../../src/model/network/amount.ts';
import { createNetwork } from '../../../src/model/network/create-network.ts';
import { addChannel, type Network } from '../../../src/model/network/network.ts';
import { networkToJson } from '../../../src/model/network/network-json.ts';
import { networkFromLines } from '../../../src/model/network/network-lines.ts';

it('packs what two networks have in common once: all but the balances where payments were made', () => {
  const packer = new NetworkPacker();
  const start = [...packer.pack(lineOf({ last: [5n, 5n] }))];
  const end = lineOf({ last: [7n, 3n] });
  const packed = [...packer.pack(end)];
  // The head, two lines of nodes, and of channels two with terms, deposits, withdrawals and balances each.
  const changed = packed.flatMap((piece, index) => (piece === start[index] ? [] : [index]));
  expect({ pieces: packed.length, changed }).toEqual({ pieces: 11, changed: [8, 10] });
  expect(networkToJson(read(packed))).toEqual(networkToJson(end));
});

it('packs a node that is off, an amount beyond 64 bits and a channel more anew', () => {
  const packer = new NetworkPacker();
  const networks = [
    lineOf({ last: [5n, 5n] }),
    lineOf({ last: [5n, MAX_AMOUNT], isOnline: false }),
    lineOf({ last: [5n, MAX_AMOUNT], channels: 4999 }),
    lineOf({ last: [5n, 5n], channels: 3000 }),
  ];
  for (const network of networks)
    expect(networkToJson(read([...packer.pack(network)]))).toEqual(networkToJson(network));
});

it('packs amounts that are the same everywhere to next to nothing', () => {
  const packed = [...new NetworkPacker().pack(lineOf({ last: [5n, 5n], deposits: () => [500n, 500n] }))];
  // The first deposits, withdrawals and balances.
  expect(Math.max(...packed.slice(4, 7).map(({ length }) => length))).toBeLessThan(300);
});

/** A line of 5,000 nodes, of which the last channel holds what is asked. */
function lineOf({
  last,
  isOnline = true,
  channels = 4998,
  deposits = (identifier) => [BigInt(identifier), 1n],
}: {
  readonly last: readonly [bigint, bigint];
  readonly isOnline?: boolean;
  readonly channels?: number;
  readonly deposits?: (identifier: number) => readonly [bigint, bigint];
}): Network {
  const network = createNetwork({ seed: '7', tokens: [{ name: 'ONE', decimals: 0, balancePerNode: 0n }] });
  for (let node = 0; node < 5000; node += 1)
    network.addNode(`n${node}`, { address: `0x${node}`, online: node < 4999 || isOnline });
  for (let identifier = 1; identifier <= channels; identifier += 1) {
    const between = [`n${identifier - 1}`, `n${identifier}`] as const;
    const terms = { settleTimeout: 500, revealTimeout: 50, identifier };
    const funds = { deposits: identifier === channels ? last : deposits(identifier) };
    addChannel(network, { between, token: 'ONE', ...funds, ...terms });
  }
  return network;
}

function read(packed: readonly Uint8Array[]): Network {
  const text = gunzipSync(Buffer.concat(packed)).toString();
  return networkFromLines(text.slice(0, -1).split('\n'));
}

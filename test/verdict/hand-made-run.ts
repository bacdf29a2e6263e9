import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import type { ChannelView, PaymentEvent } from '../../src/model/run/answer.ts';
import { directoryOf } from '../../src/model/network/directory.ts';
import { type Network, tokenNetwork } from '../../src/model/network/network.ts';
import type { OperationRecord, Outcome } from '../../src/model/run/operation.ts';
import type { Moment, Reading, View, ViewValue } from '../../src/model/run/reading.ts';
import type { Run } from '../../src/model/run/run.ts';
import { exampleScenario } from '../fixtures/example-runs.ts';
import { world } from '../world/world.ts';

/** Alice and bob with a channel of 100 on each side. */
export const NETWORK: Network = world('alice 100 - 100 bob');

const directory = directoryOf(NETWORK);

/** A run of these records and readings, each operation after the one before. */
export function handMadeRun(parts: Partial<Run> = {}): Run {
  return {
    header: {
      format: 'millrace-run/1',
      job: 'replay',
      scenario: exampleScenario(),
      seed: '42',
      pace: 'sequential',
      versions: { millrace: '0.0.0', node: 'v20' },
      startedAt: '2026-01-01T00:00:00.000Z',
      targets: { alice: 'http://user:secret@127.0.0.1:5001', bob: 'http://127.0.0.1:5002' },
    },
    start: NETWORK,
    records: [],
    readings: [],
    partial: false,
    ...parts,
  };
}

/** Alice pays bob. */
export function payment(id: number, amount: bigint, outcome: Outcome = paid(id, amount)): OperationRecord {
  return {
    operation: {
      id,
      kind: 'pay',
      node: 'alice',
      target: 'bob',
      token: 'DAI',
      amount,
      identifier: BigInt(id) + 1000n,
      atMs: id * 100,
      origin: `steps[${id}]`,
    },
    startedAtMs: id * 100,
    endedAtMs: id * 100 + 50,
    outcome,
  };
}

/** A success with the receipt it should have. */
export function paid(id: number, amount: bigint): Extract<Outcome, { kind: 'succeeded' }> {
  const secret = (id + 1).toString(16).padStart(64, '0');
  return {
    kind: 'succeeded',
    status: 200,
    receipt: {
      initiatorAddress: directory.addressOf('alice'),
      targetAddress: directory.addressOf('bob'),
      tokenAddress: directory.tokenAddressOf('DAI'),
      amount,
      identifier: BigInt(id) + 1000n,
      secret: `0x${secret}`,
      secretHash: `0x${bytesToHex(sha256(hexToBytes(secret)))}`,
    },
  };
}

/** A refusal. */
export const REFUSED: Outcome = { kind: 'failed', status: 409, reason: 'no-route', message: 'no route' };

type Party = 'alice' | 'bob';

/** The channel as one of its ends shows it. */
export function channelOf(node: Party, balance: bigint): ChannelView {
  return {
    channelIdentifier: 1n,
    tokenAddress: directory.tokenAddressOf('DAI'),
    tokenNetworkAddress: tokenNetwork(NETWORK, 'DAI').tokenNetworkAddress,
    partnerAddress: directory.addressOf(node === 'alice' ? 'bob' : 'alice'),
    balance,
    totalDeposit: 100n,
    totalWithdraw: 0n,
    state: 'opened',
    settleTimeout: 500n,
    revealTimeout: 50n,
  };
}

/** A history entry of a payment of alice to bob, as either of them shows it. */
export function entryOf(node: Party, identifier: bigint, amount: bigint): PaymentEvent {
  const tokenAddress = directory.tokenAddressOf('DAI');
  const common = { amount, identifier, logTime: '2026-01-01T00:00:00.000', tokenAddress };
  return node === 'alice'
    ? { kind: 'sent', target: directory.addressOf('bob'), ...common }
    : { kind: 'received', initiator: directory.addressOf('alice'), ...common };
}

/** A node's whole list of channels: its one channel with this balance. */
export function list(moment: Moment, node: Party, balance: bigint, attempt = 1): Reading {
  const channels = [channelOf(node, balance)];
  return reading({
    moment,
    node,
    view: { kind: 'channels' },
    value: { kind: 'channels', channels },
    attempt,
  });
}

/** A node's whole history. */
export function historyOf(moment: Moment, node: Party, events: readonly PaymentEvent[]): Reading {
  return reading({ moment, node, view: { kind: 'history' }, value: { kind: 'history', events } });
}

/** Any reading; readings of one moment are taken in the order they are given. */
export function reading(
  parts: { readonly moment: Moment; readonly node: Party; readonly view: View; readonly value: ViewValue } & {
    readonly attempt?: number;
  },
): Reading {
  return { attempt: 1, atMs: 0, ...parts };
}

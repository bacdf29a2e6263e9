import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import type { ChannelView, PaymentEvent, PendingTransfer } from '../../src/model/run/answer.ts';
import { directoryOf } from '../../src/model/network/directory.ts';
import { type Network, tokenNetwork } from '../../src/model/network/network.ts';
import type { OperationRecord, Outcome } from '../../src/model/run/operation.ts';
import type { Moment, Reading } from '../../src/model/run/reading.ts';
import type { Run } from '../../src/model/run/run.ts';
import { exampleScenario } from '../fixtures/example-runs.ts';
import { loadRun } from '../fixtures/load-runs.ts';
import { failed, pay, type Step, step } from '../world/records.ts';
import { world } from '../world/world.ts';

/** Alice and bob with a channel of 100 on each side. */
export const NETWORK: Network = world('alice 100 - 100 bob');

/** And carol, who has no channel. */
export const WITH_CAROL: Network = world('alice 100 - 100 bob, carol');

const directory = directoryOf(WITH_CAROL);
const tokenAddress = directory.tokenAddressOf('DAI');
const { tokenNetworkAddress } = tokenNetwork(NETWORK, 'DAI');

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

/** The same of a load, of which all records were kept, or some. */
export function handMadeLoad(parts: Partial<Run> = {}, kind: 'all' | 'sample' = 'all'): Run {
  return handMadeRun({ load: keptLoad(kind, parts.records?.length), ...parts });
}

/** What a load says of its own, of which so many records were kept. */
export function keptLoad(kind: 'all' | 'sample', of = 10): NonNullable<Run['load']> {
  return { ...loadRun().load, kept: { kind, of } };
}

/** Alice pays bob, who gives her a receipt. */
export function payment(id: number, amount: bigint, outcome: Outcome = paid(id, amount)): OperationRecord {
  return pay({ id, amount }, outcome);
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
      tokenAddress,
      amount,
      identifier: BigInt(id) + 1000n,
      secret: `0x${secret}`,
      secretHash: `0x${bytesToHex(sha256(hexToBytes(secret)))}`,
    },
  };
}

/** A refusal. */
export const REFUSED: Outcome = failed();

/** The channel as one of its ends shows it. */
export function channelOf(node: string, balance: bigint, more: Partial<ChannelView> = {}): ChannelView {
  return {
    channelIdentifier: 1n,
    tokenAddress,
    tokenNetworkAddress,
    partnerAddress: directory.addressOf(node === 'alice' ? 'bob' : 'alice'),
    balance,
    totalDeposit: 100n,
    totalWithdraw: 0n,
    state: 'opened',
    settleTimeout: 500n,
    revealTimeout: 50n,
    ...more,
  };
}

/** The channel that alice opens with carol, as she shows it. */
export const OF_CAROL: ChannelView = channelOf('alice', 70n, {
  partnerAddress: directory.addressOf('carol'),
  channelIdentifier: 2n,
  totalDeposit: 70n,
});

/** Alice opens it. */
export function opening(
  asked: Partial<Extract<Step, { kind: 'open' }>> = {},
  answered: Partial<ChannelView> = {},
  status = 201,
): OperationRecord {
  return step(
    { kind: 'open', node: 'alice', partner: 'carol', totalDeposit: 70n, ...asked },
    { kind: 'succeeded', status, channels: [{ ...OF_CAROL, ...answered }] },
    { startedAtMs: 0, endedAtMs: 100 },
  );
}

/** A history entry of a payment of one of the two to the other, as either of them shows it. */
export function entryOf(node: string, identifier: bigint, amount: bigint, payer = 'alice'): PaymentEvent {
  const partner = directory.addressOf(node === 'alice' ? 'bob' : 'alice');
  const common = { amount, identifier, logTime: '2026-01-01T00:00:00.000', tokenAddress };
  return node === payer
    ? { kind: 'sent', target: partner, ...common }
    : { kind: 'received', initiator: partner, ...common };
}

/** A payment of alice to bob that is on its way. */
export function transferOf(
  paymentIdentifier: bigint,
  lockedAmount: bigint,
  role: PendingTransfer['role'] = 'initiator',
): PendingTransfer {
  return {
    paymentIdentifier,
    tokenAddress,
    tokenNetworkAddress,
    channelIdentifier: 1n,
    initiator: directory.addressOf('alice'),
    target: directory.addressOf('bob'),
    transferredAmount: 0n,
    lockedAmount,
    role,
  };
}

/** A node's whole list of channels: its one channel with this balance, or these. */
export function list(
  moment: Moment,
  node: string,
  shown: bigint | readonly ChannelView[],
  attempt = 1,
): Reading {
  const channels = typeof shown === 'bigint' ? [channelOf(node, shown)] : shown;
  return reading({
    moment,
    node,
    view: { kind: 'channels' },
    value: { kind: 'channels', channels },
    attempt,
  });
}

/** A node's whole history. */
export function historyOf(moment: Moment, node: string, events: readonly PaymentEvent[], atMs = 0): Reading {
  return reading({ moment, node, view: { kind: 'history' }, value: { kind: 'history', events }, atMs });
}

/** What a node lists as on its way. */
export function pendingAt(
  moment: Moment,
  node: string,
  transfers: readonly PendingTransfer[],
  atMs = 0,
): Reading {
  return reading({ moment, node, view: { kind: 'pending' }, value: { kind: 'pending', transfers }, atMs });
}

/** Any reading; readings of one moment are taken in the order they are given. */
export function reading(parts: Omit<Reading, 'attempt' | 'atMs'> & Partial<Reading>): Reading {
  return { attempt: 1, atMs: 0, ...parts };
}

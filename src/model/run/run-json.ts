import { EACH, INTEGER, type IntegerFields, jsonReader } from '../json.ts';
import type { NetworkJson } from '../network/network-json.ts';
import type { ChannelView, PaymentReceipt } from './answer.ts';
import type { Operation } from './operation.ts';
import type { OperationRecord } from './outcome.ts';
import type { Reading } from './reading.ts';
import type { RunHeader } from './run.ts';

// How the files of a run folder are read back. Each reader throws SyntaxError and checks no shape but integers.

/** `run.json`. */
export type RunFile = RunHeader & { readonly complete: boolean; readonly network: NetworkJson };

const AMOUNTS = { amount: INTEGER, min: INTEGER, max: INTEGER, median: INTEGER, values: INTEGER } as const;

const FEES = { flat: INTEGER } as const;

const OPERATION: IntegerFields<Operation> = {
  amount: INTEGER,
  identifier: INTEGER,
  balance: INTEGER,
  totalDeposit: INTEGER,
  totalWithdraw: INTEGER,
};

const CHANNEL: IntegerFields<ChannelView> = {
  channelIdentifier: INTEGER,
  balance: INTEGER,
  totalDeposit: INTEGER,
  totalWithdraw: INTEGER,
  settleTimeout: INTEGER,
  revealTimeout: INTEGER,
};

const RECEIPT: IntegerFields<PaymentReceipt> = { amount: INTEGER, identifier: INTEGER };

/** Reads `run.json`. */
export const runFromJson = jsonReader<RunFile>({
  scenario: {
    tokens: { balancePerNode: INTEGER },
    networks: {
      topology: { channels: { deposits: INTEGER } },
      capacity: AMOUNTS,
      totalDeposit: INTEGER,
      fees: FEES,
    },
    nodes: { [EACH]: { fees: FEES } },
    traffic: { amounts: AMOUNTS },
    steps: {
      amount: INTEGER,
      identifier: INTEGER,
      deposit: INTEGER,
      balance: INTEGER,
      totalDeposit: INTEGER,
      totalWithdraw: INTEGER,
    },
  },
});

/** Reads one operation of a plan. */
export const operationFromJson = jsonReader<Operation>(OPERATION);

/** Reads one line of `outcomes.ndjson`. */
export const recordFromLine = jsonReader<OperationRecord>({
  operation: OPERATION,
  outcome: { receipt: RECEIPT, channels: CHANNEL },
  trace: { fee: INTEGER, sent: INTEGER, received: INTEGER, hops: { amount: INTEGER } },
});

/** Reads one line of `readings.ndjson`. */
export const readingFromLine = jsonReader<Reading>({
  value: {
    channel: CHANNEL,
    channels: CHANNEL,
    events: { amount: INTEGER, identifier: INTEGER },
    connections: { sumDeposits: INTEGER },
    transfers: {
      paymentIdentifier: INTEGER,
      channelIdentifier: INTEGER,
      transferredAmount: INTEGER,
      lockedAmount: INTEGER,
    },
  },
});

import { INTEGER, type IntegerFields, jsonReader } from '../json.ts';
import type { NetworkJson } from '../network/network-json.ts';
import { SCENARIO_INTEGERS } from '../scenario/scenario-integers.ts';
import type { ChannelView } from './answer.ts';
import type { DisturbanceRecord } from '../disturbances/disturbance-record.ts';
import type { Latitude } from '../replay/latitude.ts';
import type { Operation } from './operation.ts';
import type { Plan } from './plan.ts';
import type { Reading } from './reading.ts';
import type { RunHeader } from './run.ts';

// How the files of a run folder are read back. Each reader throws SyntaxError and checks no shape but integers.

/** `run.json`. */
export type RunFile = RunHeader & {
  readonly complete: boolean;
  /** Absent in folders from before it was written down. */
  readonly plan?: Plan;
  /** Absent: too large to stand here; it is in a file beside. */
  readonly network?: NetworkJson;
};

/** Integers of an operation of any kind. */
export const OPERATION_INTEGERS: IntegerFields<Operation> = {
  amount: INTEGER,
  identifier: INTEGER,
  balance: INTEGER,
  totalDeposit: INTEGER,
  totalWithdraw: INTEGER,
};

/** Integers of a channel as a node shows it. */
export const CHANNEL_INTEGERS: IntegerFields<ChannelView> = {
  channelIdentifier: INTEGER,
  balance: INTEGER,
  totalDeposit: INTEGER,
  totalWithdraw: INTEGER,
  settleTimeout: INTEGER,
  revealTimeout: INTEGER,
};

/** Reads `run.json`. */
export const parseRun = jsonReader<RunFile>({ scenario: SCENARIO_INTEGERS });

const RANGE = { least: INTEGER, most: INTEGER } as const;

/** Reads `latitude.json`. */
export const parseLatitude = jsonReader<Latitude>({
  channels: {
    totalDeposit: { amount: INTEGER },
    totalWithdraw: { amount: INTEGER },
    balance: RANGE,
    balanceAtOnce: RANGE,
  },
});

/** Reads `disturbances.json`. */
export const parseDisturbances = jsonReader<DisturbanceRecord>({ held: { tokens: { peak: INTEGER } } });

/** Reads one operation of a plan. */
export const parseOperation = jsonReader<Operation>(OPERATION_INTEGERS);

/** Reads one line of `readings.ndjson`. */
export const parseReading = jsonReader<Reading>({
  value: {
    channel: CHANNEL_INTEGERS,
    channels: CHANNEL_INTEGERS,
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

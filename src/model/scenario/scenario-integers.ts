import { EACH, INTEGER, type IntegerFields } from '../json.ts';
import type { Scenario } from './scenario.ts';

const AMOUNTS = { amount: INTEGER, min: INTEGER, max: INTEGER, median: INTEGER, values: INTEGER } as const;

/** Integers of a fee schedule. */
export const FEE_INTEGERS = { flat: INTEGER } as const;

/** Integers of what an observation expects. */
export const OBSERVATION_INTEGERS = {
  amount: INTEGER,
  balances: INTEGER,
  amounts: INTEGER,
  amountSum: INTEGER,
  totalDeposits: INTEGER,
  balanceSum: INTEGER,
  totalDepositSum: INTEGER,
  fees: INTEGER,
  partnerAmount: INTEGER,
} as const;

/** Integers of an operation, and of the step that it comes from. */
export const ACTION_INTEGERS = {
  amount: INTEGER,
  identifier: INTEGER,
  balance: INTEGER,
  totalDeposit: INTEGER,
  totalWithdraw: INTEGER,
  balanceTolerance: INTEGER,
  totalDepositTolerance: INTEGER,
  observation: OBSERVATION_INTEGERS,
  settings: { fees: FEE_INTEGERS },
} as const;

/** Where a scenario that was written as JSON holds integers; under `plan` those of the questions' settings. */
export const SCENARIO_INTEGERS = {
  tokens: { balancePerNode: INTEGER },
  networks: {
    topology: { channels: { deposits: INTEGER } },
    capacity: AMOUNTS,
    totalDeposit: INTEGER,
    fees: FEE_INTEGERS,
  },
  nodes: { [EACH]: { fees: FEE_INTEGERS } },
  classes: { [EACH]: { capacity: AMOUNTS, fees: FEE_INTEGERS } },
  protocol: { pathFindingPrice: INTEGER },
  traffic: { amounts: AMOUNTS },
  recorded: { payments: { amount: INTEGER, identifier: INTEGER } },
  steps: { ...ACTION_INTEGERS, deposit: INTEGER },
  griefing: { amount: INTEGER, budget: INTEGER, probability: { capacity: INTEGER } },
  plan: {
    fund: { budget: INTEGER, step: INTEGER },
    open: { deposits: INTEGER },
    charge: { schedules: FEE_INTEGERS },
  },
} as const satisfies IntegerFields<Scenario> & { readonly plan: object };

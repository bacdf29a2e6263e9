import { z } from 'zod';
import { Decimal } from '../../model/decimal.ts';
import { type Amount, MAX_AMOUNT, parseAmount } from '../../model/network/amount.ts';
import { type FeeSchedule, sharePerChannel } from '../../model/network/fees.ts';
import { DEFAULT_TIMEOUTS, LONGEST_SETTLE_TIMEOUT } from '../../model/network/network.ts';
import { addFault, mapping, optional, scalar } from '../text/schema.ts';
import { amountDistribution, balanceSplit } from './distribution-fields.ts';
import { topology } from './topology-fields.ts';
import { amount, amountHint, flag, integer, someNodes, tokenName } from './values.ts';

// 10^30: a million million tokens of 18 decimals. No node runs out of tokens unless a scenario says so,
// and sums over a whole network stay far below 2^256.
const DEFAULT_BALANCE_PER_NODE = '1_000_000_000_000_000_000_000_000_000_000';

/** The fees of a mediator. */
export function feeSchedule() {
  return mapping({
    ...feesOfAmount({
      flat: 'Per mediation and channel, in thousandths of a smallest unit at the finest: a mediation uses two channels.',
      share: 'Share of the amount, per channel.',
    }),
    perMediation: optional(
      mapping(
        feesOfAmount({
          flat: 'Half of it is charged per channel, rounded down.',
          share: 'Share of the amount. Of 10,000 a node charges 4,975 per channel.',
        }),
      ),
      'In place of `flat` and `proportionalPpm`: for both channels together, as `--flat-fee` and `--proportional-fee` of a Raiden node.',
    ),
    // 50,000 ppm is the node's own maximum (raiden.md 2.6).
    imbalancePpm: integer({ min: 0, max: 50_000 })
      .describe('Strength of the penalty for unbalancing a channel, share of its capacity.')
      .meta({ 'x-unit': 'parts per million' })
      .prefault(0),
    uncapped: optional(flag(), 'True: where a transfer balances its channels, the mediator pays for it.'),
  })
    .superRefine(({ perMediation, flat, proportionalPpm }, context) => {
      if (perMediation === undefined || (flat === 0n && proportionalPpm === 0n)) return;
      addFault(context, 'either fees per channel or `perMediation`, not both', ['perMediation']);
    })
    .transform(
      ({ uncapped, flat, proportionalPpm, perMediation, imbalancePpm }): FeeSchedule => ({
        flat: perMediation === undefined ? flat / 1000n : perMediation.flat / 2000n,
        ...(flat % 1000n === 0n ? {} : { flatThousandths: Number(flat % 1000n) }),
        proportionalPpm:
          perMediation === undefined
            ? Number(proportionalPpm) / 1000
            : sharePerChannel(Number(perMediation.proportionalPpm) / 1000),
        imbalancePpm,
        ...(uncapped === true ? { isUncapped: true } : {}),
      }),
    )
    .meta({ 'x-section': 'Fees' });
}

function feesOfAmount({ flat, share }: { readonly flat: string; readonly share: string }) {
  return {
    flat: thousandths({ max: MAX_AMOUNT, type: 'amount' }).describe(flat).prefault(0),
    proportionalPpm: thousandths({ max: 1_000_000n, type: 'number' })
      .describe(share)
      .meta({ 'x-unit': 'parts per million' })
      .prefault(0),
  };
}

/** A number from 0 to `max` with up to three decimals, in thousandths; an amount with a point is in whole tokens. */
function thousandths({ max, type }: { readonly max: Amount; readonly type: 'amount' | 'number' }) {
  return scalar({
    expected: `a number from 0 to ${max === MAX_AMOUNT ? '2^256-1' : max}, to thousandths`,
    takesDecimals: true,
    read: (value) => {
      const isDecimal = value instanceof Decimal || (type === 'number' && String(value).includes('.'));
      const text = isDecimal ? String(value) : `${String(parseAmount(value))}.`;
      const read = (type === 'amount' && value instanceof Decimal ? value : new Decimal(text, 0)).units(3);
      return read === undefined || read > 1000n * max ? undefined : read;
    },
    ...(type === 'amount' && { hint: amountHint }),
    json: {
      type: ['number', 'string'],
      minimum: 0,
      ...(max === MAX_AMOUNT ? {} : { maximum: Number(max) }),
      pattern: '^[0-9_]+([.][0-9]{1,3})?$',
      'x-type': type,
    },
  });
}

/** The channels of one token at the start. */
export function network() {
  return mapping({
    token: optional(tokenName(), 'Which token; needed only where a scenario has several.'),
    topology: topology().describe('Which nodes and channels there are.'),
    capacity: amountDistribution()
      .describe('What both ends of a channel put in together. A list of channels says it itself.')
      .prefault(1000),
    split: balanceSplit().describe('Which share of the capacity each end gets.').prefault('equal'),
    totalDeposit: optional(amount(), 'All capacities are scaled so that they add up to exactly this.'),
    fees: feeSchedule().describe('What every mediator charges unless `nodes` says otherwise.').prefault({}),
    settleTimeout: settleBlocks('How long a closed channel may be disputed.').prefault(
      DEFAULT_TIMEOUTS.settleTimeout,
    ),
    revealTimeout: revealBlocks(
      'How long before a lock expires its secret must be known; at most half the settle timeout.',
    ).prefault(DEFAULT_TIMEOUTS.revealTimeout),
  })
    .superRefine(checkTimeouts)
    .meta({ 'x-section': 'Network' });
}

function settleBlocks(what: string) {
  return integer({ min: 2, max: LONGEST_SETTLE_TIMEOUT }).describe(what).meta({ 'x-unit': 'blocks' });
}

function revealBlocks(what: string) {
  return integer({ min: 1, max: LONGEST_SETTLE_TIMEOUT / 2 })
    .describe(what)
    .meta({ 'x-unit': 'blocks' });
}

/** A token, and how much of it each node owns on-chain. */
export function token() {
  return mapping({
    name: tokenName().describe('Name used in this file.'),
    decimals: integer({ min: 0, max: 255 })
      .describe('Digits after the point of an amount in whole tokens, such as `500.00`.')
      .prefault(0),
    balancePerNode: amount()
      .describe('What each node owns on-chain before it deposits anything.')
      .prefault(DEFAULT_BALANCE_PER_NODE),
  }).meta({ 'x-section': 'Token' });
}

/** The properties of a single node. */
export function node() {
  return mapping({
    ...nodeSettings(),
    online: optional(flag(), 'False: stopped at the start.'),
  }).meta({ 'x-section': 'Node' });
}

/** Nodes with a common name and common settings. */
export function nodeClass() {
  return z.union([
    someNodes().transform((nodes) => ({ nodes })),
    mapping({
      nodes: someNodes().describe('The nodes of this class.'),
      capacity: optional(
        amountDistribution(),
        'Capacity of their channels; of a channel between two classes the first one decides.',
      ),
      ...node().shape,
    }).meta({ 'x-section': 'Class' }),
  ]);
}

/** The properties that a node is started with. */
export function nodeSettings() {
  return {
    fees: optional(feeSchedule(), 'What this node charges as a mediator.'),
    settleTimeout: settleBlocks(
      'Default of this node, for channels it opens in a step; absent: that of the network.',
    ).exactOptional(),
    revealTimeout: revealBlocks(
      "Default of this node, at its end of every channel; at most half of the settle timeout, its own and the network's. Absent: that of the network.",
    ).exactOptional(),
    monitored: optional(
      flag(),
      'True: a monitoring service answers closes for it while it is away, and claims its reward.',
    ),
    maxPaths: optional(
      integer({ min: 1, max: 100 }),
      'Paths that it asks for per payment; absent: as many as `protocol` says.',
    ),
  };
}

// A lock must live through a reveal timeout on both sides, so nodes refuse less than twice as much.
function checkTimeouts(
  { settleTimeout, revealTimeout }: { readonly settleTimeout: number; readonly revealTimeout: number },
  context: z.core.$RefinementCtx,
): void {
  if (revealTimeout * 2 <= settleTimeout) return;
  addFault(context, `at most half the settle timeout of ${settleTimeout} blocks`, ['revealTimeout']);
}

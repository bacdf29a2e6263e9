import { z } from 'zod';
import { CHANNEL_STATES } from '../../model/network/network.ts';
import { parseIdentifier } from '../../model/run/operation.ts';
import type { NodeSettings } from '../../model/scenario/node-settings.ts';
import { AMOUNT_BASES } from '../../model/scenario/step-amount.ts';
import { withoutUndefined } from '../../model/without-undefined.ts';
import { addFault, choice, choiceBeside, kind, mapping, optional, scalar } from '../text/schema.ts';
import { nodeSettings } from './network-fields.ts';
import { observation, outcome, statusPattern } from './observation-fields.ts';
import { amount, duration, integer, nodeName, positiveAmount, sentence, tokenName } from './values.ts';

const MOST_REPETITIONS = 100_000;
// Beyond these an amount is better written as a number.
const MOST_PERCENT = 1_000;
const MOST_PLUS = Number.MAX_SAFE_INTEGER;
// Generous: what is too long or too short the node must refuse, and a step may ask for just that.
const LONGEST_TIMEOUT = 10_000_000;

/** One scripted action, with what must come of it. */
export function step() {
  return choiceBeside(
    {
      pay: pay().describe('A payment.'),
      open: open().describe('Open a channel and deposit.'),
      deposit: deposit().describe('Raise the total deposit of a channel.'),
      withdraw: withdraw().describe('Raise the total withdraw of a channel.'),
      set: betweenTwo('set', {
        revealTimeout: timeout("That of `from`'s end from then on."),
      }).describe('Set the reveal timeout of one end of a channel.'),
      close: betweenTwo('close', {}).describe('Close a channel.'),
      leave: leave().describe('Close all channels of a node.'),
      stop: nodeName()
        .transform((node) => ({ kind: 'stop' as const, node }))
        .describe('Take a node offline.'),
      start: start().describe(
        'Bring a node back; settings that are given are its own from then on, whatever is left out stays as it was.',
      ),
      slow: slow().describe('Make a node slow, or quick again.'),
      wait: wait().describe('Let time pass: a duration, or a number of blocks.'),
      expect: expectation().describe('Read a channel until it is as described.'),
      observe: observation().describe('Read something else until it is as described.'),
      remember: betweenTwo('remember', {
        as: sentence().describe('The name that later steps call it by.'),
      }).describe('Keep what a node says of a channel, for steps that speak of it when it is gone.'),
      serial: group('serial', {}).describe('Steps one after the other.'),
      parallel: group('parallel', {
        atOnce: optional(integer({ min: 1, max: MOST_REPETITIONS }), 'How many run at a time.'),
      }).describe('Steps that start together; the group ends with the last of them.'),
    },
    {
      at: optional(duration(), 'Not before this time after the start of the run.'),
      beside: optional(
        scalar({
          expected: 'true',
          read: (value) => (value === true ? (true as const) : undefined),
          json: { const: true, 'x-type': '`true`' },
        }),
        'Starts together with the step before, and not when that one has ended; pace `sequential` leaves it aside.',
      ),
      outcome: optional(outcome(), 'What must come of it; absent: whatever the simulation predicts.'),
    },
  )
    .transform(({ chosen, beside }) => ({
      ...chosen,
      ...withoutUndefined({ atMs: beside.at, isBeside: beside.beside, outcome: beside.outcome }),
    }))
    .meta({ 'x-section': 'Step' });
}

function group<Kind extends string, Shape extends z.core.$ZodLooseShape>(name: Kind, shape: Shape) {
  return kind(name, {
    name: optional(sentence(), 'What it is for.'),
    repeat: integer({ min: 1, max: MOST_REPETITIONS }).describe('So many times.').prefault(1),
    ...shape,
    steps: z
      .array(z.unknown().transform(readStep))
      .min(1)
      .describe('Steps, groups among them.')
      .meta({ 'x-type': 'list of [Step](#step)' }),
  });
}

// A schema that contained itself would have no type.
const MEMBER: z.ZodType = z.lazy(step);

function readStep(value: unknown, context: z.RefinementCtx): unknown {
  const { success, data, error } = MEMBER.safeParse(value, { jitless: true });
  if (success) return data;
  for (const issue of error.issues) context.addIssue({ ...issue });
  return z.NEVER;
}

function pay() {
  return betweenTwo('pay', {
    amount: orRelative(positiveAmount()).describe('How much the target gets.'),
    identifier: optional(identifier(), 'Absent: a new one for every payment.'),
    lockTimeout: integer({ min: 1, max: 1_000_000 })
      .describe('Life of the first lock; absent: chosen by the node.')
      .meta({ 'x-unit': 'blocks' })
      .exactOptional(),
    giveUpAfter: optional(
      duration(),
      'The caller breaks the connection off when no answer has come by then: `replay` and `check` read afterwards whether it was paid. Simulations and loads wait for the answer.',
    ),
    times: integer({ min: 1, max: MOST_REPETITIONS })
      .describe('So many payments, one after the other.')
      .prefault(1),
  }).transform(({ giveUpAfter, ...payment }) => ({
    ...payment,
    ...withoutUndefined({ giveUpAfterMs: giveUpAfter }),
  }));
}

function timeout(what: string) {
  return integer({ min: 0, max: LONGEST_TIMEOUT }).describe(what).meta({ 'x-unit': 'blocks' });
}

function open() {
  return betweenTwo('open', {
    deposit: orRelative(amount()).describe('What `from` puts in.').prefault(0),
    settleTimeout: timeout('Absent: the default of `from`.').exactOptional(),
    revealTimeout: timeout("That of `from`'s end; absent: its default. `to` has its own.").exactOptional(),
  });
}

function deposit() {
  return betweenTwo('deposit', {
    totalDeposit: optional(amount(), 'Everything `from` has put in, earlier deposits included.'),
    by: rise(),
  })
    .superRefine((given, context) => requireOne(given, 'totalDeposit', context))
    .transform(({ by = 0n, totalDeposit = { by }, ...given }) => ({ ...given, totalDeposit }));
}

function withdraw() {
  return betweenTwo('withdraw', {
    totalWithdraw: optional(amount(), 'Everything `from` has taken out, earlier withdrawals included.'),
    by: rise(),
  })
    .superRefine((given, context) => requireOne(given, 'totalWithdraw', context))
    .transform(({ by = 0n, totalWithdraw = { by }, ...given }) => ({ ...given, totalWithdraw }));
}

function rise() {
  return optional(orRelative(amount()), 'In place of the total: by how much it rises.');
}

function requireOne(given: object, total: string, context: z.RefinementCtx): void {
  if (total in given === 'by' in given) addFault(context, `either ${total} or by`);
}

function orRelative<Absolute extends z.ZodType>(absolute: Absolute) {
  return z.union([absolute, relativeAmount()]);
}

function relativeAmount() {
  return mapping({
    of: z
      .enum(AMOUNT_BASES)
      .describe(
        'What is there when the turn of the step comes. `channel`: the balance of the own end of the channel with the other node, or of the fullest end where there is none. `route`: the least balance on the way with the fewest hops. `node`: everything that the node has in channels. `network`: everything that anybody has.',
      ),
    percent: integer({ min: 0, max: MOST_PERCENT }).describe('How much of it.').prefault(100),
    plus: integer({ min: -MOST_PLUS, max: MOST_PLUS })
      .describe('Added to it; `1`: just too much.')
      .transform(BigInt)
      .prefault(0),
  }).meta({ 'x-section': 'Relative' });
}

/** A leave step as it is written: the token may be left out. */
export interface LeaveStep {
  readonly kind: 'leave';
  readonly node: string;
  readonly token?: string;
}

function leave() {
  return z.union([
    nodeName().transform((node): LeaveStep => ({ kind: 'leave', node })),
    kind('leave', {
      node: nodeName().describe('The node that leaves.'),
      token: optional(tokenName(), 'Which token network.'),
    }),
  ]);
}

function slow() {
  return mapping({
    node: nodeName().describe('The node.'),
    by: duration().describe(
      'Delay of each message, payment and channel change. Views stay fast. `0s`: no delay.',
    ),
  }).transform(({ node, by }) => ({ kind: 'slow' as const, node, byMs: by }));
}

function wait() {
  return z.union([
    duration().transform((ms) => ({ kind: 'wait' as const, ms })),
    choice({
      blocks: integer({ min: 0, max: 1_000_000 })
        .describe('Number of blocks.')
        .transform((blocks) => ({ kind: 'wait' as const, blocks })),
    }),
  ]);
}

const EXPECTED = ['balance', 'totalDeposit', 'totalWithdraw', 'state', 'status'];

function expectation() {
  return betweenTwo('expect', {
    balance: optional(amount(), "Balance of `from`'s end."),
    totalDeposit: optional(amount(), 'Total deposit of that end.'),
    totalWithdraw: optional(amount(), 'Total withdraw of that end.'),
    balanceTolerance: optional(amount(), 'By how much the balance may be off.'),
    totalDepositTolerance: optional(amount(), 'By how much the total deposit may be off.'),
    state: optional(
      z.enum([...CHANNEL_STATES, 'absent']),
      'State as the API shows it; `absent`: the channel is not listed.',
    ),
    status: optional(
      statusPattern(),
      'The status of the answer, or a pattern, such as 404: compared before the rest.',
    ),
    within: duration().describe('How long to wait for it.').prefault('10s'),
  })
    .superRefine((spec, context) => {
      if (!EXPECTED.some((key) => key in spec)) addFault(context, `at least one of ${EXPECTED.join(', ')}`);
    })
    .transform(({ within, ...rest }) => ({ ...rest, withinMs: within }));
}

function betweenTwo<Kind extends string, Shape extends z.core.$ZodLooseShape>(name: Kind, shape: Shape) {
  return mapping({
    from: nodeName().describe('The node that acts.'),
    to: nodeName().describe('The node at the other end.'),
    token: optional(tokenName(), 'Which token; needed only where a scenario has several.'),
    ...shape,
  })
    .superRefine((value, context) => {
      const { from, to } = value as { readonly from: string; readonly to: string };
      if (from === to) addFault(context, 'a node other than `from`', ['to']);
    })
    .transform((settings) => ({ kind: name, ...settings }));
}

/** A start step as it is written. */
export interface StartStep {
  readonly kind: 'start';
  readonly node: string;
  readonly settings?: NodeSettings;
}

function start() {
  return z.union([
    nodeName().transform((node): StartStep => ({ kind: 'start', node })),
    mapping({ node: nodeName().describe('The node.'), ...nodeSettings() }).transform(
      ({ node, ...settings }): StartStep => ({
        kind: 'start',
        node,
        ...(Object.keys(settings).length > 0 && { settings }),
      }),
    ),
  ]);
}

function identifier() {
  return scalar({
    expected: 'a payment identifier: an integer from 1 to 2^64-1',
    // Identifiers are copied, not counted: no digits are grouped.
    read: (value) => (String(value).includes('_') ? undefined : parseIdentifier(value)),
    json: { type: ['integer', 'string'], minimum: 1, 'x-type': 'integer' },
  });
}

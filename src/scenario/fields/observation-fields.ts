import { z } from 'zod';
import { CHANNEL_STATES } from '../../model/network/network.ts';
import { CHAIN_CONTRACTS } from '../../model/network/contract-addresses.ts';
import { PAYMENT_EVENTS } from '../../model/run/answer.ts';
import type { Observation } from '../../model/run/observation.ts';
import { REASON_CLASSES } from '../../model/run/reason-class.ts';
import { addFault, choiceBeside, mapping, optional, scalar } from '../text/schema.ts';
import { amount, duration, flag, integer, nodeName, sentence, tokenName } from './values.ts';

const MOST_LISTED = 100_000;

// Each of these may be absent, and not all of one list.
const EXPECTED_OF: Readonly<Partial<Record<Observation['of'], readonly string[]>>> = {
  channels: ['balances', 'totalDeposits', 'states', 'balanceSum', 'totalDepositSum', 'status'],
  payments: ['count', 'amounts', 'amountSum', 'reasons'],
  'path-requests': ['count', 'paths', 'routes', 'fees'],
};

/** False: whatever is read would do. */
export function expectsSomething(name: Observation['of'], settings: object): boolean {
  return EXPECTED_OF[name]?.some((key) => key in settings) ?? true;
}

/** Something beside one channel that a step reads until it is as expected. */
export function observation() {
  return choiceBeside(
    {
      channels: of('channels', {
        node: nodeName().describe('Whose channels.'),
        token: token(),
        balances: optional(z.array(amount()), 'Of all of them, in any order.'),
        totalDeposits: optional(z.array(amount()), 'The same of total deposits.'),
        states: optional(z.array(z.enum(CHANNEL_STATES)), 'The same of states.'),
        balanceSum: optional(amount(), 'What the balances add up to.'),
        totalDepositSum: optional(amount(), 'What the total deposits add up to.'),
        status: optional(statusPattern(), 'The status of the answer, or a pattern.'),
      }).describe('The channels of a node.'),
      payments: of('payments', {
        node: nodeName().describe('Whose history.'),
        token: token(),
        entries: optional(z.enum(PAYMENT_EVENTS), 'Only entries of this kind; absent: of all kinds.'),
        partner: optional(nodeName(), 'Only entries of payments to or from it.'),
        count: count('How many entries.').exactOptional(),
        amounts: optional(z.array(amount()), 'Their amounts, oldest first. Failed ones have none.'),
        amountSum: optional(amount(), 'What the amounts add up to.'),
        reasons: optional(
          z.array(sentence()),
          'Of each failed payment a part of what the node says of it, oldest first.',
        ),
      }).describe('The payment history of a node.'),
      'path-requests': of('path-requests', {
        node: nodeName().describe('Who asked.'),
        token: token(),
        target: optional(nodeName(), 'For paths to whom; absent: to anybody.'),
        count: count('How many requests.').exactOptional(),
        paths: optional(
          z.union([integer({ min: 0, max: MOST_LISTED }), z.array(integer({ min: 0, max: MOST_LISTED }))]),
          'How many paths each was answered with; one number: every one.',
        ),
        routes: optional(z.array(z.array(nodeName())), 'The paths of all answers, one after the other.'),
        distinct: optional(flag(), 'True: each path counts where it is first seen only.'),
        fees: optional(z.array(fee()), 'The estimated fees of all paths, in the same order.'),
      }).describe('What the path-finding service has been asked, and its answers.'),
      paths: of('paths', {
        node: nodeName().describe('From whom.'),
        target: nodeName().describe('To whom.'),
        token: token(),
        amount: amount().describe('For a payment of so much.'),
        maxPaths: integer({ min: 1, max: MOST_LISTED })
          .describe('The largest number that passes.')
          .prefault(5),
        count: count('How many there are.'),
      }).describe('Asks the path-finding service. Unknown in a replay if the service wants a payment.'),
      charge: of('charge', {
        node: nodeName().describe('Who owes it.'),
        isCharged: flag().describe('False: nothing is owed.').prefault(true),
        amount: optional(amount(), 'How much.'),
      }).describe('What a node owes the path-finding service.'),
      events: of('events', {
        contract: z.enum(CHAIN_CONTRACTS).describe('Whose events.'),
        event: sentence().describe('Its name in the contract.'),
        args: z
          .record(z.string(), z.union([sentence(), integer({ min: 0, max: MOST_LISTED }).transform(String)]))
          .describe("By the contract's names; nodes by theirs.")
          .prefault({}),
        matchesAny: optional(flag(), 'True: one argument that matches is enough.'),
        count: count('How many there are.'),
      }).describe('Events of contracts.'),
      settlement: of('settlement', {
        node: nodeName().describe('Who asked for it.'),
        partner: nodeName().describe('Whose channel with it.'),
        channel: remembered(),
        amount: optional(amount(), 'What `node` got.'),
        partnerAmount: optional(amount(), 'What `partner` got.'),
      }).describe('A channel that both have settled together.'),
      reward: of('reward', {
        channel: remembered(),
        isClaimed: flag().describe('False: nobody has claimed it.').prefault(true),
      }).describe('The reward of a monitoring service.'),
    },
    { within: duration().describe('How long to wait for it.').prefault('10s') },
  )
    .transform(({ chosen, beside }) => ({
      kind: 'observe' as const,
      observation: chosen,
      withinMs: beside.within,
    }))
    .meta({ 'x-section': 'Observation' });
}

function of<Of extends Observation['of'], Shape extends z.core.$ZodLooseShape>(name: Of, shape: Shape) {
  return mapping(shape)
    .superRefine((settings, context) => {
      if (!expectsSomething(name, settings))
        addFault(context, `at least one of ${EXPECTED_OF[name]?.join(', ')}`);
    })
    .transform((settings) => ({ of: name, ...settings }));
}

function token() {
  return optional(tokenName(), 'Which token; needed only where a scenario has several.');
}

function count(what: string) {
  return integer({ min: 0, max: MOST_LISTED }).describe(what);
}

function fee() {
  return integer({ min: -Number.MAX_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER }).transform(BigInt);
}

function remembered() {
  return sentence().describe('The name that a `remember` step gave the channel.');
}

/** The outcome that a step states. */
export function outcome() {
  return z
    .union([
      z.enum(['succeeded', 'failed']).transform((name) => ({ kind: name })),
      choiceBeside(
        {
          failed: z
            .enum(REASON_CLASSES)
            .describe('The class of reason.')
            .transform((reason) => ({ kind: 'failed' as const, reason })),
          status: statusPattern()
            .describe('The status of the answer, or a pattern of some: `409`, `2..`, `(2..|409)`.')
            .transform((status) => ({ kind: 'answered' as const, status })),
        },
        {
          says: optional(sentence(), 'A part of the text of a refusal, as the node words it.'),
        },
      )
        .superRefine(({ chosen, beside }, context) => {
          if (beside.says !== undefined && chosen.kind === 'answered' && !mayRefuse(chosen.status))
            addFault(
              context,
              'nothing here, or a status that may refuse, such as 409 or (200|409): only refusals have a text',
              ['says'],
            );
        })
        .transform(({ chosen, beside }) => ({ ...chosen, ...beside })),
    ])
    .meta({ 'x-section': 'Outcome' });
}

// True for a pattern of which one status at least is no success.
function mayRefuse(pattern: string): boolean {
  const whole = new RegExp(`^(?:${pattern})$`);
  return Array.from({ length: 300 }, (_, index) => 300 + index).some((status) => whole.test(String(status)));
}

// Patterns are run against three digits: what is longer is no pattern of a status.
const LONGEST_PATTERN = 60;

/** A status code of HTTP, or a pattern of some. */
export function statusPattern() {
  return scalar({
    expected: 'a status code or a pattern of some, such as 409 or (2..|409)',
    read: (value) => {
      const pattern = String(value).trim();
      const isShort = pattern.length <= LONGEST_PATTERN && /^[\d.|()[\]?^$-]+$/.test(pattern);
      return isShort && isPattern(pattern) ? pattern : undefined;
    },
    json: { type: ['integer', 'string'], 'x-type': 'status' },
  });
}

function isPattern(pattern: string): boolean {
  try {
    return new RegExp(pattern).flags === '';
  } catch {
    return false;
  }
}

import { z } from 'zod';
import type { HoldSpec, Likelihood, NodeChoice } from '../../model/disturbances/disturbance.ts';
import { type DurationDistribution, longestMs } from '../../model/scenario/distribution.ts';
import { addFault, choice, inMs, kind, mapping, optional } from '../text/schema.ts';
import { durationDistribution } from './distribution-fields.ts';
import { duration, flag, integer, nodeName, number, positiveAmount, someNodes, tokenName } from './values.ts';

// Far beyond what a person writes; a generated list of this size still loads in a second.
const MOST_ABSENCES = 10_000;
// More nodes than this no payment goes through: 20 hops are the most that Lightning's onions carry.
const MOST_MEDIATORS = 19;

/** Nodes that go offline and come back by themselves. */
export function churn() {
  return choice({
    random: randomChurn().describe('By chance, again and again; all of them begin online.'),
    schedule: scheduledChurn().describe('At known times.'),
  }).meta({ 'x-section': 'Churn' });
}

/** Locks that are held until they expire. */
export function griefing() {
  return choice({
    hold: hold().describe('Nodes that take a transfer and then do nothing with it.'),
    jam: jam().describe(
      'An attacker that pays itself with a secret it never tells, so that every channel on the way is locked.',
    ),
  }).meta({ 'x-section': 'Griefing' });
}

/** Messages that do not arrive as they were sent. */
export function messages() {
  return mapping({
    loss: share()
      .describe(
        'Share of messages that are lost; the sender repeats one after 5 s, then after twice as long.',
      )
      .prefault(0),
    late: optional(
      mapping({
        share: share().describe('Share of messages that take longer.'),
        by: durationDistribution().describe('How much longer.'),
      }),
      'Absent: none.',
    ),
  }).meta({ 'x-section': 'Messages' });
}

function randomChurn() {
  return kind('random', {
    nodes: nodes(),
    online: stay('How long they stay online.'),
    offline: stay('How long they stay away.'),
    together: flag()
      .describe('True: all at the same moments, as nodes of one host. False: each for itself.')
      .prefault(false),
  });
}

function stay(what: string) {
  return durationDistribution()
    .superRefine((distribution: DurationDistribution, context) => {
      if (longestMs(distribution) === 0) addFault(context, 'durations above 0');
    })
    .describe(what);
}

function scheduledChurn() {
  return kind('schedule', {
    nodes: nodes(),
    absences: z
      .array(
        mapping({
          at: duration().describe('When they leave, after the start.'),
          duration: duration({ positive: true }).describe('How long they stay away.'),
        }).transform(inMs('at', 'duration')),
      )
      .min(1)
      .max(MOST_ABSENCES)
      .describe('In order of time.'),
    every: optional(
      duration({ positive: true }),
      'The list is gone through again after so long; absent: once.',
    ),
  })
    .superRefine(({ absences, every }, context) => {
      let endMs = 0;
      absences.forEach(({ atMs, durationMs }, index) => {
        if (atMs < endMs)
          addFault(context, 'a time after the absence before has ended', ['absences', index, 'at']);
        endMs = Math.max(endMs, atMs + durationMs);
      });
      if (every !== undefined && every < endMs)
        addFault(context, 'no less than until the last absence has ended', ['every']);
    })
    .transform(inMs('every'));
}

function hold() {
  return mapping({
    nodes: nodes(),
    role: z
      .enum(['target', 'mediator', 'either'])
      .describe('A `target` never asks for the secret, a `mediator` never forwards.')
      .default('either'),
    probability: z
      .union([
        share().transform((probability): Likelihood => ({ kind: 'fixed', probability })),
        choice({
          amountOver: positiveAmount()
            .describe('min(1, amount / this): as often as a channel of this capacity lacks the amount.')
            .transform((capacity): Likelihood => ({ kind: 'amount-over', capacity })),
        }),
      ])
      .describe('How likely, for each transfer it gets: a share, or by the amount.')
      .prefault(1),
  }).transform((settings): HoldSpec => ({ kind: 'hold', ...settings }));
}

/** A jam as it is written: the token may be left out. */
function jam() {
  return kind('jam', {
    from: nodeName().describe('The node of the attacker that pays.'),
    to: nodeName().describe('The node of the attacker that is paid.'),
    token: optional(tokenName(), 'Which token; needed only where a scenario has several.'),
    through: optional(
      z.array(nodeName()).max(MOST_MEDIATORS),
      'The mediators, in order; absent: as the path-finding service says.',
    ),
    amount: positiveAmount().describe('How much each of its payments would pay.'),
    slots: optional(
      integer({ min: 1, max: 100_000 }),
      'How many it keeps pending; absent: `maxPendingLocks`, as many as a channel takes.',
    ),
    budget: optional(positiveAmount(), 'The largest amount it locks at the same time; absent: its balances.'),
    lockTimeout: integer({ min: 1, max: 1_000_000 })
      .describe('Life of its locks; absent: chosen by the node.')
      .meta({ 'x-unit': 'blocks' })
      .exactOptional(),
    start: duration().describe('When it begins, after the start.').prefault('0s'),
    duration: optional(duration({ positive: true }), 'How long it goes on; absent: as long as the scenario.'),
  })
    .superRefine(({ from, to }, context) => {
      if (from === to) addFault(context, 'a node other than `from`', ['to']);
    })
    .transform(inMs('start', 'duration'));
}

function nodes() {
  return z
    .union([
      z.enum(['all']).transform((): NodeChoice => ({ kind: 'all' })),
      someNodes().transform((names): NodeChoice => ({ kind: 'named', names })),
      choice({
        share: share()
          .describe('This share of all nodes, drawn at the start.')
          .transform((part): NodeChoice => ({ kind: 'share', share: part })),
      }),
    ])
    .describe('Which nodes: `all`, some of them, or a share of all.')
    .prefault('all');
}

function share() {
  return number({ min: 0, max: 1 });
}

import { z } from 'zod';
import { HIGHEST_RATE, LOWEST_RATE, MOST_PAYMENTS } from '../../model/scenario/load-spec.ts';
import { columnNames } from './column-names.ts';
import { addFault, choice, inMs, kind, mapping, optional } from '../text/schema.ts';
import { amountDistribution } from './distribution-fields.ts';
import { duration, integer, nodeName, nodeNames, number, sentence, tokenName, filePath } from './values.ts';

/** Payments that arrive by chance. */
export function traffic() {
  return mapping({
    name: optional(sentence(), 'For reports; absent: `traffic 1`, `traffic 2`, ...'),
    token: optional(tokenName(), 'Which token; needed only where a scenario has several.'),
    arrivals: arrivals().describe('When payments arrive.'),
    start: duration().describe('When the first may arrive, after the start of the run.').prefault('0s'),
    duration: optional(
      duration({ positive: true }),
      'How long payments arrive; `duration` or `count` is needed.',
    ),
    count: optional(integer({ min: 1, max: MOST_PAYMENTS }), 'How many payments at most.'),
    amounts: amountDistribution().describe('How much is paid.'),
    pairs: pairs().describe('Who pays whom.').prefault('uniform'),
  })
    .superRefine((spec, context) => {
      if (spec.duration === undefined && spec.count === undefined)
        addFault(context, '`duration` or `count`', [], 'without either the traffic would never end');
    })
    .transform(inMs('start', 'duration'))
    .meta({ 'x-section': 'Traffic' });
}

function arrivals() {
  const perSecond = <Kind extends string>(name: Kind, what: string) => {
    const payments = (seconds: number, unit: string) =>
      optional(
        number({ min: 0, max: HIGHEST_RATE * seconds, above: true }),
        `${what} per ${unit}; one of the four is needed.`,
      );
    return mapping({
      perSecond: payments(1, 'second'),
      perMinute: payments(60, 'minute'),
      perHour: payments(3600, 'hour'),
      every: optional(duration({ positive: true }), 'Time from one payment to the next.'),
    })
      .superRefine((spec, context) => {
        if (Object.keys(spec).length === 1) return;
        addFault(context, 'one of `perSecond`, `perMinute`, `perHour` and `every`');
      })
      .transform((spec, context) => {
        const { perSecond: rate = 0, perMinute = 0, perHour = 0, every } = spec;
        const ratePerSecond =
          rate + perMinute / 60 + perHour / 3600 + (every === undefined ? 0 : 1000 / every);
        if (ratePerSecond < LOWEST_RATE)
          addFault(context, 'at least one payment in 30 years', Object.keys(spec));
        return { kind: name, ratePerSecond };
      });
  };
  return choice({
    poisson: perSecond('poisson', 'Mean number of payments').describe(
      'At random and independent of each other.',
    ),
    constant: perSecond('constant', 'Number of payments').describe('At equal distances.'),
    burst: kind('burst', {
      size: integer({ min: 1, max: MOST_PAYMENTS }).describe('Payments at once.'),
      every: duration({ positive: true }).describe('Time between two bursts.'),
    })
      .transform(inMs('every'))
      .describe('Many at once.'),
  }).meta({ 'x-section': 'Arrivals' });
}

function pairs() {
  const names = (what: string) => optional(nodeNames(), what);
  return z
    .union([
      z.enum(['uniform', 'by-capacity']).transform((name) => ({ kind: name })),
      choice({
        uniform: kind('uniform', {
          from: names('Initiators; absent: all nodes.'),
          to: names('Targets; absent: all nodes.'),
        }).describe('Initiator and target equally likely among these.'),
        'hot-spots': kind('hot-spots', {
          exponent: number({ min: 0, max: 100 })
            .describe('Zipf: the target of rank r has weight 1 / r^exponent; ranks by number of channels.')
            .prefault(1),
          from: names('Initiators; absent: all nodes.'),
          to: names('Targets; absent: all nodes.'),
        }).describe('Few nodes are paid often.'),
        list: z
          .array(
            z.tuple([nodeName(), nodeName()]).superRefine(([from, to], context) => {
              if (from === to) addFault(context, 'two different nodes', [1]);
            }),
          )
          .min(1)
          .transform((list) => ({ kind: 'list' as const, pairs: list }))
          .describe('`[initiator, target]` pairs, all equally likely.'),
      }),
    ])
    .meta({ 'x-section': 'Pairs' });
}

/** Payments from a file. */
export function recorded() {
  return mapping({
    name: optional(sentence(), 'For reports; absent: `recorded 1`, `recorded 2`, ...'),
    file: filePath().describe(
      'CSV, with commas or semicolons, with the columns `at` (seconds or a date) or `at_ms`, `from`, `to`, `amount`. Optional: `token` if there are several, and `outcome` (`succeeded` or `failed`). `beyond NAME` is any node that is reached through `of`’s channel with NAME.',
    ),
    columns: optional(
      columnNames(['at', 'at_ms', 'from', 'to', 'amount', 'token', 'identifier', 'outcome']),
      'The file’s names of its columns, where they are others.',
    ),
    of: optional(nodeName(), 'The node that recorded them; needed for `beyond`.'),
    resample: optional(
      duration({ positive: true }),
      'Each block of so long, such as `1h` or `24h`, is drawn from the recorded ones; of two days or more from those at the same time of day. Absent: as recorded.',
    ),
    duration: optional(
      duration({ positive: true }),
      'How long payments are made; longer than the record only with `resample`. Absent: as recorded.',
    ),
    growth: number({ min: 0, above: true, max: HIGHEST_RATE })
      .describe(
        'Payments for each recorded one: `1.5` is half as many again, at other moments of their block, or of the whole record.',
      )
      .prefault(1),
  })
    .transform(inMs('resample', 'duration'))
    .meta({ 'x-section': 'Recorded' });
}

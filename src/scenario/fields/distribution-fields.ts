import { z } from 'zod';
import type { AmountDistribution } from '../../model/scenario/distribution.ts';
import { addFault, choice, inMs, kind, optional } from '../text/schema.ts';
import { amount, duration, filePath, number, positiveAmount, sentence } from './values.ts';

// exp(sigma * 8) is then still a finite double, and no measured distribution comes near.
const LARGEST_SIGMA = 10;
const LARGEST_SHAPE = 1000;

const sigma = () => number({ min: 0, max: LARGEST_SIGMA }).describe('Standard deviation of the logarithm.');
const shape = (what: string) => number({ min: 0, max: LARGEST_SHAPE, above: true }).describe(what);

/** A CSV file as the scenario names it, before it is read. */
export type CsvSource = Omit<Extract<AmountDistribution, { kind: 'csv' }>, 'values'>;

/** How amounts are drawn: a bare amount means always this one. */
export function amountDistribution() {
  return z
    .union([
      amount()
        .transform((fixed) => ({ kind: 'fixed' as const, amount: fixed }))
        .meta({ type: ['number', 'string'], minimum: 0, 'x-type': 'amount' }),
      choice({
        fixed: amount()
          .describe('Always this amount.')
          .transform((fixed) => ({ kind: 'fixed' as const, amount: fixed })),
        uniform: kind('uniform', {
          min: amount().describe('Smallest amount.'),
          max: amount().describe('Largest amount, included.'),
        })
          .superRefine(checkOrder)
          .describe('Every amount between two equally likely.'),
        lognormal: kind('lognormal', {
          median: positiveAmount().describe('Half of the amounts are smaller.'),
          sigma: sigma(),
          max: optional(positiveAmount(), 'Larger draws become this.'),
        }).describe('exp(ln(median) + sigma * N(0,1)): most are small, some are large.'),
        pareto: kind('pareto', {
          min: positiveAmount().describe('Smallest amount.'),
          alpha: shape('Tail index: the smaller, the heavier the tail.'),
          max: optional(positiveAmount(), 'Larger draws become this.'),
        })
          .superRefine(checkOrder)
          .describe('min / U^(1/alpha): a heavy tail.'),
        csv: z
          .union([
            filePath().transform((file): CsvSource => ({ kind: 'csv', file })),
            kind('csv', {
              file: filePath().describe('The CSV file.'),
              column: optional(sentence(), 'Header of the column to read; absent: the first one.'),
            }),
          ])
          .describe('Amounts from a file, in its order, starting over at the end.'),
      }),
    ])
    .meta({ 'x-section': 'Amounts' });
}

/** How durations are drawn: a bare duration means always this one. */
export function durationDistribution() {
  return z
    .union([
      duration()
        .transform((ms) => ({ kind: 'fixed' as const, ms }))
        .meta({ type: 'string', 'x-type': 'duration' }),
      choice({
        fixed: duration()
          .describe('Always this long.')
          .transform((ms) => ({ kind: 'fixed' as const, ms })),
        uniform: kind('uniform', {
          min: duration().describe('Shortest.'),
          max: duration().describe('Longest.'),
        })
          .superRefine(checkOrder)
          .transform(inMs('min', 'max'))
          .describe('Every duration between two equally likely.'),
        exponential: kind('exponential', { mean: duration({ positive: true }).describe('Mean duration.') })
          .transform(inMs('mean'))
          .describe('-mean * ln(U): how much is left never depends on how long it has lasted.'),
        lognormal: kind('lognormal', {
          median: duration({ positive: true }).describe('Half are shorter.'),
          sigma: sigma(),
        })
          .transform(inMs('median'))
          .describe('exp(ln(median) + sigma * N(0,1)).'),
      }),
    ])
    .meta({ 'x-section': 'Durations' });
}

/** How a channel's capacity is split between its two ends. */
export function balanceSplit() {
  return z
    .union([
      z.enum(['equal', 'one-sided', 'uniform']).transform((name) => ({ kind: name })),
      choice({
        beta: kind('beta', {
          alpha: shape('First shape parameter.'),
          beta: shape('Second shape parameter.'),
        }).describe('The first end gets a share drawn from Beta(alpha, beta).'),
      }),
    ])
    .meta({ 'x-section': 'Split' });
}

function checkOrder(
  { min, max }: { readonly min: bigint | number; readonly max?: bigint | number },
  context: z.core.$RefinementCtx,
): void {
  if (max !== undefined && max < min) addFault(context, 'max to be at least min', ['max']);
}

import type { Expectation } from '../../model/scenario/expectation.ts';
import { metricKind } from '../../model/run/selected-metric.ts';
import { readable } from '../words/number-format.ts';

// A goal of 95 % is shown from 75 % up: what is farther from it is not what is decided on.
const TIMES_THE_REST = 5;
// A goal of 100 % is shown as one of 99 %.
const LEAST_REST = 0.01;
const PERCENT = 100;
// Nearly 100 of 100 is told to the hundredth.
const DIGITS = 2;

/** The part of a metric's axis that shows a goal: that of a high share ends far above 0, in percent. */
export function axisOf({ metric, relation, value }: Pick<Expectation, 'metric' | 'relation' | 'value'>): {
  readonly bottom?: number;
  readonly top?: number;
  readonly textOf?: (value: number) => string;
} {
  if (metricKind(metric) !== 'share') return {};
  const textOf = (share: number): string => `${readable(share * PERCENT, DIGITS)} %`;
  const bottom = 1 - TIMES_THE_REST * Math.max(1 - value, LEAST_REST);
  return relation.startsWith('>') && bottom > 0 ? { bottom, top: 1, textOf } : { textOf };
}

import { z } from 'zod';
import { isLoadMetricName, LOAD_METRICS, type LoadMetricName } from '../../model/load/load-metric-names.ts';
import {
  DEFAULT_LOAD_DEADLINE_MS,
  type LoadSpec,
  type ThresholdSpec,
} from '../../model/scenario/load-spec.ts';
import { thresholdFault } from '../../model/scenario/threshold.ts';
import { addFault, mapping } from '../text/schema.ts';
import { suggestion } from '../text/suggestion.ts';
import { executor } from './executor-fields.ts';
import { duration, flag, sentence, usableNames } from './values.ts';

/** How `millrace load` puts the scenario on its targets. */
export function load() {
  return mapping({
    executors: z
      .record(z.string(), executor())
      .superRefine(usableNames('an executor'))
      .describe('By names of your own; absent: the traffic and the steps as they are.')
      .prefault({}),
    thresholds: z
      .record(z.string(), z.union([threshold(), z.array(threshold()).min(1)]))
      .superRefine(checkMetrics)
      .describe('What must hold of a metric, as in k6.')
      .prefault({}),
    deadline: duration({ positive: true })
      .describe('A payment without an answer by then is indeterminate.')
      .prefault(`${DEFAULT_LOAD_DEADLINE_MS / 60_000}m`),
  })
    .transform(
      ({ executors, thresholds, deadline }): LoadSpec => ({
        executors: Object.entries(executors).map(([name, settings]) => ({ name, ...settings })),
        thresholds: Object.entries(thresholds).flatMap(([metric, conditions]) =>
          [conditions].flat().map((condition): ThresholdSpec => ({ metric, ...condition })),
        ),
        deadlineMs: deadline,
      }),
    )
    .meta({ 'x-section': 'Load' });
}

function threshold() {
  return z.union([
    sentence().transform((condition) => ({ condition, abortOnFail: false, delayAbortEvalMs: 0 })),
    mapping({
      threshold: sentence().describe('Such as `p(95)<500`, `rate>0.99` or `count<1`.'),
      abortOnFail: flag().describe('Ends the load as soon as it does not hold.').prefault(false),
      delayAbortEval: duration({ bare: true })
        .describe('How long it is not looked at for that; a bare number is milliseconds, as in k6.')
        .prefault('0s'),
    }).transform(({ threshold: condition, abortOnFail, delayAbortEval: delayAbortEvalMs }) => ({
      condition,
      abortOnFail,
      delayAbortEvalMs,
    })),
  ]);
}

type Condition = Pick<ThresholdSpec, 'condition'>;

function checkMetrics(
  thresholds: Readonly<Record<string, Condition | readonly Condition[]>>,
  context: z.core.$RefinementCtx,
): void {
  for (const [metric, conditions] of Object.entries(thresholds)) {
    if (isLoadMetricName(metric)) checkConditions(metric, conditions, context);
    else
      addFault(context, {
        expected: `one of the metrics ${Object.keys(LOAD_METRICS).join(', ')}`,
        hint: suggestion(metric, Object.keys(LOAD_METRICS)),
        path: [metric],
      });
  }
}

function checkConditions(
  metric: LoadMetricName,
  conditions: Condition | readonly Condition[],
  context: z.core.$RefinementCtx,
): void {
  const isList = Array.isArray(conditions);
  [conditions].flat().forEach(({ condition }, index) => {
    const expected = thresholdFault(metric, condition);
    if (expected !== undefined) addFault(context, { expected, path: isList ? [metric, index] : [metric] });
  });
}

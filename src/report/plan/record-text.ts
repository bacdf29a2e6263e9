import type { RecordCheck } from '../../model/plan/measured-plan.ts';
import type { Estimate } from '../../statistics/estimate.ts';
import { counted, percentText } from '../words/number-format.ts';
import { metricEstimateText } from './interval-text.ts';

// A model that is farther off than this answers another question.
const FAR_OFF = 0.05;

/** How far the model is off where it was tried: on payments that were recorded with how they ended. */
export function recordText({ payments, succeeded, simulated, alike }: RecordCheck): string {
  const share = succeeded / payments;
  const warning =
    Math.abs(simulated.mean - share) > FAR_OFF ? ' The model is far off: take its figures as rough.' : '';
  const text = (each: Estimate): string =>
    each.count === 1 ? percentText(each.mean) : metricEstimateText('success_rate', each);
  return `Of ${counted(payments, 'recorded payment')} ${percentText(share)} succeeded. Check: replayed as recorded, ${text(simulated)} succeed, and ${text(alike)} end as they were recorded.${warning}`;
}

import type { Obstacles } from '../../model/plan/answers.ts';
import { namedFirst } from '../../model/node-text.ts';
import { goalWords, metricWords } from '../words/metric-words.ts';
import { percentText } from '../words/number-format.ts';
import type { AnswerSetting } from './answer-text.ts';
import { metricEstimateText } from './interval-text.ts';
import { tokensText } from './money-moves.ts';

// Further ones are in plan.json.
const MOST_NAMED = 4;

/** Why the goal is out of reach of money at these ends, and what would have to change. */
export function obstaclesText(
  { withMine, failed, overFeeLimit, ends, everywhere }: Obstacles,
  { goal, token, whose }: Pick<AnswerSetting, 'goal' | 'token'> & { readonly whose: string },
): string {
  const { metric } = goal;
  const share = (count: number): string => percentText(count / Math.max(failed, Number.MIN_VALUE));
  const reached = `No money at ${whose} reaches ${goalWords(goal, token)}: with plenty there it is ${metricEstimateText(metric, withMine, token)}.`;
  const lacking = ends.map(({ node, partner, failed: stopped }) => `${node} → ${partner} ${share(stopped)}`);
  const short =
    lacking.length === 0
      ? ''
      : ` Payments fail at ends that hold too little: ${namedFirst(lacking, MOST_NAMED)} of the failures.`;
  const fees =
    overFeeLimit === 0
      ? ''
      : ` The fee limit stops ${share(overFeeLimit)} of the failed payments: lower fees or a higher maxFeePercent would let them through.`;
  const missing = ends.filter(({ shortage }) => shortage > 0n);
  const amounts = missing.map(
    ({ node, partner, shortage }) => `${tokensText(shortage, token)} at ${node} → ${partner}`,
  );
  const change =
    missing.length === 0
      ? ''
      : ` Missing there: ${namedFirst(amounts, MOST_NAMED)}. With plenty at all ends ${metricWords(metric)} is ${metricEstimateText(metric, everywhere, token)}.`;
  return `${reached}${short}${change}${fees}`;
}

import { z } from 'zod';
import type { Amount } from '../../../model/network/amount.ts';
import { type Block, pageOnly, prose, section, table } from '../../../report/blocks/block.ts';
import { metricChangeText, metricEstimateText } from '../../../report/plan/interval-text.ts';
import { tokensText } from '../../../report/plan/money-moves.ts';
import { networkFigure } from '../../../report/plan/network-figure.ts';
import { metricText } from '../../../report/words/metric-text.ts';
import { metricWords } from '../../../report/words/metric-words.ts';
import { capitalized, counted } from '../../../report/words/number-format.ts';
import { positiveAmount } from '../../../scenario/fields/values.ts';
import { mapping } from '../../../scenario/text/schema.ts';
import { beyondChance, chanceBeside } from '../../../statistics/false-discoveries.ts';
import type { Expectation } from '../../../model/scenario/expectation.ts';
import { alsoMeets } from '../../../report/plan/told-answer.ts';
import { benefit, effectChart, effectTextOf, isShownBetter } from '../effects.ts';
import type { Question, Told } from '../question.ts';
import { type Budget, type ComparedRule, type FundingAnswer, spendBudget } from './spend-budget.ts';

const SETTINGS: z.ZodType<Budget> = z.lazy(() =>
  mapping({
    budget: positiveAmount().describe('What may be added to deposits in all.'),
    step: positiveAmount()
      .describe('The least that is tried at one end; absent: a tenth of the budget.')
      .exactOptional(),
  })
    .describe('Where the next tokens should go.')
    .exactOptional(),
);

/** Where a budget should go. */
export const fund: Question<'fund', Budget, FundingAnswer> = {
  name: 'fund',
  settings: SETTINGS,
  needs: 'Write plan: {fund: {budget: 1_000}}, or give --budget 1000.',
  answer: spendBudget,
  changes: ({ changes, gain }, { goal }) => (isShownBetter(goal, gain) ? changes : []),
  tell(answer, told) {
    const { goal, token, idOf } = told;
    const { metric } = goal;
    const { budget, ends, ranking, step, before, after, gain, rule, unplaced } = answer;
    const text = (amount: Amount): string => tokensText(amount, token);
    const title = `Where ${text(budget)} more should go`;
    return {
      remark: ends.length === 0 ? undefined : gainText(answer, { ...told, money: text(budget) }),
      alsoMeets: alsoMeets({ money: budget - unplaced, rule, before, after }, told),
      figure: {
        name: `With ${text(budget)} more`,
        figure: metricText(metric, after.mean, token),
        hint: `${capitalized(metricWords(metric))} ${metricEstimateText(metric, after, token)}, divided ${rule}${isShownBetter(goal, gain) ? '' : ': not shown to help'}.`,
      },
      section() {
        const frame = { id: idOf('fund'), title };
        if (ends.length === 0)
          return section(
            frame,
            prose(
              `Nowhere: none of ${counted(answer.rules.length, 'rule')} that were tried changes ${metricWords(metric)}.`,
            ),
          );
        return section(
          { ...frame, hint: `Divided ${rule}. Some replications chose it, others tell what it gains.` },
          unplaced > 0n
            ? prose(`${text(unplaced)} of the budget are left: nothing that was tried gains from them.`)
            : null,
          prose(
            `${capitalized(metricWords(metric))} of ${metricEstimateText(metric, before, token)} becomes ${metricEstimateText(metric, after, token)}: ${metricChangeText(metric, gain, token)}.${rulesText(answer, told)}`,
          ),
          ruleTable(answer, told),
          // A single end says no more than the plan does.
          ranking.length > 1
            ? effectChart(
                `What ${text(step)} more at one end alone would change ${metricWords(metric)}`,
                ranking,
                effectTextOf(metric, token),
              )
            : null,
          isShownBetter(goal, gain) ? pageOnly(() => drawing(answer, told)) : null,
        );
      },
    };
  },
};

/** The plan begins with the same replications as its answer, unless there was time or need for more of its points. */
function gainText(
  { rule, before, after, gain }: FundingAnswer,
  { goal, token, now, money }: Pick<Told, 'goal' | 'token' | 'now'> & { readonly money: string },
): string {
  const { metric } = goal;
  const [then, change] = [metricEstimateText(metric, after, token), metricChangeText(metric, gain, token)];
  const [begins, comma] = isShownBetter(goal, gain)
    ? [`With ${money} more where it helps most`, '']
    : [`No division of ${money} is shown to help: ${rule}`, ','];
  return now?.count === before.count
    ? `${begins}${comma} it is ${then}: ${change}.`
    : `${begins}, ${metricEstimateText(metric, before, token)} becomes ${then} in the ${counted(before.count, 'replication')} that tell it: ${change}.`;
}

/** ` Against the rule that chose best, by need: +0.01 (0 to +0.02).` */
function bestRuleText({ rules: [best], rule }: FundingAnswer, { goal, token }: Told): string {
  if (best === undefined) return '';
  if (best.name === rule) return ' No search that was tried beats this rule.';
  return ` Against ${best.name}, the best simple rule where it was chosen: ${metricChangeText(goal.metric, best.difference, token)}.`;
}

/** A rule may do better than the plan with the replications that tell, which had no part in choosing. */
function rulesText(answer: FundingAnswer, told: Told): string {
  const { rules } = answer;
  const { goal, token } = told;
  const areBeyond = beyondChance(rules.map(({ difference }) => chanceBeside(difference)));
  const [best] = bestFirst(rules, goal);
  if (best === undefined || benefit(goal, best.difference.mean) >= 0) return bestRuleText(answer, told);
  const { difference, name } = best;
  const mayBeChance = !areBeyond[rules.indexOf(best)];
  const [low, high] = difference.interval;
  const behind = ` With the replications that tell this, the plan is behind ${name}: ${effectTextOf(goal.metric, token)({ difference, mayBeChance })}.`;
  return !mayBeChance && isShownBetter(goal, { interval: [-low, -high] })
    ? `${behind} That rule is better: use it instead.`
    : `${bestRuleText(answer, told)}${behind}`;
}

/** As the replications that tell show them. */
function bestFirst(rules: readonly ComparedRule[], goal: Expectation): readonly ComparedRule[] {
  return [...rules].sort((a, b) => benefit(goal, a.difference.mean - b.difference.mean));
}

function ruleTable({ rules }: FundingAnswer, { goal, token }: Told): Block {
  const { metric } = goal;
  return table({
    caption: 'The plan less simple rules, by replications that did not choose; the best rule first',
    columns: [
      { head: 'Rule', cell: ({ name }) => name },
      {
        head: 'plan less rule',
        number: true,
        cell: ({ difference }) => metricChangeText(metric, difference, token),
      },
    ],
    rows: bestFirst(rules, goal),
  });
}

function drawing({ ends }: FundingAnswer, { network, token, idOf }: Told): Block {
  const amounts = new Map(ends.map(({ channel, node, amount }) => [`${channel} ${node}`, amount]));
  const largest = ends[0]?.amount ?? 1n;
  return networkFigure(network, {
    id: idOf('fund-network'),
    caption: 'Dashed at the end that should hold more, where that is at least a tenth of the largest amount',
    title: 'The network with the channels to fund',
    // The ends to fund stand out.
    dashedEnd: (channel) => {
      const [first = 0n, second = 0n] = network
        .extremities(channel)
        .map((node) => amounts.get(`${channel} ${node}`) ?? 0n);
      const more = first >= second ? first : second;
      return more * 10n < largest ? null : first >= second ? 0 : 1;
    },
    describeNode: (name) => name,
    describeLink: ({ between, channels }) => {
      const texts = channels.flatMap(({ channel, between: owners }) =>
        owners.flatMap((node) => {
          const amount = amounts.get(`${channel} ${node}`);
          return amount === undefined ? [] : [`${tokensText(amount, token)} more at ${node}’s end`];
        }),
      );
      return `${between.join(' – ')}: ${texts.length === 0 ? 'as it is' : texts.join(', ')}`;
    },
  });
}

import type { z } from 'zod';
import type { Network } from '../../../model/network/network.ts';
import { type Block, pageOnly, prose, section, table } from '../../../report/blocks/block.ts';
import { changeText, estimateText, intervalText } from '../../../report/plan/interval-text.ts';
import { networkFigure } from '../../../report/plan/network-figure.ts';
import { grouped, readable } from '../../../report/words/number-format.ts';
import { positiveAmount } from '../../../scenario/fields/values.ts';
import { mapping } from '../../../scenario/text/schema.ts';
import type { Interval } from '../../../statistics/share-interval.ts';
import { effectChart } from '../effects.ts';
import type { Question } from '../question.ts';
import { type Budget, type FundingAnswer, type FundingStep, spendBudget } from './spend-budget.ts';

const SETTINGS: z.ZodType<Budget> = mapping({
  budget: positiveAmount().describe('What may be added to deposits in all.'),
  step: positiveAmount().describe('What one step adds; absent: a tenth of the budget.').exactOptional(),
})
  .describe('Where the next tokens should go.')
  .exactOptional();

/** Where a budget should go. */
export const fund: Question<'fund', Budget, FundingAnswer> = {
  name: 'fund',
  settings: SETTINGS,
  needs: 'Write plan: {fund: {budget: 1_000}}, or give --budget 1000.',
  answer: spendBudget,
  changes: ({ changes }) => changes,
  tell(answer, { goal: { metric }, network, own, idOf }) {
    const { budget, ends, ranking, before, after, gain, overUniform } = answer;
    const title = `Where ${grouped(budget)} more should go`;
    const rankingTitle = `What ${grouped(ranking[0]?.amount ?? 0n)} more at one end alone would change`;
    // One end tried says no more than the plan does.
    const isRanked = ranking.length > 1;
    return {
      remark:
        ends.length === 0
          ? undefined
          : `With ${grouped(budget)} more where it helps most it is ${estimateText(after)}.`,
      figure: {
        name: `With ${grouped(budget)} more`,
        figure: readable(after.mean, 3),
        hint: `${metric} ${estimateText(after)} where the money is put as below.`,
      },
      section() {
        const frame = { id: idOf('fund'), title };
        if (ends.length === 0)
          return section(frame, prose('Nowhere: no more money in any channel changes the goal’s metric.'));
        return section(
          { ...frame, hint: 'Chosen step by step by half of the replications, measured by the other half.' },
          endTable(answer),
          prose(
            `${metric} ${estimateText(before)} becomes ${estimateText(after)}: ${changeText(gain)}. Against the same money given to ${own.nodes === undefined ? 'all ends' : `all ends of ${own.nodes.join(' and ')}`} alike: ${changeText(overUniform)}.`,
          ),
          isRanked ? effectChart(`${rankingTitle} (${metric})`, ranking) : null,
          pageOnly(() => [
            {
              kind: 'folded',
              summary: 'Step by step, in the order in which they are worth it',
              blocks: stepTable(answer, metric),
            },
            drawing(answer, network, idOf('fund-network')),
          ]),
        );
      },
    };
  },
};

function endTable({ ends }: FundingAnswer): Block {
  return table({
    caption: 'What to deposit in all, the most first',
    columns: [
      { head: 'Node', cell: ({ node }) => node },
      { head: 'Channel with', cell: ({ partner }) => partner },
      { head: 'Amount', number: true, cell: ({ amount }) => grouped(amount) },
    ],
    rows: ends,
  });
}

function stepTable({ steps }: FundingAnswer, metric: string): Block {
  return table({
    columns: [
      { head: 'Step', number: true, cell: (_, index) => index + 1 },
      { head: 'Where', cell: ({ what }) => what },
      { head: 'Amount', number: true, cell: ({ amount }) => grouped(amount) },
      { head: metric, number: true, cell: ({ difference }) => changeText(difference) },
      {
        head: 'for each 1,000',
        number: true,
        cell: ({ perThousand: value, difference, amount }) =>
          intervalText({ value, interval: perThousandOf(difference, amount) }),
      },
    ],
    rows: steps,
  });
}

function perThousandOf({ interval: [low, high] }: FundingStep['difference'], amount: bigint): Interval {
  return [(low / Number(amount)) * 1000, (high / Number(amount)) * 1000];
}

function drawing({ ends }: FundingAnswer, network: Network, id: string): Block {
  const amounts = new Map(ends.map(({ channel, node, amount }) => [`${channel} ${node}`, amount]));
  const largest = ends[0]?.amount ?? 1n;
  return networkFigure(network, {
    id,
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
          return amount === undefined ? [] : [`${grouped(amount)} more at ${node}’s end`];
        }),
      );
      return `${between.join(' – ')}: ${texts.length === 0 ? 'as it is' : texts.join(', ')}`;
    },
  });
}

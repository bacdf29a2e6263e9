import type { DepositAnswer } from '../../../model/plan/plan-result.ts';
import type { Expectation } from '../../../model/scenario/expectation.ts';
import { intervalChart } from '../../charts/interval-chart.ts';
import { html, type Markup } from '../../page/markup.ts';
import { card, figure } from '../../sections/card.ts';
import { grouped } from '../../words/number-format.ts';
import { allEnds, depositInterval, estimateText } from '../answer-texts.ts';

/** The goal's metric against the deposit, with the least that suffices; further deposits as a table. */
export function depositSection(
  answer: DepositAnswer,
  goal: Expectation,
  all: readonly DepositAnswer[],
): Markup {
  const { of, curve, deposit, interval } = answer;
  const [least, sure] = interval;
  const shown =
    deposit === undefined
      ? undefined
      : { at: Number(deposit), interval: [Number(least ?? deposit), Number(sure ?? answer.most)] as const };
  return card(
    {
      id: 'deposit',
      title: 'Least deposit',
      hint: 'Each mark is one deposit that was simulated, with its interval. The upright line is the least one whose mean meets the goal, the shaded part all that the replications cannot tell from it.',
    },
    figure(
      `${goal.metric} against the deposit of ${of}; the dashed line is the goal`,
      intervalChart({
        id: 'deposit-curve',
        title: `${goal.metric} against the deposit`,
        description: curve
          .map((probe) => `${grouped(probe.deposit)}: ${estimateText(probe.goal)}`)
          .join('; '),
        xTitle: 'deposit, smallest units',
        points: curve.map((probe) => ({
          at: Number(probe.deposit),
          mean: probe.goal.mean,
          interval: probe.goal.interval,
          hint: `${grouped(probe.deposit)}: ${estimateText(probe.goal)}`,
        })),
        target: goal.value,
        answer: shown,
      }),
    ),
    all.length > 1 ? table(all) : null,
  );
}

function table(answers: readonly DepositAnswer[]): Markup {
  return html`<table class="stacking"><caption>Each for itself, brought down one after the other</caption>
<thead><tr><th scope="col">Deposit of</th><th scope="col" class="number">at least</th><th scope="col" class="number">in all</th></tr></thead>
<tbody>${answers.map(
    (answer) =>
      html`<tr><th scope="row">${answer.of}</th><td class="number" data-label="at least">${answer.deposit === undefined ? 'none suffices' : `${grouped(answer.deposit)}${depositInterval(answer.interval)}`}</td><td class="number" data-label="in all">${answer.deposit === undefined ? '' : allEnds(answer)}</td></tr>`,
  )}</tbody></table>`;
}

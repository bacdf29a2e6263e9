import type { NetworkChange } from '../../../model/plan/experiment.ts';
import type { FundingAnswer, FundingStep } from '../../../model/plan/plan-result.ts';
import { tornadoChart } from '../../charts/tornado-chart.ts';
import { html, type Markup } from '../../page/markup.ts';
import { card, emptyCard } from '../../sections/card.ts';
import { grouped } from '../../words/number-format.ts';
import type { Interval } from '../../../statistics/share-interval.ts';
import { changeText, estimateText, intervalText, rankingTitle } from '../answer-texts.ts';
import type { PlanPageFacts } from '../plan-page-facts.ts';
import { networkFigure } from './network-figure.ts';

/** The funding plan as a table to copy and as a drawing in which the channels to fund stand out. */
export function fundSection(answer: FundingAnswer, { network, result }: PlanPageFacts): Markup {
  const { budget, ends, before, after, gain, overUniform } = answer;
  const frame = { id: 'fund', title: `Where ${grouped(budget)} more should go` };
  if (ends.length === 0)
    return emptyCard(frame, 'Nowhere: no more money in any channel changes the goal’s metric.');
  const { metric } = result.goal;
  return card(
    {
      ...frame,
      hint: `Chosen step by step by half of the replications, measured by the other half. ${metric} ${estimateText(before)} becomes ${estimateText(after)}: ${changeText(gain)}. Against the same money given to all ends alike: ${changeText(overUniform)}.`,
    },
    endTable(answer),
    ranked(answer, metric),
    html`<details><summary>Step by step, in the order in which they are worth it</summary>${stepTable(answer, metric)}</details>`,
    drawing(answer, network),
  );
}

// One end tried says no more than the plan does.
function ranked({ ranking }: FundingAnswer, metric: string): Markup | null {
  if (ranking.length < 2) return null;
  return tornadoChart(
    `${rankingTitle(ranking)}: ${metric}, with the same payments`,
    ranking.map(({ what, difference }) => ({ name: what, value: difference, text: changeText(difference) })),
  );
}

function endTable({ ends }: FundingAnswer): Markup {
  return html`<table class="stacking"><caption>What to deposit in all, the most first</caption>
<thead><tr><th scope="col">Node</th><th scope="col">Channel with</th><th scope="col" class="number">Amount</th></tr></thead>
<tbody>${ends.map(
    ({ node, partner, amount }) =>
      html`<tr><th scope="row">${node}</th><td data-label="Channel with">${partner}</td><td class="number" data-label="Amount">${grouped(amount)}</td></tr>`,
  )}</tbody></table>`;
}

function stepTable({ steps }: FundingAnswer, metric: string): Markup {
  return html`<table class="stacking">
<thead><tr><th scope="col" class="number">Step</th><th scope="col">Where</th><th scope="col" class="number">Amount</th><th scope="col" class="number">${metric}</th><th scope="col" class="number">for each 1,000</th></tr></thead>
<tbody>${steps.map(
    ({ what, amount, difference, perThousand }, at) =>
      html`<tr><td class="number" data-label="Step">${at + 1}</td><th scope="row">${what}</th><td class="number" data-label="Amount">${grouped(amount)}</td><td class="number" data-label="${metric}">${changeText(difference)}</td><td class="number" data-label="for each 1,000">${intervalText({ value: perThousand, interval: perThousandOf(difference, amount) })}</td></tr>`,
  )}</tbody></table>`;
}

function perThousandOf({ interval: [low, high] }: FundingStep['difference'], amount: bigint): Interval {
  return [(low / Number(amount)) * 1000, (high / Number(amount)) * 1000];
}

function drawing({ changes }: FundingAnswer, network: PlanPageFacts['network']): Markup {
  const added = addedByEnd(changes);
  const largest = [...added.values()].reduce((most, amount) => (amount > most ? amount : most), 1n);
  return networkFigure(network, {
    id: 'fund-network',
    caption: 'Dashed at the end that should hold more, where that is at least a tenth of the largest amount',
    title: 'The network with the channels to fund',
    // What stands out are the ends to fund.
    dashedEnd: (channel) => {
      const [first, second] = [added.get(`${channel} 0`) ?? 0n, added.get(`${channel} 1`) ?? 0n];
      const more = first >= second ? first : second;
      return more * 10n < largest ? null : first >= second ? 0 : 1;
    },
    describeNode: (name) => name,
    describeLink: ({ between, channels }) => {
      const texts = channels.flatMap(({ channel, between: ends }) =>
        ends.flatMap((node, end) => {
          const amount = added.get(`${channel} ${end}`);
          return amount === undefined ? [] : [`${grouped(amount)} more at ${node}’s end`];
        }),
      );
      return `${between.join(' – ')}: ${texts.length === 0 ? 'as it is' : texts.join(', ')}`;
    },
  });
}

function addedByEnd(changes: readonly NetworkChange[]): ReadonlyMap<string, bigint> {
  const added = new Map<string, bigint>();
  for (const change of changes) {
    if (change.kind !== 'fund') continue;
    const key = `${change.channel} ${change.end}`;
    added.set(key, (added.get(key) ?? 0n) + change.amount);
  }
  return added;
}

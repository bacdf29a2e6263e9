import type { RebalancingAnswer } from '../../../model/plan/plan-result.ts';
import { html, type Markup } from '../../page/markup.ts';
import { card, nothingToShow } from '../../sections/card.ts';
import { grouped } from '../../words/number-format.ts';
import { dryText, estimateText, movedText } from '../answer-texts.ts';

// Longer lists are in plan.json.
const MOST_ROWS = 20;

/** What the traffic does to balances, and which circular payments undo it. */
export function rebalanceSection({ cycles, drains, run }: RebalancingAnswer): Markup {
  return card(
    {
      id: 'rebalance',
      title: 'Balances that drift',
      hint: `What one run moves on average, with intervals; runs last ${estimateText(run)} s. What goes around can be paid back around; what leads from payers to payees can only be put in again.`,
    },
    cycles.length === 0
      ? nothingToShow('No circular payment restores anything.')
      : html`<table class="stacking"><caption>Circular payments, the most urgent first</caption>
<thead><tr><th scope="col">Around</th><th scope="col" class="number">Amount a run</th><th scope="col" class="number">Fee</th><th scope="col" class="number">At least every</th></tr></thead>
<tbody>${cycles
          .slice(0, MOST_ROWS)
          .map(
            (cycle) =>
              html`<tr><th scope="row">${[...cycle.path, cycle.path[0]].join(' → ')}</th><td class="number" data-label="Amount a run">${movedText(cycle)}</td><td class="number" data-label="Fee">${grouped(cycle.fee)}</td><td class="number" data-label="At least every">${dryText(cycle)}</td></tr>`,
          )}</tbody></table>`,
    drains.length === 0
      ? null
      : html`<table class="stacking"><caption>Ends that lose more than they get back</caption>
<thead><tr><th scope="col">End</th><th scope="col" class="number">Loses in a run</th><th scope="col" class="number">Dry after</th></tr></thead>
<tbody>${drains
          .slice(0, MOST_ROWS)
          .map(
            (drain) =>
              html`<tr><th scope="row">${drain.node}’s, in its channel with ${drain.partner}</th><td class="number" data-label="Loses in a run">${movedText(drain)}</td><td class="number" data-label="Dry after">${dryText(drain)}</td></tr>`,
          )}</tbody></table>`,
  );
}

import type { StoryBalance } from '../../model/check/case-story.ts';
import { html, type Markup } from '../page/markup.ts';
import { grouped } from '../words/number-format.ts';

/** The balance of every channel end before the first call and after each, with the model's beside it where they differ. */
export function balanceTable(balances: readonly StoryBalance[], calls: number): Markup | null {
  const changing = balances.filter(
    ({ observed, predicted }) => isMoved(observed) || isMoved(predicted) || differs(observed, predicted),
  );
  if (changing.length === 0) return null;
  return html`<div class="scroll"><table><caption>Balances as the nodes showed them</caption>
<thead><tr><th scope="col">Channel end</th><th scope="col" class="number">start</th>${Array.from({ length: calls }, (_, at) => html`<th scope="col" class="number">after ${at}</th>`)}</tr></thead>
<tbody>${changing.map(
    ({ node, partner, observed, predicted }) =>
      html`<tr><th scope="row">${node} with ${partner}</th>${observed.map(
        (value, at) =>
          html`<td class="number${isOff(value, predicted[at]) ? ' off' : ''}">${cell(value, predicted[at])}</td>`,
      )}</tr>`,
  )}</tbody></table></div>`;
}

// The model's below it, so that calls stay side by side on a narrow page.
function cell(observed: bigint | undefined, predicted: bigint | undefined): Markup | string {
  if (observed === undefined) return '–';
  if (!isOff(observed, predicted)) return grouped(observed);
  return html`${grouped(observed)}<br><small>model ${grouped(predicted as bigint)}</small>`;
}

function isOff(observed: bigint | undefined, predicted: bigint | undefined): boolean {
  return observed !== undefined && predicted !== undefined && observed !== predicted;
}

function differs(observed: StoryBalance['observed'], predicted: StoryBalance['predicted']): boolean {
  return observed.some((value, at) => isOff(value, predicted[at]));
}

function isMoved(values: StoryBalance['observed']): boolean {
  const known = values.filter((value) => value !== undefined);
  return known.some((value) => value !== known[0]);
}

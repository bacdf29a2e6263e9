import { copyCommands } from '../copy-buttons.ts';
import type { ListedRun } from './listed-run.ts';
import { runComparison } from './run-comparison.ts';
import { runTable } from './run-table.ts';

// The list of runs can do this beyond being read: it is sorted, filtered, and its runs are compared.
const source = document.querySelector('#runs-data')?.textContent;
const place = document.querySelector('#runs-place');
if (source && place) {
  const compared = document.createElement('div');
  compared.id = 'runs-compared';
  compared.setAttribute('aria-live', 'polite');
  const show = (ticked: readonly ListedRun[]): void => {
    compared.replaceChildren(runComparison(ticked));
    copyCommands(compared);
  };
  show([]);
  place.replaceChildren(runTable(JSON.parse(source) as ListedRun[], show), compared);
  document.querySelector('#runs-plain')?.classList.add('for-print');
}

import type { ListedRun } from './listed-run.ts';
import { runChart } from './run-chart.ts';
import { runComparison } from './run-comparison.ts';
import { runTable } from './run-table.ts';

// The list of runs can do this beyond being read: it is searched, two runs are compared, a figure is drawn.
const source = document.querySelector('#runs-data')?.textContent;
const place = document.querySelector('#runs-place');
if (source && place) {
  const runs = JSON.parse(source) as ListedRun[];
  const compared = document.createElement('div');
  compared.id = 'runs-compared';
  compared.setAttribute('aria-live', 'polite');
  const show = (ticked: readonly ListedRun[]): void => compared.replaceChildren(runComparison(ticked));
  show([]);
  place.replaceChildren(runTable(runs, show), compared, runChart(runs));
  document.querySelector('#runs-plain')?.classList.add('for-print');
}

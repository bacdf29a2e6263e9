import {
  FIGURES,
  FIGURE_NAMES,
  type ListedFigure,
  type ListedRun,
  figureText,
  seedText,
} from './listed-run.ts';
import { runChart } from './run-chart.ts';
import { runName, runTable, startedText } from './run-table.ts';
import { badge, element, plainTable } from '../run/dom.ts';

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

/** The figures of two runs side by side, with what changed from the older to the newer. */
function runComparison(ticked: readonly ListedRun[]): HTMLElement {
  const [older, newer, ...others] = ticked;
  if (older === undefined || newer === undefined || others.length > 0)
    return element('p', { class: 'hint' }, 'Tick two runs to compare them.');
  const row = (head: string, cell: (run: ListedRun) => Node | string, change = ''): (Node | string)[] => [
    head,
    cell(older),
    cell(newer),
    change,
  ];
  const figures = FIGURE_NAMES.filter((name) => older.figures[name] !== null || newer.figures[name] !== null);
  const table = plainTable(
    ['Figure', `>${runName(older)}`, `>${runName(newer)}`, '>Change'],
    [
      row('Report', (run) => element('a', { href: run.href }, 'open')),
      row('Verdict', ({ judgement }) => badge(...judgement)),
      ...figures.map((name) =>
        row(FIGURES[name].head, (run) => figureText(run, name), changeText(older, newer, name)),
      ),
      row('Seed', seedText),
      row('Millrace', ({ millrace }) => millrace ?? 'not said'),
      row('Started (UTC)', startedText),
    ],
  );
  return element(
    'div',
    {},
    element('h3', {}, 'Two runs side by side'),
    element('div', { class: 'scroll' }, table),
  );
}

function changeText(older: ListedRun, newer: ListedRun, name: ListedFigure): string {
  const [before, after] = [older.figures[name], newer.figures[name]];
  if (before === null || after === null) return '–';
  const change = after - before;
  if (change === 0) return '0';
  const sign = change > 0 ? '+' : '−';
  if (name !== 'success') return `${sign}${FIGURES[name].write(Math.abs(change))}`;
  const points = Math.abs(100 * change);
  return `${sign}${points < 0.1 ? '< 0.1' : points.toFixed(1).replace(/\.0$/, '')} points`;
}

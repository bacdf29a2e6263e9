import { FIGURE_NAMES, FIGURES, figureText, seedText } from './listed-figures.ts';
import { badge, element, plainTable } from '../run/dom.ts';
import type { ListedFigure, ListedRun } from './listed-run.ts';
import { runName, startedText } from './run-table.ts';

/** The figures of two runs side by side, with what changed from the older to the newer. */
export function runComparison(ticked: readonly ListedRun[]): HTMLElement {
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

import { prose, table } from '../../report/blocks/block.ts';
import { markupOf } from '../../report/blocks/block-markup.ts';
import { lineChart } from '../../report/charts/plot.ts';
import { badge, runJudgement } from '../../report/page/badge.ts';
import { type Content, html } from '../../report/page/markup.ts';
import {
  FIGURE_NAMES,
  FIGURES,
  figureText,
  type ListedFigure,
  type ListedRun,
  runColumns,
  runName,
  seedText,
} from '../../report/run-list/listed-run.ts';
import { minuteText, pointsText } from '../../report/words/number-format.ts';
import { dataTable } from '../data-table.ts';
import { made, part } from '../dom.ts';

// The list of runs can do this beyond being read: it is searched, two runs are compared, a figure is drawn.
const source = document.querySelector('#runs-data')?.textContent;
const place = document.querySelector('#runs-place');
if (source && place) {
  const runs = JSON.parse(source) as ListedRun[];
  const compared = made(html`<div id="runs-compared" aria-live="polite">${runComparison([])}</div>`);
  const show = (ticked: readonly ListedRun[]): void =>
    compared.replaceChildren(made(html`<div>${runComparison(ticked)}</div>`));
  place.replaceChildren(runTable(runs, show), compared, runChart(runs));
  document.querySelector('#runs-plain')?.classList.add('for-print');
}

/** All runs in a table that sorts and filters; those that are ticked are handed over, the oldest first. */
function runTable(runs: readonly ListedRun[], onTicked: (ticked: readonly ListedRun[]) => void): HTMLElement {
  const ticked = new Set<number>();
  const tick = (row: number): Content =>
    html`<input type="checkbox" data-row="${row}"${ticked.has(row) ? html` checked` : null} aria-label="Compare ${runName(runs[row] as ListedRun)}">`;
  const runsTable = dataTable({
    id: 'runs-table',
    columns: [
      ...runColumns(runs),
      { head: 'Compare', text: (row) => (ticked.has(row) ? 'ticked' : ''), cell: tick },
    ],
    rowCount: runs.length,
    placeholder: 'a scenario, a seed, a build',
  });
  runsTable.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || target.dataset['row'] === undefined) return;
    const row = Number(target.dataset['row']);
    if (target.checked) ticked.add(row);
    else ticked.delete(row);
    // Rows are the newest first.
    onTicked([...ticked].sort((one, other) => other - one).map((each) => runs[each] as ListedRun));
  });
  return runsTable;
}

/** The figures of two runs side by side, with what changed from the older to the newer. */
function runComparison(ticked: readonly ListedRun[]): Content {
  const [older, newer, ...others] = ticked;
  if (older === undefined || newer === undefined || others.length > 0)
    return markupOf(prose('Tick two runs to compare them.', 'hint'));
  const row = (head: string, cell: (run: ListedRun) => Content, change = ''): readonly Content[] => [
    head,
    cell(older),
    cell(newer),
    change,
  ];
  const figures = FIGURE_NAMES.filter(
    (name) => (FIGURES[name].of(older) ?? FIGURES[name].of(newer)) !== undefined,
  );
  return markupOf([
    prose('Two runs side by side', 'heading'),
    table({
      columns: ['Figure', runName(older), runName(newer), 'Change'].map((head, at) => [
        head,
        (cells: readonly Content[]) => cells[at],
        at === 0 ? {} : 'number',
      ]),
      rows: [
        row('Report', ({ href }) => html`<a href="${href}">open</a>`),
        row('Verdict', ({ summary }) => badge(...runJudgement(summary.verdict))),
        ...figures.map((name) =>
          row(FIGURES[name].head, (run) => figureText(run, name), changeText(older, newer, name)),
        ),
        row('Seed', ({ summary, ...tested }) => seedText({ ...tested, seed: summary.seed })),
        row('Millrace', ({ millrace }) => millrace ?? 'unknown'),
        row('Started (UTC)', ({ startedAt }) => minuteText(startedAt)),
      ],
    }),
  ]);
}

function changeText(older: ListedRun, newer: ListedRun, name: ListedFigure): string {
  const [before, after] = [older, newer].map(FIGURES[name].of);
  if (before === undefined || after === undefined) return '–';
  const change = after - before;
  if (change === 0) return '0';
  if (name === 'success') return pointsText(change);
  return `${change > 0 ? '+' : '-'}${FIGURES[name].write(Math.abs(change))}`;
}

// Points closer than those of so many runs cannot be told apart.
const MOST_RUNS = 100;

/** One figure over the runs of one scenario, the newest at the right; the reader chooses both. */
function runChart(runs: readonly ListedRun[]): HTMLElement {
  const names = FIGURE_NAMES.map(
    (name) =>
      html`<option value="${name}"${name === 'success' ? html` selected` : null}>${FIGURES[name].head}</option>`,
  );
  const groups = [...new Set(runs.map(groupOf))].map((name) => html`<option>${name}</option>`);
  const chosen = made(html`<div id="runs-chart"><h3>One figure over time</h3>
<form class="filters"><label>Figure<select>${names}</select></label><label>Scenario<select>${groups}</select></label></form>
<figure></figure></div>`);
  const [figure, group] = chosen.querySelectorAll('select');
  const draw = (): void => {
    const name = figure?.value as ListedFigure;
    const drawn = runs.filter((run) => groupOf(run) === group?.value && FIGURES[name].of(run) !== undefined);
    const chart =
      drawn.length < 2
        ? html`<p class="hint">A chart needs two runs that have this figure.</p>`
        : lineOf(drawn.slice(0, MOST_RUNS).reverse(), name);
    part(chosen, 'figure').replaceChildren(made(chart));
  };
  draw();
  part(chosen, 'form').addEventListener('input', draw);
  return chosen;
}

function groupOf({ summary }: ListedRun): string {
  return `${summary.scenario}: ${summary.job}`;
}

function lineOf(runs: readonly ListedRun[], name: ListedFigure): ReturnType<typeof lineChart> {
  const values = runs.map((run) => FIGURES[name].of(run) ?? 0);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const { write, head } = FIGURES[name];
  return lineChart({
    id: 'runs-figure',
    title: `${head} of ${runs.length} runs`,
    description: `From ${write(least)} to ${write(most)}.`,
    heightPx: 160,
    lines: [
      {
        className: 'rate',
        points: runs.map((run, at) => ({
          share: (at + 0.5) / runs.length,
          value: values[at] as number,
          hint: `${runName(run)}: ${figureText(run, name)}`,
        })),
      },
    ],
    textOf: write,
    // An axis that begins at 0 would hide what changes between 93 % and 97 %.
    bottom: least > most / 2 ? Math.max(0, least - (most - least)) : 0,
    xTicks: [],
  });
}

import { lineChart } from '../chart.ts';
import { element } from '../run/dom.ts';
import { FIGURES, FIGURE_NAMES, type ListedFigure, type ListedRun, figureText } from './listed-run.ts';
import { runName } from './run-table.ts';

// Points closer than those of so many runs cannot be told apart.
const MOST_RUNS = 100;

/** One figure over the runs of one scenario, the newest at the right; the reader chooses both. */
export function runChart(runs: readonly ListedRun[]): HTMLElement {
  const figure = element(
    'select',
    {},
    ...FIGURE_NAMES.map((name) =>
      element('option', { value: name, selected: name === 'success' }, FIGURES[name].head),
    ),
  );
  const group = element(
    'select',
    {},
    ...[...new Set(runs.map(groupOf))].map((name) => element('option', {}, name)),
  );
  const place = element('figure');
  const draw = (): void => {
    const name = figure.value as ListedFigure;
    const drawn = runs.filter((run) => groupOf(run) === group.value && run.figures[name] !== null);
    const chart =
      drawn.length < 2
        ? element('p', { class: 'hint' }, 'A chart needs two runs that have this figure.')
        : lineOf(drawn.slice(0, MOST_RUNS).reverse(), name);
    place.replaceChildren(chart);
  };
  draw();
  const form = element(
    'form',
    { class: 'filters' },
    element('label', {}, 'Figure', figure),
    element('label', {}, 'Scenario', group),
  );
  form.addEventListener('input', draw);
  return element('div', { id: 'runs-chart' }, element('h3', {}, 'One figure over time'), form, place);
}

function groupOf({ scenario, job }: ListedRun): string {
  return `${scenario}: ${job}`;
}

function lineOf(runs: readonly ListedRun[], name: ListedFigure): HTMLElement {
  const values = runs.map(({ figures }) => figures[name] ?? 0);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  // An axis that begins at 0 would hide what changes between 93 % and 97 %.
  const bottom = least > most / 2 ? Math.max(0, least - (most - least)) : 0;
  const { write, head } = FIGURES[name];
  const [first, last] = [runs[0], runs.at(-1)].map((run) => run && figureText(run, name));
  return lineChart({
    label: `${head} of ${runs.length} runs, from ${first} to ${last}`,
    lines: [
      {
        name: head,
        className: 'rate',
        points: runs.map((run, at) => ({
          share: (at + 0.5) / runs.length,
          value: values[at] as number,
          hint: `${runName(run)}: ${figureText(run, name)}`,
        })),
      },
    ],
    textOf: write,
    bottom,
  });
}

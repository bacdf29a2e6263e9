import { FIGURE_NAMES, FIGURES, figureText, seedText } from './listed-figures.ts';
import { badge, element, plainTable } from '../run/dom.ts';
import type { ListedFigure, ListedRun } from './listed-run.ts';
import { runName, startedText } from './run-table.ts';

/** The figures of several runs side by side, and how two of them are compared in depth. */
export function runComparison(runs: readonly ListedRun[]): HTMLElement {
  if (runs.length < 2)
    return element('p', { class: 'hint' }, 'Tick two or more runs to see them side by side.');
  const [older, newer] = runs;
  const pair = runs.length === 2 && older !== undefined && newer !== undefined ? { older, newer } : undefined;
  const row = (head: string, cell: (run: ListedRun) => Node | string, difference = ''): (Node | string)[] => [
    head,
    ...runs.map(cell),
    ...(pair === undefined ? [] : [difference]),
  ];
  return element(
    'div',
    {},
    element('h3', {}, `${runs.length} runs side by side`),
    element(
      'div',
      { class: 'scroll' },
      plainTable(
        ['Figure', ...runs.map((run) => `>${runName(run)}`), ...(pair === undefined ? [] : ['>Change'])],
        [
          row('Report', (run) => element('a', { href: run.href }, 'open')),
          row('Verdict', ({ judgement }) => badge(...judgement)),
          ...FIGURE_NAMES.filter((name) => runs.some(({ figures }) => figures[name] !== null)).map((name) =>
            row(FIGURES[name].head, (run) => figureText(run, name), pair && changeText(pair, name)),
          ),
          row('Seed', seedText),
          row('Millrace', ({ millrace }) => millrace ?? 'not said'),
          row('Started (UTC)', startedText),
        ],
      ),
    ),
    ...(pair === undefined ? [] : [inDepth(pair)]),
  );
}

interface Pair {
  readonly older: ListedRun;
  readonly newer: ListedRun;
}

function changeText({ older, newer }: Pair, name: ListedFigure): string {
  const [before, after] = [older.figures[name], newer.figures[name]];
  if (before === null || after === null) return '–';
  const change = after - before;
  if (change === 0) return '0';
  const sign = change > 0 ? '+' : '−';
  if (name !== 'success') return `${sign}${FIGURES[name].write(Math.abs(change))}`;
  const points = Math.abs(100 * change);
  return `${sign}${points < 0.1 ? '< 0.1' : points.toFixed(1).replace(/\.0$/, '')} points`;
}

function inDepth({ older, newer }: Pair): HTMLElement {
  const compared = comparable({ older, newer });
  if (compared === undefined)
    return element(
      'p',
      { class: 'hint' },
      newer.job === 'load' && older.job === 'load'
        ? 'A load fails when it is worse than an earlier one with --baseline and the folder of that one.'
        : 'More than these figures is told of two simulations, of two replays, or of a replay beside a simulation of its scenario.',
    );
  const command = `millrace compare ${compared.map(({ folder }) => folder).join(' ')}`;
  return element(
    'div',
    {},
    element('p', {}, 'What changed, payment by payment; to be typed in the folder of this list:'),
    element(
      'div',
      { class: 'command' },
      element('pre', { tabindex: '0' }, element('code', {}, command)),
      element('button', { type: 'button', class: 'quiet', 'data-copy': true, hidden: true }, 'Copy'),
    ),
  );
}

/** The two runs in the order that the command wants; `undefined`: it has nothing to say of them. */
function comparable({ older, newer }: Pair): readonly [ListedRun, ListedRun] | undefined {
  if (older.job === newer.job && newer.job !== 'load') return [older, newer];
  if (older.scenario !== newer.scenario) return undefined;
  if (older.job === 'replay' && newer.job === 'simulate') return [older, newer];
  return older.job === 'simulate' && newer.job === 'replay' ? [newer, older] : undefined;
}

import { FIGURES, FIGURE_NAMES, type ListedRun, figureText, seedText } from './listed-run.ts';
import { type DataColumn, dataTable } from '../run/data-table.ts';
import { badge, element } from '../run/dom.ts';

/** All runs in a table that sorts and filters; those that are ticked are handed over, the oldest first. */
export function runTable(
  runs: readonly ListedRun[],
  onTicked: (ticked: readonly ListedRun[]) => void,
): HTMLElement {
  const at = (row: number): ListedRun => runs[row] as ListedRun;
  const ticked = new Set<number>();
  const tick = (row: number): HTMLElement => {
    const box = element('input', {
      type: 'checkbox',
      checked: ticked.has(row),
      'aria-label': `Compare ${runName(at(row))}`,
    });
    box.addEventListener('change', () => {
      if (box.checked) ticked.add(row);
      else ticked.delete(row);
      // Rows are the newest first.
      onTicked([...ticked].sort((one, other) => other - one).map(at));
    });
    return box;
  };
  const columns: readonly DataColumn[] = [
    { name: 'Compare', text: (row) => (ticked.has(row) ? 'ticked' : ''), cell: tick },
    {
      name: 'Scenario',
      text: (row) => at(row).scenario,
      cell: (row) => element('a', { href: at(row).href }, at(row).scenario),
    },
    { name: 'Run', text: (row) => `${at(row).job}, seed ${seedText(at(row))}` },
    { name: 'Verdict', text: (row) => at(row).judgement[1], cell: (row) => badge(...at(row).judgement) },
    ...FIGURE_NAMES.map((name) => ({
      name: FIGURES[name].head,
      number: true,
      text: (row: number) => figureText(at(row), name),
      order: (row: number) => at(row).figures[name] ?? -1,
    })),
    { name: 'Started (UTC)', text: (row) => startedText(at(row)) },
  ];
  return dataTable({
    id: 'runs-table',
    columns,
    rowCount: runs.length,
    placeholder: 'a scenario, a seed, a build',
  });
}

/** A run in a few words: `demo, 2026-01-31 10:00`. */
export function runName(run: ListedRun): string {
  return `${run.scenario}, ${startedText(run)}`;
}

/** The moment at which a run started, to the minute. */
export function startedText({ startedAt }: ListedRun): string {
  return startedAt.replace('T', ' ').slice(0, 16);
}

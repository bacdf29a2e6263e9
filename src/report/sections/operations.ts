import { markupOf } from '../blocks/block-markup.ts';
import { html } from '../page/markup.ts';
import { type Block, pageOnly, plainColumn, section, table } from '../blocks/block.ts';
import type { PackedRun } from '../explorer/packed-run.ts';
import { RunData } from '../explorer/run-data.ts';
import { operationColumns } from '../explorer/run-tables.ts';
import type { Figures } from '../figures/figures.ts';
import { MOST_OPERATIONS } from '../figures/run-tally.ts';
import type { KeptTraces } from '../../model/run/trace.ts';
import { counted, grouped } from '../words/number-format.ts';

// The rows that a page shows without its script.
const ROWS_SHOWN = 15;

/** Every operation with how it ended; the script puts a table of all in the place of the first ones. */
export function operationsSection({ run }: Figures, packedRun: () => PackedRun): Block | null {
  const { length } = run.records;
  if (length === 0) return null;
  const rest = length - MOST_OPERATIONS;
  const hint = `${counted(length, 'operation')}; times on the run’s own clock.${KEPT_TRACES[run.header.traces ?? 'all']}${rest > 0 ? ` The page holds ${grouped(MOST_OPERATIONS)} of them; operations that failed or differ come first. outcomes.ndjson has all.` : ''}`;
  return pageOnly(() => {
    const data = new RunData(packedRun());
    const first = table({
      columns: operationColumns(data).map(plainColumn),
      rows: [...data.run.operations.slice(0, ROWS_SHOWN).keys()],
      inAll: length,
      elsewhere: 'outcomes.ndjson',
    });
    return section(
      { id: 'operations', title: rest > 0 ? 'Operations' : 'All operations', listed: 'All operations', hint },
      { kind: 'markup', markup: html`<div id="operations-place">${markupOf(first)}</div>` },
    );
  });
}

// A run is its seed: what was not kept is there again after simulating with `--traces all`.
const KEPT_TRACES: Readonly<Record<KeptTraces, string>> = {
  all: '',
  failures: ' Paths of payments that succeeded were not kept (--traces failures).',
  none: ' Paths of payments, and the numbers that refused them, were not kept (--traces none).',
};

import type { Verdict } from '../../model/run/finding.ts';
import { predictedRecords } from '../../model/run/run.ts';
import type { OperationRecord } from '../../model/run/operation.ts';
import {
  type AmountWriter,
  describeFailure,
  describeOperation,
  describeOutcome,
} from '../../model/run/describe-operation.ts';
import { counted, durationText, grouped } from '../words/number-format.ts';
import { html, type Markup } from '../page/markup.ts';
import type { KeptTraces } from '../../model/run/trace.ts';
import type { Figures } from '../figures/figures.ts';
import { MOST_OPERATIONS } from '../figures/held-rows.ts';
import { type Block, pageOnly, section } from '../blocks/block.ts';

/** Name and meaning of each verdict on an operation. */
export const VERDICT_TEXTS: Readonly<
  Record<Verdict, { readonly name: string; readonly label?: string; readonly meaning: string }>
> = {
  agrees: {
    name: 'agrees',
    meaning: 'The nodes did what was predicted, or what the order of the operations left as the only way.',
  },
  differs: { name: 'differs', meaning: 'They did not, and nothing explains it.' },
  indeterminate: { name: 'indeterminate', meaning: 'No answer came; it may have happened.' },
  'allowed-by-concurrency': {
    name: 'allowed by concurrency',
    label: 'allowed',
    meaning: 'Operations overlapped; another order of them may explain it.',
  },
};

/** A table whose cells are texts. */
interface OperationTable {
  readonly columns: readonly { readonly name: string; readonly number?: boolean }[];
  readonly rows: readonly (readonly string[])[];
}

/** The rows that a page shows without its script. */
const ROWS_SHOWN = 15;

/** Every operation with how it ended; replays show simulation and nodes side by side. The script puts a table of all in its place. */
export function operationsSection(figures: Figures): Block | null {
  return figures.run.records.length === 0 ? null : pageOnly(() => operationsTable(figures));
}

function operationsTable(data: Figures): Block {
  const { records } = data.run;
  const shown = firstOnes(data);
  const rest = records.length - MOST_OPERATIONS;
  const hint = `${counted(records.length, 'operation')}; times on the run’s own clock.${KEPT_TRACES[data.run.header.traces ?? 'all']}${rest > 0 ? ` The page holds ${grouped(MOST_OPERATIONS)} of them, before all others those that did not succeed or agree; all are in outcomes.ndjson.` : ''}`;
  return section(
    { id: 'operations', title: rest > 0 ? 'Operations' : 'All operations', listed: 'All operations', hint },
    { kind: 'markup', markup: html`<div id="operations-place">${tableMarkup(shown, records.length)}</div>` },
  );
}

function firstOnes(figures: Figures): OperationTable {
  const { run } = figures;
  const records = figures.rows.slice(0, ROWS_SHOWN);
  return run.comparison ? comparedTable(figures, records) : simulatedTable(figures, records);
}

// A run is its seed: what was not kept is there again after simulating with `--traces all`.
const KEPT_TRACES: Readonly<Record<KeptTraces, string>> = {
  all: '',
  failures: ' Paths of payments that succeeded were not kept (--traces failures).',
  none: ' Paths of payments, and the numbers that refused them, were not kept (--traces none).',
};

const numbers = (...names: readonly string[]) => names.map((name) => ({ name, number: true }));
const texts = (...names: readonly string[]) => names.map((name) => ({ name }));

function comparedTable({ run, inTokens }: Figures, records: readonly OperationRecord[]): OperationTable {
  const predictions = predictedRecords(run);
  const judged = new Map(run.comparison?.operations.map((each) => [each.operation, each]));
  return {
    columns: [
      ...numbers('#'),
      ...texts('Operation', 'Simulation', 'Nodes', 'Where and why it failed, by the simulation', 'Verdict'),
    ],
    rows: records.map(({ operation }) => {
      const { predicted = '', observed = '', verdict } = judged.get(operation.id) ?? {};
      return [
        String(operation.id),
        describeOperation(operation, inTokens),
        predicted,
        observed,
        failureOf(predictions.get(operation.id), inTokens),
        verdict === undefined ? '' : VERDICT_TEXTS[verdict].name,
      ];
    }),
  };
}

function simulatedTable({ inTokens }: Figures, records: readonly OperationRecord[]): OperationTable {
  return {
    columns: [
      ...numbers('#', 'Start', 'Took'),
      ...texts('Operation', 'Path, or where and why it failed', 'Outcome'),
    ],
    rows: records.map((record) => [
      String(record.operation.id),
      durationText(record.startedAtMs),
      durationText(record.endedAtMs - record.startedAtMs),
      describeOperation(record.operation, inTokens),
      pathOrFailure(record, inTokens),
      describeOutcome(record.outcome),
    ]),
  };
}

function failureOf(record: OperationRecord | undefined, write: AmountWriter): string {
  if (!record?.trace?.failure || !('token' in record.operation)) return '';
  return describeFailure(record.trace.failure, { token: record.operation.token, write });
}

function pathOrFailure(record: OperationRecord, write: AmountWriter): string {
  const { trace, outcome } = record;
  if (trace?.failure) return failureOf(record, write);
  if (trace && trace.path.length > 0) return trace.path.join(' → ');
  return outcome.kind === 'failed' ? outcome.message : '';
}

function tableMarkup({ columns, rows }: OperationTable, count: number): Markup {
  const heads = columns.map(
    ({ name, number }) => html`<th scope="col"${number ? html` class="number"` : null}>${name}</th>`,
  );
  const caption =
    rows.length < count
      ? `The first ${rows.length} of ${grouped(count)}; all are in outcomes.ndjson`
      : `All ${grouped(count)}`;
  return html`<table class="stacking" id="operations-table"><caption class="muted">${caption}</caption><thead><tr>${heads}</tr></thead><tbody>${rows.map((row) => rowMarkup(row, columns))}</tbody></table>`;
}

// Each operation has its story, which its number leads to.
function rowMarkup([number = '', ...cells]: readonly string[], columns: OperationTable['columns']): Markup {
  const rest = cells.map(
    (cell, at) =>
      html`<td data-label="${columns[at + 1]?.name}"${columns[at + 1]?.number ? html` class="number"` : null}>${cell}</td>`,
  );
  return html`<tr><td data-label="#" class="number"><a href="#payment=${number}">${number}</a></td>${rest}</tr>`;
}

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
import { dataBlock, html, type Markup } from '../page/markup.ts';
import type { KeptTraces } from '../../model/run/trace.ts';
import type { Figures } from '../figures/figures.ts';
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

/** A table whose cells are texts; the last column is the one that can be filtered by value. */
interface OperationTable {
  readonly columns: readonly { readonly name: string; readonly number?: boolean }[];
  /** Of the first operations only, where there are many. */
  readonly rows: readonly (readonly string[])[];
  /** Of how many operations. */
  readonly count: number;
}

// 2,000 rows are some 250 kB: no page of a large run is much larger than that of a small one.
const MAX_ROWS = 2_000;
/** Rows shown at a time, by the page itself and by its script. */
const ROWS_PER_PAGE = 15;

/** Every operation with how it ended; replays show simulation and nodes side by side. Filled in pages by the script. */
export function operationsSection(figures: Figures): Block | null {
  return figures.run.records.length === 0 ? null : pageOnly(() => operationsTable(figures));
}

function operationsTable(data: Figures): Block {
  const { records } = data.run;
  const kept = data.run.comparison ? comparedTable(data) : simulatedTable(data);
  const rest = kept.count - MAX_ROWS;
  return section(
    {
      id: 'operations',
      title: rest > 0 ? 'Operations' : 'All operations',
      listed: 'All operations',
      hint: `${counted(records.length, 'operation')}; times on the run’s own clock.${KEPT_TRACES[data.run.header.traces ?? 'all']}${rest > 0 ? ` The page holds ${data.run.comparison ? `${grouped(MAX_ROWS)} of them, before all others those that do not agree` : `the first ${grouped(MAX_ROWS)}`}; all are in outcomes.ndjson.` : ''}`,
    },
    { kind: 'markup', markup: [filters(kept), tableMarkup(kept), pageButtons(kept)] },
  );
}

// A run is its seed: what was not kept is there again after simulating with `--traces all`.
const KEPT_TRACES: Readonly<Record<KeptTraces, string>> = {
  all: '',
  failures: ' Paths of payments that succeeded were not kept (--traces failures).',
  none: ' Paths of payments, and the numbers that refused them, were not kept (--traces none).',
};

const numbers = (...names: readonly string[]) => names.map((name) => ({ name, number: true }));
const texts = (...names: readonly string[]) => names.map((name) => ({ name }));

function comparedTable({ run, inTokens }: Figures): OperationTable {
  const records = new Map(run.records.map((record) => [record.operation.id, record]));
  const predictions = predictedRecords(run);
  const operations = run.comparison?.operations ?? [];
  return {
    columns: [
      ...numbers('#'),
      ...texts('Operation', 'Simulation', 'Nodes', 'Where and why it failed, by the simulation', 'Verdict'),
    ],
    count: operations.length,
    rows: heldOf(operations).map(({ operation, verdict, predicted, observed }) => {
      const record = records.get(operation);
      return [
        String(operation),
        record ? describeOperation(record.operation, inTokens) : '',
        predicted,
        observed,
        failureOf(predictions.get(operation), inTokens),
        VERDICT_TEXTS[verdict].name,
      ];
    }),
  };
}

// Where there is no room for all, operations that are not as predicted come first.
function heldOf<T extends { readonly verdict: Verdict }>(operations: readonly T[]): readonly T[] {
  if (operations.length <= MAX_ROWS) return operations;
  const notable = operations.filter(({ verdict }) => verdict !== 'agrees').slice(0, MAX_ROWS);
  const others = operations.filter(({ verdict }) => verdict === 'agrees').slice(0, MAX_ROWS - notable.length);
  const held = new Set([...notable, ...others]);
  return operations.filter((operation) => held.has(operation));
}

function simulatedTable({ run, inTokens }: Figures): OperationTable {
  return {
    columns: [
      ...numbers('#', 'Start', 'Took'),
      ...texts('Operation', 'Path, or where and why it failed', 'Outcome'),
    ],
    count: run.records.length,
    rows: run.records
      .slice(0, MAX_ROWS)
      .map((record) => [
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

function tableMarkup(kept: OperationTable): Markup {
  const { columns, rows } = kept;
  const heads = columns.map(
    ({ name, number }) => html`<th scope="col"${number ? html` class="number"` : null}>${name}</th>`,
  );
  const first = rows.slice(0, ROWS_PER_PAGE).map((row) => rowMarkup(row, kept));
  return html`<table class="stacking" id="operations-table"><caption class="muted" aria-live="polite">${captionOf(kept)}</caption><thead><tr>${heads}</tr></thead><tbody>${first}</tbody></table>`;
}

function pageButtons(kept: OperationTable): Markup {
  const data =
    kept.rows.length > ROWS_PER_PAGE ? dataBlock({ id: 'operations-data', value: interned(kept) }) : null;
  return html`<div class="pages" hidden><button type="button" data-page="-1">Previous</button><button type="button" data-page="1">Next</button></div>${data}`;
}

function filters({ rows }: OperationTable): Markup {
  const results = [...new Set(rows.map((row) => row.at(-1) ?? ''))].sort();
  return html`<form class="filters" id="operations-filter" hidden><label>Find<input type="search" name="text" placeholder="a node, an amount, a reason"></label>
<label>Show<select name="result"><option value="">all</option>${results.map((result) => html`<option>${result}</option>`)}</select></label></form>`;
}

function rowMarkup(row: readonly string[], { columns }: OperationTable): Markup {
  return html`<tr>${row.map((cell, index) => html`<td data-label="${columns[index]?.name}"${columns[index]?.number ? html` class="number"` : null}>${cell}</td>`)}</tr>`;
}

function captionOf({ rows, count }: OperationTable): string {
  const here = rows.length < count ? ' that the page holds' : '';
  return rows.length > ROWS_PER_PAGE
    ? `The first ${ROWS_PER_PAGE} of ${grouped(rows.length)}${here}`
    : `All ${grouped(rows.length)}`;
}

// Most cells repeat: each text is written once, rows name texts by number.
function interned({ columns, rows }: OperationTable) {
  const cells: string[] = [];
  const indices = new Map<string, number>();
  const indexOf = (text: string): number => {
    const index = indices.get(text);
    if (index !== undefined) return index;
    indices.set(text, cells.length);
    cells.push(text);
    return cells.length - 1;
  };
  return { rowsPerPage: ROWS_PER_PAGE, columns, rows: rows.map((row) => row.map(indexOf)), texts: cells };
}

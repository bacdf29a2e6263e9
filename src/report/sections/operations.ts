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
import { linkTo } from '../../web/run/links.ts';
import { html } from '../page/markup.ts';
import type { KeptTraces } from '../../model/run/trace.ts';
import type { Figures } from '../figures/figures.ts';
import { MOST_OPERATIONS } from '../figures/held-rows.ts';
import { type Block, pageOnly, section, table, type TableColumn } from '../blocks/block.ts';

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

/** The rows that a page shows without its script. */
const ROWS_SHOWN = 15;

/** Every operation with how it ended; replays show simulation and nodes side by side. The script puts a table of all in its place. */
export function operationsSection(figures: Figures): Block | null {
  const { run } = figures;
  const { records } = run;
  if (records.length === 0) return null;
  const rest = records.length - MOST_OPERATIONS;
  const hint = `${counted(records.length, 'operation')}; times on the run’s own clock.${KEPT_TRACES[run.header.traces ?? 'all']}${rest > 0 ? ` The page holds ${grouped(MOST_OPERATIONS)} of them; operations that failed or differ come first. outcomes.ndjson has all.` : ''}`;
  return pageOnly(() => {
    const first = table({
      columns: run.comparison ? comparedColumns(figures) : simulatedColumns(figures),
      rows: figures.rows.slice(0, ROWS_SHOWN),
      inAll: records.length,
      elsewhere: 'outcomes.ndjson',
    });
    return section(
      { id: 'operations', title: rest > 0 ? 'Operations' : 'All operations', listed: 'All operations', hint },
      { kind: 'replaced', id: 'operations-place', block: first },
    );
  });
}

// A run is its seed: what was not kept is there again after simulating with `--traces all`.
const KEPT_TRACES: Readonly<Record<KeptTraces, string>> = {
  all: '',
  failures: ' Paths of payments that succeeded were not kept (--traces failures).',
  none: ' Paths of payments, and the numbers that refused them, were not kept (--traces none).',
};

type Column = TableColumn<OperationRecord>;

// Each operation has its story, which its number leads to.
function commonColumns(inTokens: AmountWriter): readonly [number: Column, operation: Column] {
  return [
    [
      '#',
      ({ operation: { id } }) => html`<a href="${linkTo({ kind: 'payment', name: String(id) })}">${id}</a>`,
    ],
    ['Operation', ({ operation }) => describeOperation(operation, inTokens)],
  ];
}

function comparedColumns({ run, inTokens }: Figures): readonly Column[] {
  const predictions = predictedRecords(run);
  const judged = new Map(run.comparison?.operations.map((each) => [each.operation, each]));
  const judgementOf = ({ operation }: OperationRecord) => judged.get(operation.id);
  return [
    ...commonColumns(inTokens),
    ['Simulation', (record) => judgementOf(record)?.predicted],
    ['Nodes', (record) => judgementOf(record)?.observed],
    [
      'Where and why it failed, by the simulation',
      ({ operation }) => failureOf(predictions.get(operation.id), inTokens),
    ],
    ['Verdict', (record) => VERDICT_TEXTS[judgementOf(record)?.verdict ?? 'indeterminate'].name],
  ];
}

function simulatedColumns({ inTokens }: Figures): readonly Column[] {
  const [number, operation] = commonColumns(inTokens);
  return [
    number,
    ['Start', ({ startedAtMs }) => durationText(startedAtMs), 'number'],
    ['Took', ({ startedAtMs, endedAtMs }) => durationText(endedAtMs - startedAtMs), 'number'],
    operation,
    ['Path, or where and why it failed', (record) => pathOrFailure(record, inTokens)],
    ['Outcome', ({ outcome }) => describeOutcome(outcome)],
  ];
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

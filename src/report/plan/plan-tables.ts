import type { AnsweredPoint } from '../../model/plan/answers.ts';
import type { PlannedToken, PlanPoint } from '../../model/plan/measured-plan.ts';
import type { Replication } from '../../model/plan/replication.ts';
import { exactAmountText } from '../../model/network/amount.ts';

/** A column; a value is absent where a replication has no such figure. */
interface PlanColumn {
  readonly name: string;
  readonly values: readonly (string | number | undefined)[];
}

/** A point with what each of its replications showed. */
type PointRows = Pick<PlanPoint, 'settings'> & { readonly rows: readonly Replication[] };

/**
 * One row a replication: the point's number from 1, what was varied, the replication's number and seed, then every
 * metric by name. Columns and units: docs/planning.md.
 */
export function resultsTable(
  points: readonly PointRows[],
  seedOf: (index: number) => string,
): readonly PlanColumn[] {
  const rows = points.flatMap(({ settings, rows: found }, point) =>
    found.map(({ metrics }, index) => ({ point: point + 1, settings, index, metrics })),
  );
  const factors = namesOf(points.map(({ settings }) => settings));
  const metrics = namesOf(rows.map((row) => row.metrics));
  return [
    { name: 'point', values: rows.map(({ point }) => point) },
    ...factors.map((name) => ({ name, values: rows.map(({ settings }) => settings[name]) })),
    { name: 'replication', values: rows.map(({ index }) => index + 1) },
    { name: 'seed', values: rows.map(({ index }) => seedOf(index)) },
    ...metrics.map((name) => ({
      name,
      // A reason that did not occur in one replication occurred 0 times in it.
      values: rows.map((row) => row.metrics[name] ?? (name.startsWith('failures.') ? 0 : undefined)),
    })),
  ];
}

function namesOf(records: readonly Readonly<Record<string, unknown>>[]): readonly string[] {
  return [...new Set(records.flatMap((record) => Object.keys(record)))];
}

/** The moves to make at each point, in smallest units; `unit` is one of them in tokens. */
export function movesTable(
  points: readonly AnsweredPoint[],
  token: PlannedToken | undefined,
): readonly PlanColumn[] {
  const rows = points.flatMap(({ moves: [action] }, at) =>
    (action?.moves ?? []).map((move) => ({ question: action?.question ?? '', point: at + 1, ...move })),
  );
  const column = (name: string, of: (row: (typeof rows)[number]) => string) => ({
    name,
    values: rows.map(of),
  });
  return [
    column('answer', ({ question }) => question),
    column('node', ({ node }) => node),
    column('partner', ({ partner }) => partner),
    column('balance now', ({ has }) => String(has)),
    column('then', ({ afterwards }) => String(afterwards)),
    column('difference', ({ has, afterwards }) => String(afterwards - has)),
    column('unit', () => (token === undefined ? '' : `${exactAmountText(1n, token.decimals)} ${token.name}`)),
    ...(points.length > 1 ? [column('point', ({ point }) => String(point))] : []),
  ];
}

/** A table as RFC 4180 has it; a figure that is absent is an empty cell. */
export function tableCsv(columns: readonly PlanColumn[]): string {
  const texts = columns.map(({ values }) => values.map((value) => value?.toString() ?? ''));
  const rows = (texts[0] ?? []).map((_, row) => texts.map((column) => column[row] as string));
  const header = columns.map(({ name }) => name);
  return [header, ...rows].map((cells) => `${cells.map(cell).join(',')}\r\n`).join('');
}

// A spreadsheet takes a text for a formula that begins so, but for a number: an apostrophe keeps it a text.
const FORMULA = /^[=+\-@\t\r](?![\d.,]*$)/;

function cell(written: string): string {
  const text = FORMULA.test(written) ? `'${written}` : written;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

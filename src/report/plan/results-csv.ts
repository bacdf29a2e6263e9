import type { PlanPoint } from '../../model/plan/plan-result.ts';
import type { Replication } from '../../model/plan/replication.ts';

/** A point with what each of its replications showed. */
export type PointRows = Pick<PlanPoint, 'settings'> & { readonly rows: readonly Replication[] };

/**
 * One row a replication (RFC 4180): the point's number from 1, what was varied, the replication's number and seed,
 * then every metric by name, empty where a run has none. Columns and units: docs/planning.md.
 */
export function resultsCsv(points: readonly PointRows[], seedOf: (index: number) => string): string {
  const factors = namesOf(points.map(({ settings }) => settings));
  const metrics = namesOf(points.flatMap(({ rows }) => rows.map((row) => row.metrics)));
  const header = ['point', ...factors, 'replication', 'seed', ...metrics];
  const lines = points.flatMap(({ settings, rows }, point) =>
    rows.map((row, index) => [
      String(point + 1),
      ...factors.map((name) => settings[name] ?? ''),
      String(index + 1),
      seedOf(index),
      ...metrics.map((name) => row.metrics[name]?.toString() ?? failuresOrNothing(name)),
    ]),
  );
  return [header, ...lines].map((cells) => `${cells.map(cell).join(',')}\r\n`).join('');
}

// A reason that did not occur in one replication occurred 0 times in it.
function failuresOrNothing(metric: string): string {
  return metric.startsWith('failures.') ? '0' : '';
}

function namesOf(records: readonly Readonly<Record<string, unknown>>[]): readonly string[] {
  return [...new Set(records.flatMap((record) => Object.keys(record)))];
}

function cell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

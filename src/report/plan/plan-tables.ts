import type { PlanPoint } from '../../model/plan/measured-plan.ts';
import type { Replication } from '../../model/plan/replication.ts';
import type { FigureTable } from './figure-table.ts';

/** A point with what each of its replications showed. */
type PointRows = Pick<PlanPoint, 'settings'> & { readonly rows: readonly Replication[] };

/**
 * One row a replication: the point's number from 1, what was varied, the replication's number and seed, then every
 * metric by name. Columns and units: docs/planning.md.
 */
export function resultsTable(points: readonly PointRows[], seedOf: (index: number) => string): FigureTable {
  const rows = points.flatMap(({ settings, rows: found }, point) =>
    found.map(({ metrics }, index) => ({ point: point + 1, settings, index, metrics })),
  );
  const factors = namesOf(points.map(({ settings }) => settings));
  const metrics = namesOf(rows.map((row) => row.metrics));
  return {
    columns: [
      { name: 'point', values: rows.map(({ point }) => point) },
      ...factors.map((name) => ({ name, values: rows.map(({ settings }) => settings[name]) })),
      { name: 'replication', values: rows.map(({ index }) => index + 1) },
      { name: 'seed', values: rows.map(({ index }) => seedOf(index)) },
      ...metrics.map((name) => ({
        name,
        // A reason that did not occur in one replication occurred 0 times in it.
        values: rows.map((row) => row.metrics[name] ?? (name.startsWith('failures.') ? 0 : undefined)),
      })),
    ],
  };
}

function namesOf(records: readonly Readonly<Record<string, unknown>>[]): readonly string[] {
  return [...new Set(records.flatMap((record) => Object.keys(record)))];
}

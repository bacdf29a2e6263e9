import type { PlanPoint } from '../../model/plan/measured-plan.ts';
import type { EndUse, Replication } from '../../model/plan/replication.ts';
import { metricMeaning } from '../words/metric-text.ts';
import type { FigureColumn, FigureTable } from './figure-table.ts';
import type { Network } from '../../model/network/network.ts';

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
      { name: 'point', says: 'number of the point', kind: 'count', values: rows.map(({ point }) => point) },
      ...factors.map((name) => ({
        name,
        says: 'what this field of the scenario was set to',
        kind: 'text' as const,
        values: rows.map(({ settings }) => settings[name] ?? ''),
      })),
      {
        name: 'replication',
        says: 'number of the replication; the same number meets the same chance',
        kind: 'count',
        values: rows.map(({ index }) => index + 1),
      },
      { name: 'seed', says: 'its seed', kind: 'text', values: rows.map(({ index }) => seedOf(index)) },
      ...metrics.map((name) => ({
        name,
        says: metricMeaning(name),
        kind: 'number' as const,
        values: rows.map((row) => row.metrics[name] ?? failuresOrNothing(name)),
      })),
    ],
  };
}

// A reason that did not occur in one replication occurred 0 times in it.
function failuresOrNothing(metric: string): number | undefined {
  return metric.startsWith('failures.') ? 0 : undefined;
}

function namesOf(records: readonly Readonly<Record<string, unknown>>[]): readonly string[] {
  return [...new Set(records.flatMap((record) => Object.keys(record)))];
}

const AMOUNT = 'smallest units, exact, in decimal';

/** One row for each channel end that a replication used, or that lacked money in it. */
export function endsTable(points: readonly PointRows[], network: Network): FigureTable {
  const rows = usesOf(points, ({ ends }) => ends);
  const count = (name: 'carried' | 'lacked', says: string): FigureColumn => ({
    name,
    says,
    kind: 'count',
    values: rows.map(({ use }) => use[name]),
  });
  const text = (name: string, says: string, of: (use: EndUse) => string): FigureColumn => ({
    name,
    says,
    kind: 'text',
    values: rows.map(({ use }) => of(use)),
  });
  const partner = ({ channel, node }: EndUse): string =>
    network.hasEdge(channel) && network.extremities(channel).includes(node)
      ? network.opposite(node, channel)
      : '';
  return {
    columns: [
      ...placesOf(rows),
      text('channel', 'key of the channel', ({ channel }) => channel),
      text('node', 'whose end it is', ({ node }) => node),
      text('partner', 'the node at the other end; empty where points have different networks', partner),
      count('carried', 'transfers that it sent and that were settled'),
      text('net_sent', `sent less got back through this channel, ${AMOUNT}`, ({ netSent }) => `${netSent}`),
      count('lacked', 'payments that failed because this end had too little'),
      text('lacked_amount', `the sum of those payments, ${AMOUNT}`, (use) => `${use.lackedAmount}`),
    ],
  };
}

/** One row for each node that sent, got or mediated a payment in a replication. */
export function nodesTable(points: readonly PointRows[]): FigureTable {
  const rows = usesOf(points, ({ nodes }) => Object.entries(nodes));
  return {
    columns: [
      ...placesOf(rows),
      { name: 'node', says: 'the node', kind: 'text', values: rows.map(({ use: [node] }) => node) },
      {
        name: 'mediated',
        says: 'payments of others that it passed on',
        kind: 'count',
        values: rows.map(({ use: [, { mediated }] }) => mediated),
      },
      {
        name: 'earned',
        says: `fees that it kept, ${AMOUNT}`,
        kind: 'text',
        values: rows.map(({ use: [, { earned }] }) => `${earned}`),
      },
      {
        name: 'paid',
        says: `fees of its own payments, ${AMOUNT}`,
        kind: 'text',
        values: rows.map(({ use: [, { paid }] }) => `${paid}`),
      },
    ],
  };
}

interface Placed<Use> {
  readonly point: number;
  readonly replication: number;
  readonly use: Use;
}

function usesOf<Use>(
  points: readonly PointRows[],
  find: (row: Replication) => readonly Use[],
): readonly Placed<Use>[] {
  return points.flatMap(({ rows }, point) =>
    rows.flatMap((row, index) => find(row).map((use) => ({ point: point + 1, replication: index + 1, use }))),
  );
}

function placesOf(rows: readonly Placed<unknown>[]): readonly FigureColumn[] {
  return (['point', 'replication'] as const).map((name) => ({
    name,
    says: 'as in the results',
    kind: 'count',
    values: rows.map((row) => row[name]),
  }));
}

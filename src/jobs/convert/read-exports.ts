import { InputError } from '../../errors.ts';
import { csvRow, SEPARATOR_LINE } from '../../model/csv-cells.ts';
import { isAddress, spelled } from '../../model/network/address.ts';
import { readTrace } from '../../scenario/trace/read-trace.ts';
import { OTHER_GRAPH } from '../../topology/formats/edge-list.ts';
import { holdsGraphColumns } from '../../topology/formats/graph-csv.ts';
import { holdsGraph } from '../../topology/formats/graph-reader.ts';
import { PLAIN_GRAPH } from '../../topology/formats/graph-kinds.ts';
import { parsedJson } from '../../topology/formats/json-fault.ts';
import { type GraphSource, readGraph } from '../../topology/formats/read-graph.ts';
import { namesIn } from '../../topology/formats/unused-fields.ts';
import { CLN_EXPORTS } from './cln-exports.ts';
import { type ExportFile, type ExportFormat, type NodeExport, rounded, told } from './export-format.ts';
import { LND_EXPORTS } from './lnd-exports.ts';
import { RAIDEN_EXPORTS } from './raiden-exports.ts';

// Lists in files of nodes and of graphs; each file has one or two of them.
const LISTS = namesIn('channels forwarding_events channel_fees forwards nodes edges links sim_network');

const FORMATS: readonly ExportFormat[] = [...LND_EXPORTS, ...CLN_EXPORTS, ...RAIDEN_EXPORTS];

/** The names that files have for columns of payments and of graphs, by ours. */
export type ColumnNames = Readonly<Record<string, string>>;

/** How a table of payments differs from ours. */
interface PaymentTable {
  readonly columns: ColumnNames;
  /** Absent: a table of ours, in units of the token. */
  readonly kind?: string;
  readonly succeeded?: string;
}

// https://github.com/bitcoin-dev-project/sim-ln, https://github.com/marcono/cloth: amounts in millisatoshi.
const PAYMENT_TABLES = [
  ['payments of SimLN', 'Success', 'dispatch_time source destination amount_msat payment_outcome'],
  ['payments of CLoTH', '1', 'start_time sender_id receiver_id amount is_success'],
].map(([kind = '', succeeded = '', names = '']) => {
  const [at_ms = '', from = '', to = '', amount = '', outcome = ''] = names.split(' ');
  return { kind, succeeded, columns: { at_ms, from, to, amount, outcome } };
});

/** All kinds of files that are recognised by what they hold. */
export const EXPORT_KINDS: readonly string[] = [
  ...FORMATS.map(({ kind }) => kind),
  'lncli describegraph',
  'lightning-cli listchannels',
  'sim_network of SimLN',
  'graphs as JSON, GraphML, GEXF, CSV or an edge list',
  'CSV of payments, of SimLN and CLoTH too',
];

/** Reads a file that a node or a simulation has written. Throws InputError. */
export function readExport(given: ExportFile, columns: ColumnNames = {}): NodeExport {
  const source = { ...given, text: given.text.replace(/^\uFEFF/, '') };
  const { file, text } = source;
  const refusal = (message: string): InputError =>
    new InputError({ place: { file }, message, hint: `Known are ${EXPORT_KINDS.join(', ')}.` });
  if (text.trim() === '') throw refusal('found nothing in it, expected what a node has exported');
  if (/^\s*</.test(text)) return graphOf({ ...source, format: 'gexf' });
  if (!/^\s*[[{]/.test(text)) return tableOf(source, columns);
  const root = parsedJson(source);
  const format = FORMATS.find(({ holds }) => holds(root as object));
  if (format !== undefined)
    return { token: RAIDEN_EXPORTS.includes(format) ? 'TOK' : 'SAT', ...format.read(source, root as object) };
  // Nodes may write null where a list has no entries.
  const lists = Array.isArray(root)
    ? [['entries', root] as const]
    : Object.entries(root as object).filter(([name]) => LISTS.has(name));
  const empty = lists.filter(([, list]) => list === null || (list as readonly unknown[]).length === 0);
  if (lists.length > 0 && empty.length === lists.length)
    return { kind: `an empty list of ${empty.map(([name]) => name).join(' and ')} (${file})` };
  if (holdsGraph(root) || empty.length > 0) return graphOf({ ...source, format: 'graphology' });
  // Six fields show what a file is.
  const fields = Object.keys((Array.isArray(root) ? root[0] : root) ?? {}).slice(0, 6);
  throw refusal(
    `found the fields ${fields.join(', ') || '(none)'}, expected a known export; export graphs as GEXF`,
  );
}

function graphOf(source: GraphSource): NodeExport {
  const graph = readGraph(source);
  const { kind = PLAIN_GRAPH } = graph;
  return {
    kind: kind.name,
    // All other kinds of graphs are of Lightning, which counts satoshi.
    ...(kind === PLAIN_GRAPH ? {} : { token: 'SAT' as const }),
    graph: { ...graph, source },
  };
}

/** Payments that somebody wrote down, or the channels of a graph. */
function tableOf(source: ExportFile, columns: ColumnNames): NodeExport {
  const first = source.text.split('\n', 2).find((line) => !SEPARATOR_LINE.test(line)) ?? '';
  const header = csvRow(first);
  const ofPayments = (names: ColumnNames): ColumnNames =>
    Object.fromEntries(Object.entries(names).filter(([meaning]) => PAYMENT_COLUMNS.has(meaning)));
  const has = ({ outcome: _outcome, ...names }: ColumnNames): boolean =>
    Object.keys(names).length > 0 && Object.values(names).every((name) => header.includes(name));
  if (has(ofPayments(columns))) return paymentsOf(source, header, { columns: ofPayments(columns) });
  const table = PAYMENT_TABLES.find((each) => has(each.columns));
  if (table !== undefined) {
    const { outcome, ...others } = table.columns;
    return paymentsOf(source, header, {
      ...table,
      columns: header.includes(outcome) ? table.columns : others,
    });
  }
  const graphColumns = Object.fromEntries(
    Object.entries(columns).filter(([, name]) => header.includes(name)),
  );
  // A table of payments has a moment or an amount, and one more column of theirs.
  const known = header.map((name) => name.toLowerCase()).filter((name) => PAYMENT_COLUMNS.has(name));
  const isTimed = known.some(isMoment) && !/capacity/i.test(first);
  const holdsPayments = known.length > 1 && (known.includes('amount') || isTimed);
  if (has(graphColumns) || (holdsGraphColumns(header) && !holdsPayments))
    return graphOf({ ...source, format: 'csv', columns: graphColumns });
  if (header.join() === 'id') return { kind: 'nodes of CLoTH, which its edges name' };
  if (EDGE_LINE.test(first) || OTHER_GRAPH.test(source.text))
    return graphOf({ ...source, format: 'edge-list' });
  if (['from', 'to', 'amount'].every((name) => known.includes(name)) && known.some(isMoment))
    return paymentsOf(source, header, { columns: {} });
  throw new InputError({
    place: { file: source.file, line: 1 },
    message: `found the header "${header.join()}", expected at, from, to and amount of payments in it, or source, target and capacity of channels`,
    hint: 'Name its columns: --columns at=Time,from=Payer,to=Payee,amount=Sum, or --columns source=A,target=B,capacity=C.',
  });
}

// The first line of an edge list: a comment, two names, or two names and what their channel has.
const EDGE_LINE =
  /^\s*(?:[#%]|[^\s,;]+[ \t]+[^\s,;]+(?:\s*$|[ \t]+[{\d])|[^,;]+[,;][^,;]+[,;][\d.]+(?:[eE]\+?\d+)?\s*$)/;

const isMoment = (name: string): boolean => name === 'at' || name === 'at_ms';

const PAYMENT_COLUMNS: ReadonlySet<string> = new Set(['at', 'at_ms', 'from', 'to', 'amount', 'outcome']);

// Names of a payment or of its parts, which say nothing of its course.
const IDLE_COLUMNS: ReadonlySet<string> = new Set(['', 'id', 'hash', 'htlc_count', 'identifier', 'token']);

function paymentsOf(source: ExportFile, header: readonly string[], table: PaymentTable): NodeExport {
  const { kind, ...dialect } = table;
  let zoneless = 0;
  const trace = readTrace({
    file: source.file,
    format: 'csv',
    names: {},
    lines: (onLine) => source.text.split('\n').forEach((line, index) => onLine(line, index + 1)),
    dialect: { ...dialect, onZoneless: () => (zoneless += 1) },
  });
  const perUnit = kind === undefined ? 1n : 1000n;
  const payments = trace.all();
  const token = spelled(payments[0]?.token ?? '');
  const columns = Object.values(dialect.columns);
  // A column of ours that another name stands for means nothing.
  const idle = [...IDLE_COLUMNS, ...PAYMENT_COLUMNS].filter((name) => !(name in dialect.columns));
  // Where a header has `amount` and `Amount`, the first is read and the second is not.
  const read = (name: string): string => (header.includes(name.toLowerCase()) ? name : name.toLowerCase());
  const aside = header.filter((name) => !columns.includes(name) && !idle.includes(read(name)));
  return {
    kind: kind ?? 'CSV of payments',
    ...(kind === undefined ? {} : { token: 'SAT' as const }),
    payments: payments.map(({ atMs, node, target, amount, outcome }) => ({
      unixMs: trace.firstMs + atMs,
      from: { kind: 'node', key: spelled(node) },
      to: { kind: 'node', key: spelled(target) },
      amount: amount / perUnit,
      succeeded: outcome === undefined ? undefined : outcome === 'succeeded',
      ...(isAddress(token) ? { token } : {}),
    })),
    notes: [
      ...told('dates of payments without a time zone, taken as UTC', zoneless),
      ...rounded('amounts of payments', kind === undefined ? [] : payments.map(({ amount }) => amount)),
      ...(aside.length === 0 ? [] : [`columns of payments left aside: ${aside.join(', ')}`]),
    ],
  };
}

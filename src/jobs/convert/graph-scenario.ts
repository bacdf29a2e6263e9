import { spelled } from '../../model/network/address.ts';
import { InputError } from '../../errors.ts';
import { type Amount, larger } from '../../model/network/amount.ts';
import { counted } from '../../report/words/number-format.ts';
import { structureOf } from '../../topology/formats/graph-structure.ts';
import { medianOf } from '../../topology/formats/policy-fees.ts';
import { type ExportedGraph, type NodeExport, told } from './export-format.ts';
import { distinctPayments, placePayments } from './join-exports.ts';
import { CONVERTED_FILES, type Converted, paymentTable, typicalCapacity } from './own-scenario.ts';

// Other formats are called after their ending.
const ENDINGS: Readonly<Record<string, string>> = { graphology: 'json', 'edge-list': 'edgelist' };

/** A scenario about all nodes of a graph, with the payments that were recorded. Throws InputError. */
export function graphScenario(exports: readonly NodeExport[], name = 'network'): Converted {
  const graph = onlyGraph(exports);
  const { nodes, channels, notes } = structureOf(graph);
  const ids = new Set(graph.channels.map(({ id }) => id));
  const beside = exports.flatMap((each) => each.graph?.channels ?? []).filter(({ id }) => !ids.has(id));
  const names = new Map(nodes.map(({ name: written }) => [spelled(written), written]));
  const token = exports.find((each) => each.token !== undefined)?.token ?? 'TOK';
  const distinct = distinctPayments(exports);
  const placed = placePayments(distinct.payments, {
    nameOf: (party) => (party.kind === 'node' ? names.get(party.key) : undefined),
    unit: token,
  });
  const drawn = channels.filter(({ deposits: ends }) => ends?.includes(undefined) ?? true).length;
  const file = `network.${ENDINGS[graph.source.format] ?? graph.source.format}`;
  const { payments } = placed;
  const { columns = {} } = graph.source;
  const known = channels.flatMap(({ capacity, deposits: [one, other] = [undefined, undefined] }) =>
    one === undefined || other === undefined ? (capacity ?? []) : one + other,
  );
  const unknown = channels.length - known.length;
  const text = [
    `question: How many payments succeed in ${name}?`,
    'seed: 1',
    '',
    `tokens: [{name: ${token}}]`,
    '',
    'network:',
    `  topology: {snapshot: {file: ${file}${Object.keys(columns).length === 0 ? '' : `, columns: ${JSON.stringify(columns)}`}}}`,
    ...(unknown === 0
      ? []
      : typicalCapacity('For channels without a capacity in the file: the median of the known ones.', known)),
    ...(drawn === 0 ? [] : ['  # The file does not say what each end holds.', '  split: uniform']),
    ...(token === 'SAT' ? ['', 'protocol: {kind: instant}'] : []),
    '',
    ...(payments.length === 0
      ? inventedTraffic(known)
      : ['recorded:', `  - {file: ${CONVERTED_FILES.payments}}`]),
    '',
  ].join('\n');
  return {
    files: {
      [file]: graph.source.text,
      ...(payments.length === 0 ? {} : { [CONVERTED_FILES.payments]: paymentTable(payments) }),
      [`${name}.yaml`]: text,
    },
    summary: `${name}: ${counted(nodes.length, 'node')}, ${counted(channels.length, 'channel')}, ${counted(payments.length, 'payment')}`,
    next: { does: 'Run it', command: 'simulate', file: `${name}.yaml` },
    notes: [
      ...exports.flatMap((each) => each.notes ?? []),
      ...distinct.notes,
      ...(notes ?? []),
      ...told('channels that only a file beside the edges of CLoTH has, left aside', beside.length),
      ...told('channels without a capacity, drawn', unknown),
      ...told('channels whose balances are drawn', drawn),
      ...placed.notes,
      ...(payments.length === 0 ? ['no payments are given: the scenario draws 1,000'] : []),
    ],
  };
}

// Payments of a hundredth of a typical channel.
function inventedTraffic(capacities: readonly Amount[]): readonly string[] {
  const median = capacities.length === 0 ? 10n : larger(1n, medianOf(capacities) / 100n);
  return [
    'traffic:',
    '  - arrivals: {poisson: {perSecond: 1}}',
    '    count: 1_000',
    `    amounts: {lognormal: {median: ${median}, sigma: 1}}`,
    '    pairs: uniform',
  ];
}

/** The graph of these files; of CLoTH, whose edges say more than its channels, the edges. */
function onlyGraph(exports: readonly NodeExport[]): ExportedGraph {
  const graphs = exports.flatMap(({ graph }) => (graph?.channels.length ? graph : []));
  const withBalances = graphs.filter(({ kind }) => kind?.ownBalance !== undefined);
  const [graph, ...others] = withBalances.length > 0 ? withBalances : graphs;
  if (graph !== undefined && others.length === 0) return graph;
  throw new InputError({
    message:
      graph === undefined
        ? `found no channels in ${exports.map(({ kind }) => kind).join(', ')}`
        : `found ${graphs.length} graphs (${graphs.map(({ source }) => source.file).join(', ')}), expected one`,
    hint: 'Give the channels of one node (lncli listchannels, lightning-cli listpeerchannels, GET /channels), or one graph.',
  });
}

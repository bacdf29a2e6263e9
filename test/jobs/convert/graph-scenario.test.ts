import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { assembleNetwork } from '../../../src/jobs/assemble.ts';
import { graphScenario } from '../../../src/jobs/convert/graph-scenario.ts';
import { CONVERTED_FILES } from '../../../src/jobs/convert/own-scenario.ts';
import { readExport } from '../../../src/jobs/convert/read-exports.ts';
import { ANN, BEN, exportOf, ME, scenarioOf } from './exported.ts';

const sum = (msat: number) => ({ amount_msat: msat, base_fee_millisatoshi: 1000, fee_per_millionth: 1 });
const listed = [
  { source: ANN, destination: BEN, short_channel_id: '1', ...sum(5000) },
  { source: BEN, destination: ANN, short_channel_id: '1', ...sum(5000) },
];
const SPELLINGS = [
  '0xf149407144af2c511d5e657475821824dbfea33d',
  '0xF149407144af2c511D5E657475821824DBFea33D',
] as const;
const simlnCsv = [
  'source,destination,amount_msat,hash,dispatch_time,htlc_count,payment_outcome',
  `${ANN},${BEN},2500,aa,1700000000000,1,Success`,
  `${BEN},${ANN},999,bb,1700000000500,1,Success`,
  `${BEN},${ANN},3000,Unknown,1700000001000,0,RouteNotFound`,
  `${BEN},${ME},3000,cc,1700000001000,1,Success`,
].join('\n');

it('becomes a scenario about a whole graph where no channels of one node are given', () => {
  const exports = [exportOf({ channels: listed }), readExport({ file: 'pay.csv', text: simlnCsv })];
  const { files, notes } = graphScenario(exports);
  const network = assembleNetwork(scenarioOf(files));
  expect([network.order, network.size]).toEqual([2, 1]);
  expect(network.getNodeAttribute(ANN, 'fees')?.SAT).toMatchObject({
    flatThousandths: 500,
    proportionalPpm: 0.5,
  });
  expect(files[CONVERTED_FILES.payments]?.split('\n').slice(1, 3)).toEqual([
    `0,${ANN},${BEN},2,succeeded`,
    `1,${BEN},${ANN},3,failed`,
  ]);
  expect(notes).toEqual([
    'amounts of payments rounded down to whole satoshi: 2',
    'channels whose balances are drawn: 1',
    'left out: 1 payment of less than one SAT',
    'left out: 1 payment with nodes of which no channel is known',
  ]);
});

const nodeLink = { nodes: [{ id: 'a' }, { id: 'b' }], links: [{ source: 'a', target: 'b', capacity: 9 }] };

type ReadGraph = Partial<Record<'held' | 'written', string>> &
  Record<'notes', readonly string[]> & { readonly file: unknown; readonly beside?: readonly string[] };

const GRAPHS: readonly ReadGraph[] = parse(readFileSync(new URL('graphs.yaml', import.meta.url), 'utf8'));

it.each(GRAPHS)('a graph says what of it is not taken as it stands: $what', (given) => {
  const { file, notes, held = '', beside = [], written = '' } = given;
  const reads = [file, ...beside].map(exportOf);
  const amounts = reads[0]?.graph?.channels.map(({ deposits, capacity }) => String(deposits ?? capacity));
  expect(amounts?.join(' ')).toContain(held);
  const invented = reads.some(({ payments }) => payments)
    ? []
    : ['no payments are given: the scenario draws 1,000'];
  const scenario = graphScenario(reads);
  expect(scenario.notes).toEqual([...notes, ...invented]);
  expect(scenario.files[CONVERTED_FILES.payments] ?? '').toContain(written);
});

it('reads payments of one token, whose address tells it from others', () => {
  const [token, checksum] = SPELLINGS;
  const read = (...tokens: readonly string[]) =>
    readExport({
      file: 'p.csv',
      text: `at,from,to,amount,token${tokens.map((each) => `\n1,a,b,5,${each}`).join('')}`,
    });
  expect(read(token, checksum).payments?.[1]?.token).toBe(checksum);
  expect(read('EURT').payments?.[0]?.token).toBeUndefined();
  expect(() => read('EURT', 'WIZ')).toThrow('p.csv:3:9: found "WIZ", expected the token EURT');
});

it.each(['at,from,to,amount,note\n0,a,b,9,"two\nlines"\n', 'source,target,capacity,note\na,b,9,"two\n"\n'])(
  'a cell with a line break is refused: %j',
  (text) => {
    expect(() => readExport({ file: 'table.csv', text })).toThrow('table.csv:2:1: found a quote');
  },
);

it.each(SPELLINGS)('finds the payments of addresses that the graph writes as %s', (written) => {
  const { files, notes } = graphScenario([
    readExport({ file: 'graph.csv', text: `source,target,capacity\n${written},hub,100` }),
    readExport({ file: 'payments.csv', text: `at,from,to,amount\n0,${SPELLINGS.join(',hub,3\n1,')},hub,4` }),
  ]);
  expect(notes.join()).not.toContain('left out');
  expect(files[CONVERTED_FILES.payments]).toBe(`at,from,to,amount\n0,${written},hub,3\n1,${written},hub,4\n`);
  expect(scenarioOf(files).recorded?.[0]?.payments).toHaveLength(2);
});

it('leaves a column aside whose meaning another column has by `columns`', () => {
  const source = { file: 'payments.csv', text: 'Time,Amount,from,to,Sum\n1,9,a,b,5\n' };
  const { payments, notes } = readExport(source, { at: 'Time', amount: 'Sum' });
  expect([payments?.[0]?.amount, notes]).toEqual([5n, ['columns of payments left aside: Amount']]);
});

it.each([
  [[nodeLink, nodeLink], '2 graphs (x.json, x.json)'],
  [['source,target,capacity\n'], 'found no channels in graph'],
])('refuses files of which not exactly one is a graph with channels: %j', (files, told) => {
  expect(() => graphScenario(files.map(exportOf))).toThrow(told);
});

it('reads tables with a first line of Excel, capitals and empty columns', () => {
  const { summary } = graphScenario([
    readExport({ file: 'graph.csv', text: 'sep=;\r\nsource;target;capacity;;\r\na;b;9;;\r\n' }),
    readExport({ file: 'payments.csv', text: 'sep=;\r\nAt;From;To;Amount;\r\n0;a;b;9;\r\n' }),
  ]);
  expect(summary).toBe('network: 2 nodes, 1 channel, 1 payment');
});

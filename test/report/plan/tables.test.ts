import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { describe, expect, it } from 'vitest';
import { plan } from '../../../src/jobs/plan/plan.ts';
import { replicationSeed } from '../../../src/jobs/plan/laboratory.ts';
import { endsTable, nodesTable, resultsTable } from '../../../src/report/plan/plan-tables.ts';
import { type FigureTable, tableCsv, tableParquet } from '../../../src/report/plan/figure-table.ts';

const SOURCE = {
  file: 'line.yaml',
  text: `
question: What do tables hold?
seed: 4
network: {topology: {line: {nodes: 3}}, capacity: 100}
traffic: [{arrivals: {poisson: {perSecond: 1}}, count: 6, amounts: {uniform: {min: 1, max: 60}}}]
plan: {replications: 2, vary: {network.settleTimeout: [500, 600]}}
`,
  readFile: () => '',
};

// The most that a token contract can hold.
const MOST = 2n ** 256n - 1n;

const made = plan({ source: SOURCE });

type Row = Readonly<Record<string, string | number | null>>;

async function readBack(table: FigureTable): Promise<readonly Row[]> {
  const bytes = await tableParquet(table);
  return (await parquetReadObjects({ file: bytes.buffer as ArrayBuffer })) as readonly Row[];
}

describe('the tables of a plan', () => {
  it('hold the same in CSV and in Parquet', async () => {
    const table = resultsTable((await made).points, (index) => replicationSeed('4', index));
    const rows = await readBack(table);
    const csv = tableCsv(table)
      .trimEnd()
      .split('\r\n')
      .map((line) => line.split(','));
    expect(rows).toHaveLength(4);
    expect([
      Object.keys(rows[0] ?? {}),
      ...rows.map((row) => Object.values(row).map((value) => String(value ?? ''))),
    ]).toEqual(csv);
    expect(rows[2]).toMatchObject({
      point: 2,
      'network.settleTimeout': '600',
      replication: 1,
      seed: '4.1',
      payments: 6,
    });
  });

  it('lose no unit of amounts up to 2^256 - 1', async () => {
    const { points, network } = await made;
    const [point] = points;
    const [row] = point?.rows ?? [];
    const [end] = row?.ends ?? [];
    if (point === undefined || row === undefined || end === undefined) throw new Error('nothing was used');
    const ends = [{ ...end, netSent: -MOST, lackedAmount: MOST - 1n }];
    const nodes = { n2: { mediated: 1, earned: MOST, paid: 2n ** 200n + 1n } };
    const huge = [{ ...point, rows: [{ ...row, ends, nodes }] }];
    const { channel, node } = end;
    const partner = network.opposite(node, channel);
    expect(await readBack(endsTable(huge, network))).toMatchObject([
      {
        point: 1,
        replication: 1,
        channel,
        node,
        partner,
        net_sent: `${-MOST}`,
        lacked_amount: `${MOST - 1n}`,
      },
    ]);
    expect(await readBack(nodesTable(huge))).toMatchObject([
      { point: 1, replication: 1, node: 'n2', mediated: 1, earned: `${MOST}`, paid: `${2n ** 200n + 1n}` },
    ]);
  });

  it('say in the file what each column holds', async () => {
    const table = resultsTable((await made).points, () => 'seed');
    const { key_value_metadata: says = [] } = parquetMetadata(
      (await tableParquet(table)).buffer as ArrayBuffer,
    );
    expect(says).toContainEqual({ key: 'first_drained_s', value: expect.stringContaining('fell below 5 %') });
    expect(says).toHaveLength(table.columns.length);
  });

  it('have the same bytes for the same figures', async () => {
    const { points, network } = await made;
    expect(await tableParquet(endsTable(points, network))).toEqual(
      await tableParquet(endsTable(points, network)),
    );
  });

  it('leave a cell empty, or null, where a run has no such figure', async () => {
    const table: FigureTable = {
      columns: [{ name: 'a', says: '', kind: 'number', values: [1.5, undefined] }],
    };
    expect(tableCsv(table)).toBe('a\r\n1.5\r\n\r\n');
    expect(await readBack(table)).toEqual([{ a: 1.5 }, { a: null }]);
  });
});

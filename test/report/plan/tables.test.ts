import { describe, expect, it } from 'vitest';
import { plan } from '../../../src/jobs/plan/plan.ts';
import { replicationSeed } from '../../../src/jobs/plan/laboratory.ts';
import { resultsTable, tableCsv } from '../../../src/report/plan/plan-tables.ts';

const SOURCE = {
  file: 'line.yaml',
  text: `
question: What do tables hold?
seed: 4
network: {topology: {line: {nodes: 3}}, capacity: 100}
traffic: [{arrivals: {poisson: {perSecond: 1}}, count: 6, amounts: {uniform: {min: 1, max: 60}}}]
plan: {replications: 2, vary: {network.settleTimeout: [500, 600]}}
`,
};

describe('the tables of a plan', () => {
  it('have a row for each replication of each point, with its setting and seed', async () => {
    const { points } = await plan({ source: SOURCE });
    const csv = tableCsv(resultsTable(points, (index) => replicationSeed('4', index)));
    const [header, ...rows] = csv.trimEnd().split('\r\n');
    expect(header).toMatch(/^point,network\.settleTimeout,replication,seed,/);
    expect(rows.map((row) => row.split(',').slice(0, 4).join())).toEqual([
      '1,500,1,4.1',
      '1,500,2,4.2',
      '2,600,1,4.1',
      '2,600,2,4.2',
    ]);
    expect(header?.split(',').indexOf('payments')).toBeGreaterThan(3);
  });

  it('leave a cell empty where a run has no such figure', () => {
    expect(tableCsv([{ name: 'a', values: [1.5, undefined] }])).toBe('a\r\n1.5\r\n\r\n');
  });

  it('keep names that a spreadsheet would compute as texts', () => {
    const values = ['=1+1', '@SUM(A1)', '-cmd|x', '+49', -5, '-5,000.5', 'hub'];
    expect(tableCsv([{ name: 'node', values }]).split('\r\n')).toEqual([
      'node',
      "'=1+1",
      "'@SUM(A1)",
      "'-cmd|x",
      '+49',
      '-5',
      '"-5,000.5"',
      'hub',
      '',
    ]);
  });
});

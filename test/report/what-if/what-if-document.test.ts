import { describe, expect, it } from 'vitest';
import { comparePayments, whatIfOf } from '../../../src/report/what-if/what-if.ts';
import { simulate } from '../../../src/jobs/simulate.ts';
import type { Run } from '../../../src/model/run/run.ts';
import { scenarioFrom, stepsIn } from '../../jobs/scenario-text.ts';
import { whatIfText } from '../../../src/report/what-if/what-if-document.ts';
import { busyRun } from '../../fixtures/busy-runs.ts';
import { NO_ROUTE, payment, smallReplay, smallRun } from '../../fixtures/example-runs.ts';
import { loadRun } from '../../fixtures/load-runs.ts';
import { steppedRun } from '../../fixtures/stepped-run.ts';
import { Figures } from '../../../src/report/figures/figures.ts';

describe('whatIfText', () => {
  it('lists every changed figure; all else fits a screen of 24 lines, however narrow the window is', () => {
    for (const width of [60, 80, 200])
      for (const runs of [
        { a: busyRun(), b: smallRun() },
        { a: steppedRun({ partial: true }), b: busyRun() },
        { a: smallRun({ records: [] }), b: smallRun({ records: [] }) },
      ]) {
        const whatIf = whatIfOf(runs);
        const lines = whatIfText(whatIf, { color: false, width }).split('\n');
        const changed = whatIf.metrics.filter(({ difference }) => difference !== 0).length;
        expect(lines.length - changed).toBeLessThanOrEqual(23);
        for (const line of lines) expect(line.length, line).toBeLessThanOrEqual(width);
      }
  });

  it('names another figure that changed where success did not', async () => {
    const [a, b] = [await paid({ fee: 1 }), await paid({ fee: 3 })];
    const text = whatIfText(whatIfOf({ a, b }), { color: false, width: 300 });
    expect(text).toContain(
      'Success is 66.7 % in both. Fees, as a share of the amounts paid: 2 % in A, 6 % in B.',
    );
  });

  it('names among the changes that one run asked simulated nodes and the other did not', () => {
    const [a, b] = [smallReplay(), smallReplay()];
    const whatIf = whatIfOf({ a: { ...a, header: { ...a.header, sandbox: true } }, b });
    expect(whatIf.changes).toEqual([{ path: 'nodes', a: 'simulated (--sandbox)', b: 'listed (--nodes)' }]);
  });

  it('names among the changes a kind that has no settings of its own', async () => {
    const [a, b] = await Promise.all(['equal', 'uniform'].map(splitBy));
    expect(a && b && whatIfOf({ a, b }).changes).toEqual([
      { path: 'network.split', a: 'equal', b: 'uniform' },
    ]);
  });

  it('names among the changes what loads were asked', () => {
    const [a, b] = [loadRun(), loadRun()];
    const hurried = { ...b, load: { ...b.load, spec: { ...b.load.spec, deadlineMs: 5 } } };
    expect(whatIfOf({ a, b: hurried }).changes).toEqual([{ path: 'load.deadline', a: '300s', b: '5ms' }]);
  });
});

const splitBy = (split: string): Promise<Run> =>
  simulate({
    scenario: scenarioFrom(stepsIn(`{line: {nodes: 2}}`, [], { network: `capacity: 9, split: ${split}` })),
  });

function paid({ fee }: { readonly fee: number }): Promise<Run> {
  return simulate({
    scenario: scenarioFrom(`
question: What does the hub earn?
seed: 1
network:
  topology: {channels: [{between: [ann, hub], deposits: [9_000, 0]}, {between: [hub, shop], deposits: [250, 0]}]}
  fees: {flat: ${fee}}
steps:
  - pay: {from: ann, to: shop, amount: 100, times: 3}
`),
  });
}

const compared = (a: Run, b: Run) => comparePayments({ a: new Figures(a), b: new Figures(b) });

describe('the payments of two simulations', () => {
  it('are paired though a step before them gave them other numbers', () => {
    const run = smallRun();
    const renumbered = run.records.map((record) => ({
      ...record,
      operation: { ...record.operation, id: record.operation.id + 7 },
    }));
    const { plan, pairs } = compared(run, smallRun({ records: renumbered }));
    expect(plan).toEqual({ kind: 'same', shared: 5, onlyA: 0, onlyB: 0 });
    expect(pairs).toEqual({ both: 3, onlyA: 0, onlyB: 0, neither: 2, changed: [] });
  });

  it('are paired as far as one seed gives both the same', () => {
    const run = smallRun();
    const longer = [...run.records, payment(5, { path: ['alice', 'bob'], amount: 1n })];
    const { plan, pairs } = compared(run, smallRun({ records: longer }));
    expect(plan).toEqual({ kind: 'partly', shared: 5, onlyA: 0, onlyB: 1 });
    expect(pairs?.both).toBe(3);
  });

  it('are not paired by chance: under another seed the moment must be the same too', () => {
    const run = smallRun();
    const seeded = (records: Run['records']) => smallRun({ header: { ...run.header, seed: '43' }, records });
    const later = run.records.map((record) => ({
      ...record,
      operation: { ...record.operation, atMs: record.operation.atMs + 1 },
    }));
    expect(compared(run, seeded(later))).toMatchObject({ plan: { kind: 'another', shared: 0 }, pairs: null });
    expect(compared(run, seeded(run.records)).plan.kind).toBe('same');
  });

  it('have changed when they ended otherwise, or failed for another reason', () => {
    const records = smallRun().records.map((record) => {
      if (record.operation.id === 0) return { ...record, outcome: NO_ROUTE };
      if (record.operation.id === 2)
        return { ...record, outcome: { ...NO_ROUTE, reason: 'lock-expired' as const } };
      return record;
    });
    const { pairs } = compared(smallRun(), smallRun({ records }));
    expect(pairs).toMatchObject({ both: 2, onlyA: 1, onlyB: 0, neither: 2 });
    expect(pairs?.changed).toEqual([
      {
        operations: { a: 0, b: 0 },
        payment: 'alice pays shop 40 DAI',
        a: 'succeeded',
        b: 'no-route',
      },
      {
        operations: { a: 2, b: 2 },
        payment: 'alice pays shop 60 DAI',
        a: 'no-route',
        b: 'lock-expired',
      },
    ]);
  });
});

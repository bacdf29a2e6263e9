import { describe, expect, it } from 'vitest';
import { Figures } from '../../../src/report/figures/figures.ts';
import { comparePayments } from '../../../src/report/what-if/what-if.ts';
import type { Run } from '../../../src/model/run/run.ts';
import { NO_ROUTE, payment, smallRun } from '../../fixtures/example-runs.ts';

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

import { describe, expect, it } from 'vitest';
import type { OperationRecord, Outcome, Resolution } from '../../../src/model/run/operation.ts';
import { textSummary } from '../../../src/report/sections/run-document.ts';
import {
  DIFFERENCE,
  exampleScenario,
  expectations,
  payment,
  smallReplay,
  smallRun,
} from '../../fixtures/example-runs.ts';

const PLAIN = { color: false, width: 80, reportPath: 'reports/corner-shop/42/report.html' };

describe('textSummary', () => {
  it('is the golden text of the small run', async () => {
    await expect(`${textSummary(smallRun(), PLAIN)}\n`).toMatchFileSnapshot('../golden/small-run.txt');
  });

  it('is the golden text of the small replay', async () => {
    await expect(`${textSummary(smallReplay(), PLAIN)}\n`).toMatchFileSnapshot('../golden/small-replay.txt');
  });

  it('fits a screen of 24 lines and 80 columns however much went wrong', () => {
    const lines = textSummary(worstReplay(), PLAIN).split('\n');
    expect(lines.length).toBeLessThanOrEqual(24);
    // A link or command is never cut: what is pasted must work.
    for (const line of lines) if (!/curl|http/.test(line)) expect(line.length, line).toBeLessThanOrEqual(80);
    expect(lines.join('\n')).toMatch(/and 29 more/);
  });

  it('tells payments that are still on their way from those of which nothing is known', () => {
    const open = (id: number, resolved: Resolution): OperationRecord => {
      const outcome: Outcome = { kind: 'indeterminate', cause: 'deadline', detail: '', resolved };
      return payment(id, { path: ['alice', 'bob'], amount: 5n, outcome });
    };
    const text = (...resolved: readonly Resolution[]): string =>
      textSummary(smallRun({ records: resolved.map((one, id) => open(id, one)) }), PLAIN);
    expect(text('pending', 'pending')).toContain('0 of 2; 0 failed, 2 pending\n');
    expect(text('pending', 'unknown')).toContain('0 of 2; 0 failed, 1 pending, 1 indeterminate\n');
    expect(text('unknown')).toContain('0 of 1; 0 failed, 1 indeterminate\n');
  });

  it('fits a window of 60 columns', () => {
    const lines = textSummary(smallRun(), { ...PLAIN, width: 60 }).split('\n');
    for (const line of lines) expect(line.length, line).toBeLessThanOrEqual(60);
  });

  it('uses colour only when asked to, and never lets a scenario do so', () => {
    const hostile = smallRun({
      header: { ...smallRun().header, scenario: exampleScenario({ question: 'red \u001B[31m?' }) },
    });
    expect(textSummary(hostile, PLAIN)).not.toContain('\u001B');
    expect(textSummary(hostile, { ...PLAIN, color: true })).toContain('\u001B[1m');
    expect(textSummary(hostile, { ...PLAIN, color: true })).not.toContain('\u001B[31m?');
  });

  it('says in words that there were no payments', () => {
    expect(textSummary(smallRun({ records: [] }), PLAIN)).toMatch(/Asked +0 · no payments/);
  });
});

const REASONS = ['no-route', 'lock-expired', 'target-offline', 'canceled', 'other'] as const;

function worstReplay() {
  const replay = smallReplay();
  const finding = { ...DIFFERENCE, title: 'long '.repeat(40), predicted: 'x'.repeat(300) };
  const [first] = replay.records;
  if (!first) throw new Error('the small replay has records');
  return smallReplay({
    header: {
      ...replay.header,
      scenario: exampleScenario({
        question: 'Why '.repeat(100),
        expect: expectations(...Array.from({ length: 12 }, (_, index) => `success_rate > ${index + 2}`)),
      }),
    },
    records: REASONS.map((reason, id) => ({
      ...first,
      operation: { ...first.operation, id },
      outcome: { kind: 'failed', status: 409, reason, message: '' },
    })),
    comparison: {
      operations: [],
      general: Array.from({ length: 30 }, () => finding),
      counts: { agrees: 0, differs: 30, indeterminate: 0, 'allowed-by-concurrency': 0 },
      differences: 30,
    },
  });
}

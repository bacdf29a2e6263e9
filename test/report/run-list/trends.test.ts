import { expect, it } from 'vitest';
import { INDEX_ENTRY, runEntry } from '../../../src/report/run-list/index-entry.ts';
import { listedRun } from '../../../src/report/run-list/listed-runs.ts';
import { trendsSection } from '../../../src/report/run-list/trends.ts';
import type { ListedRun } from '../../../src/web/runs/listed-run.ts';

it('marks where nodes of a list were asked in place of simulated ones', () => {
  const told = JSON.stringify(trendsSection([replayed(2, false), replayed(1, true)]));
  expect(told).toContain('nodes simulated (--sandbox) → listed (--nodes)');
  expect(told).toContain('Of payments that succeeded, 95 of 100 within');
  expect(JSON.stringify(trendsSection([replayed(2, true), replayed(1, true)]))).not.toContain('→');
});

// As its folder keeps it.
function replayed(day: number, sandbox: boolean): ListedRun {
  const startedAt = `2026-01-0${day}T00:00:00.000Z`;
  const entry = runEntry(
    { startedAt, ...(sandbox && { sandbox }) },
    {
      scenario: 'demo',
      question: 'Does it hold?',
      seed: '1',
      job: 'replay',
      verdict: { word: 'as-expected', sentence: 'It held.' },
      metrics: { payments: 100, success_rate: 0.71, latency_p95_ms: 300 },
    },
  );
  const kept = INDEX_ENTRY.parse(JSON.parse(JSON.stringify(entry)));
  if (kept.format !== 'millrace-entry/1') throw new Error('another entry');
  return listedRun({ ...kept, href: `demo/${day}/report.html` });
}

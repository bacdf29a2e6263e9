import { describe, expect, it } from 'vitest';
import { runEntry } from '../../../src/report/run-list/index-entry.ts';
import { indexPage } from '../../../src/report/run-list/index-page.ts';
import { summaryOf } from '../../../src/report/summary.ts';
import { exampleCapacity } from '../../fixtures/example-capacity.ts';
import { exampleScenario, smallReplay, smallRun } from '../../fixtures/example-runs.ts';

describe('indexPage', () => {
  it('lists the newest run first, each with a link, its verdict and its key figures', () => {
    const text = indexPage([
      {
        ...runEntry({ startedAt: '2026-01-01T00:00:00.000Z' }, summaryOf(smallRun())),
        href: 'old/report.html',
      },
      {
        ...runEntry({ startedAt: '2026-01-02T00:00:00.000Z' }, summaryOf(smallReplay())),
        href: 'new/report.html',
      },
    ]);
    expect(text.indexOf('new/report.html')).toBeLessThan(text.indexOf('old/report.html'));
    expect(text).toContain('not as expected');
    expect(text).toContain('60 %');
  });

  it('lists searches for a capacity with what they found', () => {
    const { capacity, ...asked } = exampleCapacity();
    const format = 'millrace-capacity/1' as const;
    const entry = { format, ...asked, ...capacity, href: 'payouts/capacity-1/capacity.html' };
    const older = { ...entry, startedAt: '2026-01-01T00:00:00.000Z', href: 'older.html' };
    const text = indexPage([older, entry]);
    expect(text).toContain('125.6/s (123.4/s to 127.8/s with 95 % confidence, 10 probes)');
    expect(text.indexOf(entry.href)).toBeLessThan(text.indexOf(older.href));
    expect(text).not.toContain('millrace simulate');
  });

  it('says what to do when there is no run', () => {
    expect(indexPage([])).toContain('millrace simulate');
  });

  it('shows hostile names as text', () => {
    const run = smallRun({
      header: { ...smallRun().header, scenario: exampleScenario({ name: '<img src=x onerror=alert(1)>' }) },
    });
    expect(
      indexPage([{ ...runEntry({ startedAt: '<b>' }, summaryOf(run)), href: '"><script>' }]),
    ).not.toMatch(/<img|<b>|"><script>/);
  });
});

import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { htmlReport } from '../../src/report/sections/run-document.ts';
import { busyReplay } from '../fixtures/busy-runs.ts';
import { DIFFERENCE, exampleScenario, smallReplay, smallRun } from '../fixtures/example-runs.ts';
import { world } from '../world/world.ts';

describe('htmlReport', () => {
  it('begins with the question and the verdict', () => {
    const text = htmlReport(smallRun());
    expect(text).toContain('<h1>Does the shop still get paid when its customers share one mediator?</h1>');
    expect(text).toContain('1 of 2 expectations not met.');
  });

  it('shows a difference with prediction, observation, deciding check and curl line', () => {
    const text = htmlReport(smallReplay());
    for (const part of [
      DIFFERENCE.title.slice(1),
      DIFFERENCE.predicted,
      DIFFERENCE.observed,
      DIFFERENCE.decidedBy,
    ])
      expect(text).toContain(part);
    expect(text).toContain('curl -s &#39;http://127.0.0.1:5002/api/v1/payments/');
  });

  it('leaves out sections that have nothing to show', () => {
    const text = htmlReport(smallRun({ records: [], end: world('') }));
    for (const id of ['failures', 'places', 'network', 'drained', 'operations', 'distributions'])
      expect(text).not.toContain(`id="${id}"`);
    expect(text.replace(/<script>.*?<\/script>/gs, '')).not.toContain('class="plot');
  });

  it('tells no latency where no payment succeeded, which is not one of 0 ms', () => {
    for (const words of ['Median latency', 'Longest path']) expect(htmlReport(smallRun())).toContain(words);
    const records = smallRun().records.filter(({ outcome }) => outcome.kind === 'failed');
    expect(htmlReport(smallRun({ records }))).not.toMatch(/Median latency|Longest path|\b0 ms/);
  });

  it('reports a run that broke off', () => {
    const { end: _, ...run } = smallRun({ partial: true, records: [] });
    expect(htmlReport(run)).toContain('not known');
    expect(htmlReport(run)).not.toContain('Depleted channels');
  });

  it('loads nothing from anywhere', () => {
    expect(htmlReport(busyReplay())).not.toMatch(/<(link|img|iframe)\b|\bsrc=|url\(|@import/);
  });

  it('stays under 2 MB for 10,000 operations', () => {
    expect(htmlReport(busyReplay({ nodes: 600, payments: 10_000 })).length).toBeLessThan(2_000_000);
  });

  it('shows hostile names as text', () => {
    const hostile = fc.string({
      unit: fc.constantFrom('<', '>', '"', "'", '&', '`', '</script>', '<script>', '<!--', '${', 'a'),
    });
    const scripts = (text: string): number => text.split(/<script\b/).length;
    const usual = scripts(htmlReport(manyOperations('shop')));
    const property = fc.property(hostile, (name) => {
      const text = htmlReport(manyOperations(`x${name}`));
      expect(scripts(text)).toBe(usual);
      expect(text.split('</script>').length).toBe(usual);
      expect(text).not.toMatch(/<!--/);
      const [, data = ''] =
        /<script type="application\/gzip" id="run-data">(.*?)<\/script>/s.exec(text) ?? [];
      const packed = gunzipSync(Buffer.from(data, 'base64')).toString();
      expect(JSON.parse(packed).nodes).toContain(`x${name}`);
    });
    fc.assert(property, { numRuns: 50 });
  });
});

function manyOperations(name: string) {
  const operation = { kind: 'stop', node: name, atMs: 0, origin: name } as const;
  const run = smallRun();
  return smallRun({
    header: { ...run.header, scenario: exampleScenario({ name, question: name, description: name }) },
    start: world(`${name} 1 - 2 hub`),
    end: world(`${name} 1 - 2 hub`),
    records: Array.from({ length: 30 }, (_, id) => ({
      operation: { ...operation, id },
      startedAtMs: 0,
      endedAtMs: 0,
      outcome: { kind: 'failed', status: 0, reason: 'other', message: name },
    })),
  });
}

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { simulate } from '../../../src/jobs/simulate.ts';
import { recordFromLine, recordLine } from '../../../src/model/run/run-json.ts';
import type { KeptTraces } from '../../../src/model/run/trace.ts';
import { summaryOf } from '../../../src/report/summary.ts';
import { htmlReport } from '../../../src/report/sections/run-document.ts';
import { scenarioFrom } from '../../jobs/scenario-text.ts';

const SHIPPED = ['demo', 'hub-drain', 'mediation-fees', 'blind-routing-instant'];

function run(name: string, traces: KeptTraces) {
  const scenario = scenarioFrom(readFileSync(`scenarios/${name}.yaml`, 'utf8'));
  return simulate({ scenario, traces });
}

describe('a simulation that keeps fewer traces', () => {
  it.each(SHIPPED)('has the same figures: %s', async (name) => {
    const all = summaryOf(await run(name, 'all'));
    for (const traces of ['failures', 'none'] as const)
      expect(summaryOf(await run(name, traces))).toEqual(all);
  });

  it('keeps those it was asked for, and outlines of the others', async () => {
    const [failures, none] = [await run('hub-drain', 'failures'), await run('hub-drain', 'none')];
    for (const { outcome, trace, outline } of failures.records) {
      expect(trace === undefined).toBe(outcome.kind === 'succeeded');
      expect(outline === undefined).toBe(outcome.kind === 'failed');
    }
    expect(new Set(failures.records.map(({ outcome }) => outcome.kind))).toEqual(
      new Set(['succeeded', 'failed']),
    );
    for (const { trace, outline } of none.records)
      expect([trace, outline?.fee]).toEqual([undefined, expect.any(BigInt)]);
  });

  it('writes outlines that are read back', async () => {
    const { records } = await run('hub-drain', 'none');
    expect(records.map((record) => recordFromLine(recordLine(record)))).toEqual(records);
  });

  it('says on the page what it does not have', async () => {
    expect(htmlReport(await run('hub-drain', 'none'))).toContain('--traces none');
    expect(htmlReport(await run('hub-drain', 'all'))).not.toContain('--traces');
  });
});

import { describe, expect, it } from 'vitest';
import { whatIfOf } from '../../../src/report/what-if/what-if.ts';
import { whatIfText } from '../../../src/report/what-if/what-if-document.ts';
import { busyRun } from '../../fixtures/busy-runs.ts';
import { smallRun } from '../../fixtures/example-runs.ts';
import { steppedRun } from '../../fixtures/stepped-run.ts';

describe('whatIfText', () => {
  it('fits a screen of 24 lines, however much changed and however narrow the window is', () => {
    for (const width of [60, 80, 200])
      for (const runs of [
        { a: busyRun(), b: smallRun() },
        { a: steppedRun({ partial: true }), b: busyRun() },
        { a: smallRun({ records: [] }), b: smallRun({ records: [] }) },
      ]) {
        const lines = whatIfText(whatIfOf(runs), { color: false, width }).split('\n');
        expect(lines.length).toBeLessThanOrEqual(23);
        for (const line of lines) expect(line.length, line).toBeLessThanOrEqual(width);
      }
  });

  it('names the steps of either run that ended otherwise, and a run that broke off', () => {
    const text = whatIfText(whatIfOf({ a: steppedRun(), b: steppedRun({ partial: true }) }), {
      color: false,
      width: 120,
    });
    expect(text).toContain('✗ A: steps[1]: alice pays shop 60 DAI, expected success, observed 409 no route');
    expect(text).toContain('✗ B: steps[1]: alice pays shop');
    expect(text).toContain('B: it broke off before its end');
  });
});

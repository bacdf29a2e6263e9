import { describe, expect, it } from 'vitest';
import { whatIfOf } from '../../../src/report/what-if/what-if.ts';
import { simulate } from '../../../src/jobs/simulate.ts';
import type { Run } from '../../../src/model/run/run.ts';
import { scenarioFrom } from '../../jobs/scenario-text.ts';
import { whatIfText } from '../../../src/report/what-if/what-if-document.ts';
import { busyRun } from '../../fixtures/busy-runs.ts';
import { smallReplay, smallRun } from '../../fixtures/example-runs.ts';
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

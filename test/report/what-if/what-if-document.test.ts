import { describe, expect, it } from 'vitest';
import { whatIfOf } from '../../../src/report/what-if/what-if.ts';
import { simulate } from '../../../src/jobs/simulate.ts';
import type { Run } from '../../../src/model/run/run.ts';
import { scenarioFrom } from '../../jobs/scenario-text.ts';
import { whatIfPage, whatIfText } from '../../../src/report/what-if/what-if-document.ts';
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

  it('names the steps of either run that ended otherwise, and a run that broke off', () => {
    const text = whatIfText(whatIfOf({ a: steppedRun(), b: steppedRun({ partial: true }) }), {
      color: false,
      width: 120,
    });
    expect(text).toContain('✗ A: steps[1]: alice pays shop 60 DAI, expected success, observed 409 no route');
    expect(text).toContain('✗ B: steps[1]: alice pays shop');
    expect(text).toContain('B: it broke off before its end');
  });

  it('names the figure that changed most where success did not', async () => {
    const [a, b] = [await paid({ fee: 1 }), await paid({ fee: 3 })];
    const text = whatIfText(whatIfOf({ a, b }), { color: false, width: 300 });
    expect(text).toMatch(
      /Success is 66.7 % in both\. \d+ other figures changed, most of all: fees, as a share of what is paid, 2 % in A, 6 % in B\./,
    );
  });

  it('names the ends of the channels in which payments failed, which may have another number', async () => {
    const [a, b] = [await paid({}), await paid({ first: '{between: [x, y], deposits: [5, 5]},' })];
    const whatIf = whatIfOf({ a, b });
    expect(whatIf.failures.byPlace).toMatchObject([
      { at: 'hub', token: 'TOK', between: ['hub', 'shop'], a: 1, b: 1, difference: 0 },
    ]);
    expect(whatIfPage(whatIf)).toContain('hub – shop TOK');
  });

  it('names among the changes that one run asked simulated nodes and the other did not', () => {
    const [a, b] = [smallReplay(), smallReplay()];
    const whatIf = whatIfOf({ a: { ...a, header: { ...a.header, sandbox: true } }, b });
    expect(whatIf.changes).toEqual([{ path: 'nodes', a: 'simulated (--sandbox)', b: 'listed (--nodes)' }]);
  });
});

function paid({ fee = 0, first = '' }: { readonly fee?: number; readonly first?: string }): Promise<Run> {
  return simulate({
    scenario: scenarioFrom(`
question: What does the hub earn?
seed: 1
network:
  topology: {channels: [${first} {between: [ann, hub], deposits: [9_000, 0]}, {between: [hub, shop], deposits: [250, 0]}]}
  fees: {flat: ${fee}}
steps:
  - pay: {from: ann, to: shop, amount: 100, times: 3}
`),
  });
}

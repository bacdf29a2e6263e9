import { describe, expect, it } from 'vitest';
import { simulatedTiming } from '../../src/model/run/target-timing.ts';
import type { Run } from '../../src/model/run/run.ts';
import { htmlReport, textSummary } from '../../src/report/sections/run-document.ts';
import { exampleScenario, smallReplay } from '../fixtures/example-runs.ts';
import { loadRun } from '../fixtures/load-runs.ts';

const { protocol } = exampleScenario();

function clocked<Kind extends Run>(
  run: Kind,
  clocks: { readonly run: number; readonly target: number },
): Kind {
  const timing = simulatedTiming(protocol, clocks);
  return { ...run, header: { ...run.header, speed: clocks.run, timing } };
}

const onTerminal = (run: Run): string => textSummary(run, { color: false, width: 80 });

describe('latencies of nodes whose clock is not the wall’s', () => {
  const replayed = 'atencies are wall time × 100: the nodes ran that much faster';
  const loaded = 'atencies are wall time; the nodes ran 10 times as fast';

  it('are said to be multiplied by a replay', () => {
    const run = clocked(smallReplay(), { run: 100, target: 100 });
    expect(onTerminal(run)).toContain(replayed);
    expect(htmlReport(run).split(replayed)).toHaveLength(2);
  });

  it('are said not to be by a load', () => {
    const run = clocked(loadRun(), { run: 1, target: 10 });
    expect(onTerminal(run)).toContain(loaded);
    expect(htmlReport(run).split(loaded)).toHaveLength(2);
  });

  it('need no word where both clocks are one', () => {
    for (const run of [clocked(smallReplay(), { run: 1, target: 1 }), loadRun()]) {
      expect(onTerminal(run)).not.toContain('atencies are wall time');
      expect(htmlReport(run)).not.toContain('atencies are wall time');
    }
  });
});

import { describe, expect, it } from 'vitest';
import { load } from '../../../src/jobs/load/load.ts';
import type { ExecutorSettings, LoadSpec } from '../../../src/model/scenario/load-spec.ts';
import { startStub, STUB_SCENARIO } from '../../fixtures/stub-nodes.ts';
import { specOf } from '../k6-fixture.ts';
import { scenarioFrom } from '../scenario-text.ts';

const SCENARIO = scenarioFrom(STUB_SCENARIO);

// Each waits until its target has recovered.
describe.concurrent('a load of a slow target', () => {
  it("gives up one executor's payments when its graceful stop is over, and lets the others' end", async () => {
    const targets = await startStub('--latency', '2000');
    const rate = {
      kind: 'constant-arrival-rate',
      rate: 20,
      timeUnitMs: 1000,
      durationMs: 200,
      maxVus: 10_000,
    } as const;
    const spec: LoadSpec = {
      executors: [
        { name: 'patient', startMs: 0, gracefulStopMs: 10_000, ...rate },
        { name: 'impatient', startMs: 0, gracefulStopMs: 100, ...rate },
      ],
      thresholds: [],
      deadlineMs: 10_000,
    };
    const { load: result, records } = await load({ scenario: SCENARIO, spec, targets });
    expect(result.aggregate.counts).toMatchObject({ succeeded: 4, indeterminate: 4 });
    const cut = records.filter(({ outcome }) => outcome.kind === 'indeterminate');
    expect(cut.every(({ operation }) => operation.origin.includes('impatient'))).toBe(true);
    expect(cut.every(({ startedAtMs, endedAtMs }) => endedAtMs - startedAtMs < 2_000)).toBe(true);
  });

  it('shows the same stall to virtual users that wait for their answers', async () => {
    const targets = await startStub('--stall', '400', '--every', '800');
    const settings: ExecutorSettings = { kind: 'constant-vus', vus: 2, durationMs: 1_600 };
    const { load: result } = await load({ scenario: SCENARIO, spec: specOf(settings), targets });
    expect(result.aggregate.response.maxMs).toBeGreaterThan(300);
    expect(result.aggregate.counts.indeterminate).toBe(0);
  });
});

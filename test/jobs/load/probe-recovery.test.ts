import { describe, expect, it } from 'vitest';
import { type ProbedLoad, probeRecovery } from '../../../src/jobs/load/probe-recovery.ts';
import { loadRun } from '../../fixtures/load-runs.ts';
import { testBench, testNetwork } from '../../simulator/small-networks.ts';

/** Probes a network of two, after `prepare`, on its own clock. */
async function probed(
  prepare: (bench: ReturnType<typeof testBench>) => void = () => {},
  hurry?: AbortSignal,
) {
  const network = testNetwork({ channels: [['a', 'b', 1000n, 10n]] });
  const bench = testBench(network, { protocol: { hopLatency: { kind: 'fixed', ms: 10 } } });
  prepare(bench);
  const { aggregate } = loadRun().load;
  const { simulation, clock } = bench;
  const load: ProbedLoad = {
    start: network,
    end: network,
    load: { aggregate },
    connections: { readers: simulation },
    clock,
    signal: undefined,
    hurry,
  };
  let looks = 0;
  const look = async (): Promise<void> => {
    looks += 1;
  };
  let isDone = false;
  const probing = probeRecovery(load, look).finally(() => {
    isDone = true;
  });
  await clock.runUntil(() => isDone);
  return { ...(await probing), looks };
}

describe('probing a target after its load', () => {
  it('finds one that is well at once', async () => {
    const { check, findings } = await probed();
    expect(check).toMatchObject({ name: 'recovery', verdict: 'holds' });
    expect(check.detail).toMatch(/^at once, a paid b 1 DAI in \d+ ms$/);
    expect(findings).toEqual([]);
  });

  it('makes a finding of one that does not come back', async () => {
    const { check, findings, looks } = await probed(({ simulation }) => {
      simulation.control.stop('b');
    });
    expect(check.verdict).toBe('violated');
    expect(findings).toMatchObject([{ check: 'recovery', severity: 'difference', node: 'a' }]);
    expect(looks).toBeGreaterThan(0);
  });

  it('says nothing of one that nobody waited for, and asks it no further', async () => {
    const hurry = new AbortController();
    const { check, findings } = await probed(({ simulation, clock }) => {
      simulation.control.stop('b');
      clock.schedule(4_000, () => hurry.abort());
    }, hurry.signal);
    expect(check).toMatchObject({ name: 'recovery', verdict: 'not-checked' });
    expect(check.detail).toMatch(/^not waited for; at last: /);
    expect(findings).toEqual([]);
  });

  it('does not wait for the answer to a probe either', async () => {
    const hurry = new AbortController();
    const { check } = await probed(({ clock }) => void clock.schedule(1, () => hurry.abort()), hurry.signal);
    expect(check).toMatchObject({ verdict: 'not-checked', detail: 'not waited for; at last: no answer yet' });
  });
});

import { afterAll, describe, expect, it } from 'vitest';
import { InterruptedError } from '../../../src/errors.ts';
import { checkNodes } from '../../../src/jobs/check/check-nodes.ts';
import { replayCase } from '../../../src/jobs/check/replay-case.ts';
import { readSequence } from '../../../src/jobs/check/sequence.ts';
import { listedBench } from '../../../src/jobs/check/listed/listed-bench.ts';
import { simulatedBench } from '../../../src/jobs/check/simulated-bench.ts';
import { sandboxBench } from '../../../src/jobs/check/sandbox-bench.ts';
import { readContract } from '../../../src/cli/check/package-files.ts';
import { wrongAmounts } from '../../fixtures/liars.ts';
import { sandboxOf } from '../../fixtures/in-sandbox.ts';
import type { Scenario } from '../../../src/model/scenario/scenario.ts';
import type { CheckReport } from '../../../src/model/check/check-report.ts';
import { type MutantBench, mutantBench } from '../../mutants/mutant-bench.ts';
import { MUTANTS } from '../../mutants/mutants.ts';
import { scenarioFrom } from '../scenario-text.ts';

const LONG_MS = 120_000;
const SLOW_BLOCKS = `
question: Nodes whose blocks are slow
seed: 7
tokens: [{name: TOK}]
network: {topology: {line: {nodes: 3}}, capacity: 2_000}
protocol: {blockTime: 10m, hopLatency: 1ms}
`;
const benches: MutantBench[] = [];

afterAll(async () => {
  await Promise.all(benches.map((bench) => bench.close()));
});

async function faulty(name: string): Promise<MutantBench> {
  const mutant = MUTANTS.find((one) => one.name === name);
  if (mutant === undefined) throw new Error(`no mutant ${name}`);
  const bench = await mutantBench({ mutant });
  benches.push(bench);
  // Without waiting for locks, which would find it while a payment is held.
  return { ...bench, may: { ...bench.may, takesTime: false } };
}

describe('a check of nodes', () => {
  it('finds nothing wrong with nodes that do what the model says, and says what it asked', async () => {
    const progress: number[] = [];
    const report = await checkNodes({
      bench: sandboxBench(),
      seed: '5',
      runs: 3,
      timeMs: LONG_MS,
      cases: 1,
      onProgress: ({ calls }) => progress.push(calls),
    });
    expect(report.counterexamples).toEqual([]);
    expect(report.sequences).toEqual({ held: 3, violated: 0, accepted: 0, unknown: 0 });
    expect(report.ended).toBe('runs');
    expect(report.covered.find(({ operation }) => operation === 'read')?.outcome).toBe('succeeded');
    expect(progress.at(-1)).toBe(report.calls);
  });

  it('asks the contract before it shrinks what the first sequence shows', async () => {
    const { targets } = await sandboxOf(scenarioFrom(SLOW_BLOCKS), { lie: wrongAmounts });
    const [over, reports] = [new AbortController(), [] as CheckReport[]];
    await checkNodes({
      bench: listedBench({ targets }),
      scenarioText: SLOW_BLOCKS,
      contractOf: readContract,
      seed: '1',
      timeMs: LONG_MS,
      cases: 1,
      signal: over.signal,
      onFound: (report) => {
        reports.push(report);
        over.abort();
      },
    });
    expect(reports[0]?.contract?.cases.length).toBeGreaterThan(0);
    expect(reports[0]?.counterexamples).toEqual([]);
  });

  it('ends when its time is over, also where a deposit takes longer than that, and says what it left out', async () => {
    const { targets } = await sandboxOf(scenarioFrom(SLOW_BLOCKS));
    const spec = { bench: listedBench({ targets }), scenarioText: SLOW_BLOCKS };
    const report = await checkNodes({ ...spec, seed: '1', timeMs: 4_000, cases: 1 });
    expect(report).toMatchObject({ ended: 'time', counterexamples: [], unknowns: [] });
    expect(report.covered.filter(({ operation }) => operation === 'pay')).not.toEqual([]);
  });

  it('keeps what it has when it is stopped while nodes are prepared', async () => {
    const [bench, stop] = [simulatedBench(), new AbortController()];
    let prepared = 0;
    const furnish = async (scenario: Scenario) => {
      prepared += 1;
      if (prepared <= 2) return await bench.furnish(scenario);
      stop.abort();
      throw new InterruptedError();
    };
    const { signal } = stop;
    const report = await checkNodes({
      bench: { ...bench, atOnce: 1, furnish },
      seed: '1',
      timeMs: LONG_MS,
      cases: 1,
      signal,
    });
    expect(report).toMatchObject({ ended: 'interrupted', sequences: { held: 2 } });
  });

  it('shrinks a fault to a case that can be tried again, on nodes with it and without', async () => {
    const bench = await faulty('payee-gets-one-less');
    const report = await checkNodes({ bench, seed: '1', timeMs: LONG_MS, cases: 1, paces: ['sequential'] });
    const [found] = report.counterexamples;
    if (found === undefined) throw new Error('nothing was found');
    expect(report.ended).toBe('cases');
    expect(found.found).toMatchObject({ check: 'balances', kind: 'pay' });
    expect(found.steps).toBe(1);
    expect(found.reproduced).toEqual({ times: 3, of: 3 });
    expect(found.calls.map(({ isBlamed }) => isBlamed)).toEqual([true]);
    expect(scenarioFrom(found.text).case).toEqual({
      found: found.found,
      pace: 'sequential',
      reproduced: found.reproduced,
    });
    const { text, pace } = found;
    const trying = { bench, seed: '1' };
    expect(await replayCase({ ...readSequence(text), pace, found: found.found }, trying)).toMatchObject({
      verdict: 'failed',
    });
    const mended = { bench: sandboxBench(), seed: '1' };
    expect(await replayCase({ ...readSequence(text), pace, found: found.found }, mended)).toMatchObject({
      verdict: 'fixed',
    });
    // What faulty nodes showed of themselves had the model expect something else.
    const misled = { ...found.found, foreseen: 'no-usable-route' } as const;
    expect(await replayCase({ ...readSequence(text), pace, found: misled }, mended)).toMatchObject({
      verdict: 'fixed',
    });
    const elsewhere = { ...found.found, check: 'history' };
    expect(await replayCase({ ...readSequence(text), pace, found: elsewhere }, trying)).toMatchObject({
      verdict: 'changed',
    });
    const closing = readSequence(`${SLOW_BLOCKS}steps: [{close: {from: n1, to: n2}}]\n`);
    const listed = { bench: listedBench({ targets: {} }), seed: '1' };
    expect(await replayCase({ ...closing, pace, found: found.found }, listed)).toMatchObject({
      verdict: 'error',
      why: 'its step `close` changes channels of listed nodes, which only --allow-changes allows',
    });
  });

  it('counts what is accepted, says what no longer occurs, and leaves out what was not asked about', async () => {
    const bench = await faulty('payee-gets-one-less');
    const common = { bench, seed: '1', runs: 6, timeMs: LONG_MS, cases: 1, paces: ['sequential'] } as const;
    const known = { check: 'balances', reason: 'mended in the next release' } as const;
    const gone = { check: 'history', reason: 'was mended' } as const;
    const accepted = await checkNodes({ ...common, accepted: [known, gone] });
    expect(accepted.counterexamples).toEqual([]);
    expect(accepted.accepted).toEqual([
      { ...known, times: accepted.sequences.accepted },
      { ...gone, times: 0 },
    ]);
    const other: CheckReport = await checkNodes({ ...common, only: ['receipts'] });
    expect(accepted.sequences.accepted).toBeGreaterThan(0);
    expect(other.sequences).toMatchObject({ held: 6, violated: 0 });
  });
});

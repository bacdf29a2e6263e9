import { describe, expect, it } from 'vitest';
import { exitCodeOf } from '../../src/cli/run-folder/conclude-run.ts';
import type { Run } from '../../src/model/run/run.ts';
import { htmlReport, textSummary } from '../../src/report/sections/run-document.ts';
import { junitXml } from '../../src/report/ci/junit.ts';
import { summaryOf } from '../../src/report/summary.ts';
import { verdictOf } from '../../src/report/figures/verdict.ts';
import { exampleScenario, payment, smallReplay } from '../fixtures/example-runs.ts';
import { pendingAt, transferOf } from '../verdict/hand-made-run.ts';
import { loadRun } from '../fixtures/load-runs.ts';
import type { OperationRecord, Outcome } from '../../src/model/run/operation.ts';
import { simulate } from '../../src/jobs/simulate.ts';
import { scenarioFrom } from '../jobs/scenario-text.ts';
import { simulatedTiming } from '../../src/model/run/target-timing.ts';

/** Alice lists one payment in her channel with bob before the run and after it. */
const LISTED = (['start', 'end'] as const).map((moment) => pendingAt(moment, 'alice', [transferOf(77n, 5n)]));

const unwell = { name: 'recovery', verdict: 'violated', detail: 'alice cannot pay bob' } as const;
const plain = loadRun();
const beside: Run = { ...plain, readings: LISTED };
const BEFORE = 'Before the start 1 payment from earlier held locks in alice–bob';

describe('how a target stood before a run, and stands after it', () => {
  it('is said at the top of the page, in the summary and in the JUnit file, as on the terminal', () => {
    const { load } = loadRun({ checks: [unwell] });
    const run: Run = { ...beside, load };
    const after = 'The target is not well after the load: alice cannot pay bob.';
    expect(textSummary(run, { color: false, width: 200 })).toContain(`! ${BEFORE}`);
    expect(summaryOf(run).standing).toEqual([expect.stringContaining(BEFORE), after]);
    const [top = ''] = htmlReport(run).split('<nav');
    expect(top).toContain(BEFORE);
    expect(top).toContain(after);
    expect(junitXml(run)).toContain(`<skipped message="${BEFORE}`);
    expect(summaryOf(plain)).not.toHaveProperty('standing');
  });

  it('is in the first line of the verdict of a load that went well beside it, which stays a success', () => {
    expect(verdictOf(beside)).toMatchObject({
      word: 'as-expected',
      sentence: expect.stringMatching(/^1 payment from earlier held locks before the start\. /),
    });
    expect(exitCodeOf(beside)).toBe(0);
  });

  it('breaks no invariant of a replay', () => {
    expect(summaryOf(smallReplay({ readings: LISTED })).invariants).toContainEqual(
      expect.objectContaining({ name: 'nothing-locked', holds: true }),
    );
  });
});

const failed = (reason: Extract<Outcome, { kind: 'failed' }>['reason']): Outcome => ({
  kind: 'failed',
  status: 0,
  reason,
  message: '',
});

function records(...outcomes: readonly Outcome[]): readonly OperationRecord[] {
  return outcomes.map((outcome, id) => payment(id, { path: ['alice', 'bob'], amount: 10n, outcome }));
}

/** The text of the card that says where payments failed. */
function placesCard(run: Run): string {
  const card = /id="places".*?<\/section>/s.exec(htmlReport(run))?.[0];
  return card?.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ') ?? '';
}

describe('where payments failed', () => {
  it('names a payer that the scenario has stopped', async () => {
    const run = await simulate({
      scenario: scenarioFrom(`
question: Where does a stopped payer fail?
seed: 1
network: {topology: {line: {nodes: 3}}, capacity: 100}
steps:
  - stop: n1
  - {at: 1s, pay: {from: n1, to: n3, amount: 5}}
`),
    });
    expect(summaryOf(run).failures.byPlace).toEqual([
      { at: 'n1', channel: null, check: 'source-online', count: 1 },
    ]);
    expect(placesCard(run)).toMatch(/n1 – the sender is offline 1/);
  });

  it('is told by the reason alone where nodes say no more', () => {
    const run = loadRun();
    const told = { ...run, records: records(failed('unreachable'), failed('target-offline')) };
    expect(summaryOf(told).failures.byPlace).toEqual([
      { at: 'alice', channel: null, check: 'source-online', count: 1 },
      { at: 'bob', channel: null, check: 'target-online', count: 1 },
    ]);
  });

  it('is told of a load by the balances that were read, for all payments and not for those kept', () => {
    const base = loadRun();
    const places = [{ at: 'bob', channel: 'DAI:2', check: 'available-balance', count: 90 }] as const;
    const watch = { nodes: ['bob'], ends: 2, endsInAll: 2, stepMs: 1000, steps: [], drained: [] };
    const run = { ...base, load: { ...base.load, watch: { ...watch, drainedInAll: 0, places } } };
    expect(summaryOf(run).failures.byPlace).toEqual(places);
    expect(placesCard(run)).toContain('bob DAI:2 the payer’s end holds too little that is not locked 90');
    expect(placesCard(run)).toMatch(/Of 410 more failures the place is unknown\./);
  });
});

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
  const replayed = 'he sandbox ran 100 times faster; latencies are converted to network time';
  const loaded = 'atencies are wall time; the nodes ran 10 times as fast';

  it('are converted to network time in a replay', () => {
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
      for (const text of [onTerminal(run), htmlReport(run)])
        for (const words of ['atencies are wall time', 'converted to network time'])
          expect(text).not.toContain(words);
    }
  });
});

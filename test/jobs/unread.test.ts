import { describe, expect, it } from 'vitest';
import { scenarioFrom } from './scenario-text.ts';
import { load } from '../../src/jobs/load/load.ts';
import type { LoadRun, Run } from '../../src/model/run/run.ts';
import { verdictOf } from '../../src/report/figures/verdict.ts';
import { junitXml } from '../../src/report/ci/junit.ts';
import { textSummary } from '../../src/report/sections/run-document.ts';
import { summaryOf } from '../../src/report/summary.ts';
import type { Lie, Reply } from '../fixtures/lying-proxy.ts';
import { inSandbox, loadLiedTo } from '../fixtures/in-sandbox.ts';
import { differences, replayLiedTo } from '../fixtures/lied-to-replay.ts';

const PAYMENTS = 30;

const scenario = scenarioFrom(`
question: What is said of nodes that cannot be read?
seed: 5
network:
  topology: {star: {spokes: 3}}
  capacity: 1_000
protocol: {view: exact, hopLatency: 1ms}
traffic:
  - arrivals: {constant: {perSecond: 100}}
    duration: 300ms
    amounts: 1
`);

/** Honest until this many payments were answered; then these nodes answer every request so. */
function honestUntil(payments: number, nodes: readonly string[], answer: Reply | 'break'): Lie {
  let answered = 0;
  return async (heard) => {
    const isOver = answered >= payments && nodes.includes(heard.node);
    const reply = isOver ? answer : await heard.forward();
    if (heard.method === 'POST') answered += 1;
    return reply;
  };
}

const EVERYBODY = ['hub', 'spoke1', 'spoke2', 'spoke3'];
const ANSWERS: readonly (readonly [string, Reply | 'break'])[] = [
  ['die', 'break'],
  ['answer 500', { status: 500, json: { errors: 'Internal Server Error' } }],
  ['answer with rubbish', { status: 200, json: '<html>' }],
];

function loadThrough(lie: Lie): Promise<LoadRun> {
  return inSandbox(scenario, ({ targets }) => load({ scenario, targets, useExisting: true }), { lie });
}

function checksOf({ load: { checks } }: LoadRun, verdict: string): readonly string[] {
  return checks.filter((check) => check.verdict === verdict).map(({ name }) => name);
}

describe('a load whose nodes', () => {
  it.each(ANSWERS)(
    'all %s after the last payment is no success: what was not read is unknown',
    async (_, answer) => {
      const run = await loadThrough(honestUntil(PAYMENTS, EVERYBODY, answer));
      expect(run.load.aggregate.counts).toMatchObject({ payments: PAYMENTS, succeeded: PAYMENTS });
      expect(checksOf(run, 'unknown')).toEqual(
        expect.arrayContaining(['history', 'sums', 'consistency', 'conservation', 'at-rest']),
      );
      const { word, sentence } = verdictOf(run);
      expect(word).toBe(answer === 'break' ? 'unknown' : 'not-as-expected');
      expect(sentence).toContain('history');
      expect(sentence).toContain('could not be made');
      expect(summaryOf(run).verdict).toEqual({ word, sentence });
      const text = textSummary(run, { color: false, width: 200 });
      expect(text).toMatch(/Locked +not known/);
      expect(text).not.toContain('imbalance');
      expect(junitXml(run)).toMatch(/name="history"[^>]*><error message="[^"]*not read: [^"]* \(.+\)/);
    },
  );

  it('stop in the middle one by one is judged by what the others show', async () => {
    const run = await loadThrough(honestUntil(PAYMENTS / 2, ['spoke2'], 'break'));
    expect(run.load.findings.filter(({ check }) => check !== 'answers')).toEqual([]);
    expect(summaryOf(run).invariants.filter(({ holds }) => holds === false)).toEqual([]);
    expect(summaryOf(run).metrics).toMatchObject({ drained_channels: 0 });
    expect(checksOf(run, 'unknown')).toContain('consistency');
    expect(verdictOf(run).sentence).toMatch(/not read: spoke2's pending transfers, channels/);
  });
});

describe('a replay whose nodes', () => {
  const replayThrough = (lie: Lie): Promise<Run> =>
    replayLiedTo(scenario, lie, { useExisting: true, pace: 'scenario', speed: 1, settleMs: 100 });

  it.each(ANSWERS)('all %s after the last payment is no success', async (_, answer) => {
    const run = await replayThrough(honestUntil(PAYMENTS, EVERYBODY, answer));
    expect(verdictOf(run).word).not.toBe('as-expected');
    // With what it was waited for, or how it was answered.
    expect(verdictOf(run).sentence).toMatch(/could not be read \(.+\)/);
    expect(junitXml(run)).toMatch(/<error message="[^"]*could not be read \(.+\)/);
  });
});

const SCENARIO = scenarioFrom(`
question: Does rubbish show that is told once about pending transfers?
seed: 3
network: {topology: {line: {nodes: 3}}, capacity: 1_000}
protocol: {view: exact, hopLatency: 1ms}
traffic:
  - {arrivals: {constant: {perSecond: 200}}, count: 6, amounts: 2}
`);

/** Rubbish at one look at n2's pending transfers, once so many payments have been answered and so many looks were true. */
function once({ payments, looks }: { readonly payments: number; readonly looks: number }): Lie {
  let answered = 0;
  let seen = 0;
  let isTold = false;
  return async (heard) => {
    const reply = await heard.forward();
    if (heard.method === 'POST') answered += 1;
    if (isTold || answered < payments || heard.node !== 'n2' || heard.path !== '/pending_transfers')
      return reply;
    seen += 1;
    if (seen <= looks) return reply;
    isTold = true;
    return { status: 200, json: '<html>' };
  };
}

it.each([
  { when: 'before', payments: 0, looks: 0 },
  // The first one is the last look at the load while it runs.
  { when: 'after', payments: 6, looks: 1 },
])('rubbish that is told once about pending transfers is found $when a load', async ({ when, ...told }) => {
  const { load: result } = await loadLiedTo(SCENARIO, once(told));
  expect(result.findings.map(({ check, node, title }) => ({ check, node, title }))).toEqual([
    {
      check: 'readable',
      node: 'n2',
      title: `n2 does not show its pending transfers ${when} the load, when it was asked once`,
    },
  ]);
});

it.each(['sequential', 'scenario'] as const)('so it is before a replay at pace %s', async (pace) => {
  const { comparison } = await replayLiedTo(SCENARIO, once({ payments: 0, looks: 0 }), { pace });
  expect(differences(comparison).map(({ title }) => title)).toEqual([
    'n2 does not show its pending transfers before the operations, when it was asked once',
  ]);
});

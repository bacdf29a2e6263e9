import { describe, expect, it } from 'vitest';
import { lyingBench, tryingAgain } from './lying-bench.ts';
import { keepCase, lookedClosely } from '../../../src/jobs/check/keep-case.ts';
import { readCase, type Sequence, withSteps } from '../../../src/jobs/check/sequence.ts';
import { sandboxBench } from '../../../src/jobs/check/sandbox-bench.ts';
import type { TestBench } from '../../../src/jobs/check/test-bench.ts';
import { type Tried, trySequence } from '../../../src/jobs/check/try-case.ts';
import type { Lie } from '../../fixtures/lying-proxy.ts';
import { type Json, oneMore } from '../../fixtures/liars.ts';
import { sequenceIn } from '../scenario-text.ts';
import { readFirstCases } from '../../../src/cli/check/package-files.ts';
import { checkNodes } from '../../../src/jobs/check/check-nodes.ts';
import { topology } from '../../world/world.ts';

const THOROUGH = sequenceIn(
  'n1 100 - 20 n2 70 - 0 n3',
  [
    'pay: {from: n1, to: n3, amount: 3}',
    'deposit: {from: n1, to: n2, by: 3}',
    'pay: {from: n3, to: n2, amount: 3}',
  ],
  1,
);
const BRIEF: Sequence = { ...THOROUGH, looks: 'brief' };

function tryOut(sequence: Sequence, bench: TestBench = sandboxBench()): Promise<Tried> {
  return trySequence(sequence, { bench, seed: '1' });
}

function wrongSoonAfter(): Lie {
  let paid = 0;
  return async (heard) => {
    const reply = await heard.forward();
    if (heard.method === 'POST') paid += 1;
    const isTold = paid > 1 && heard.node === 'n1' && heard.path === '/channels';
    return isTold ? { ...reply, json: oneMore(reply.json) } : reply;
  };
}

// Close looks read them before the first payment.
function wrongIfNotReadBefore(): Lie {
  let [isRead, isPaid] = [false, false];
  return async (heard) => {
    const reply = await heard.forward();
    isPaid ||= heard.method === 'POST';
    if (heard.path !== '/connections' || heard.node !== 'n1') return reply;
    isRead ||= !isPaid;
    if (isRead) return reply;
    const entries = Object.entries(reply.json as Record<string, Json>);
    return {
      ...reply,
      json: Object.fromEntries(entries.map(([token, entry]) => [token, { ...entry, sum_deposits: '7' }])),
    };
  };
}

describe('brief looks', () => {
  it('ask for less than half and find what holds', async () => {
    const [brief, thorough] = [await tryOut(BRIEF), await tryOut(THOROUGH)];
    expect([brief.verdict, thorough.verdict]).toEqual(['held', 'held']);
    expect(brief.calls).toBeLessThan(thorough.calls / 2);
    expect(brief.run?.records.length).toBe(3);
  });

  it('find at the end what is wrong with a node that took no part', async () => {
    const tried = await tryOut(BRIEF, lyingBench(wrongSoonAfter));
    expect(tried.verdict).toBe('violated');
    expect(tried.found).toMatchObject({ check: 'balances' });
    expect(tried.found?.title).toMatch(/^n1/);
  });

  it('stand in the case that only they show, so that it is seen again', async () => {
    const bench = lyingBench(wrongIfNotReadBefore);
    const again = tryingAgain(bench);
    const sequence = withSteps(BRIEF, BRIEF.scenario.steps.slice(0, 1));
    const first = await lookedClosely({ sequence, tried: await tryOut(sequence, bench) }, again);
    const kept = await keepCase(first, { ...again, afterSequences: 1 });
    expect(kept).toMatchObject({ looks: 'brief', reproduced: { times: 1, of: 1 } });
    expect(readCase(kept.text, {}).case?.looks).toBe('brief');
  });
});

describe('what is wrong where calls start together, and no call is blamed,', () => {
  const [there, , back] = THOROUGH.scenario.steps;
  if (there === undefined || back === undefined) throw new Error('there are three steps');
  const together: Sequence = {
    ...withSteps(THOROUGH, [there, { ...back, isBeside: true }]),
    pace: 'scenario',
  };

  it('is named by the same calls one after another', async () => {
    const bench = lyingBench(wrongSoonAfter);
    const tried = await tryOut(together, bench);
    expect(tried).toMatchObject({ verdict: 'violated' });
    expect(tried.found?.kind).toBeUndefined();
    const closely = await lookedClosely({ sequence: together, tried }, tryingAgain(bench));
    expect(closely.tried.found).toMatchObject({ check: 'balances', kind: 'pay' });
    expect(closely.sequence).toMatchObject({ pace: 'sequential', scenario: { steps: [there, back] } });
  });

  it('stays as it was seen where it is known, or shows in no other order', async () => {
    const bench = lyingBench(wrongSoonAfter);
    const tried = await tryOut(together, bench);
    const first = { sequence: together, tried };
    const known = { check: tried.found?.check ?? '', reason: 'is being mended' };
    expect(await lookedClosely(first, { ...tryingAgain(bench), accepted: [known] })).toBe(first);
    expect(await lookedClosely(first, tryingAgain(sandboxBench()))).toBe(first);
  });
});

const SCENARIO = `
question: What of a node without channels?
seed: 1
network:
  topology: ${topology('n1 100 - 100 n2')}
  fees: {flat: 0}
nodes: {n3: {}}
steps:
  - pay: {from: n1, to: n3, amount: 5}
`;

/** Shows another balance after the first payment. */
function wrongOncePaid(): Lie {
  let isPaid = false;
  return async (heard) => {
    const reply = await heard.forward();
    isPaid ||= heard.method === 'POST' && reply.status === 200;
    return isPaid && heard.node === 'n1' && heard.path === '/channels'
      ? { ...reply, json: oneMore(reply.json) }
      : reply;
  };
}

it('a case in a network with a node that has no channel can be read again', async () => {
  const { counterexamples } = await checkNodes({
    bench: lyingBench(wrongOncePaid),
    scenarioText: SCENARIO,
    firstCases: readFirstCases(),
    paces: ['sequential'],
    seed: '1',
    timeMs: 20_000,
    cases: 1,
  });
  expect(counterexamples.map(({ text }) => readCase(text).case?.found.check)).toEqual(['balances']);
});

import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { readFirstCases } from '../../../src/cli/check/package-files.ts';
import { assembleNetwork } from '../../../src/jobs/assemble.ts';
import type { MakeSequence } from '../../../src/jobs/check/arbitraries/sequences.ts';
import { checkNodes } from '../../../src/jobs/check/check-nodes.ts';
import { everyNodesTurn } from '../../../src/jobs/check/first-sequences.ts';
import { PLENTY, readSequence, type Sequence, sequenceText } from '../../../src/jobs/check/sequence.ts';
import { shrinkCase } from '../../../src/jobs/check/shrink-case.ts';
import { trySequence } from '../../../src/jobs/check/try-case.ts';
import { settleSteps } from '../../../src/jobs/settle/settle-steps.ts';
import type { Scenario, Step } from '../../../src/model/scenario/scenario.ts';
import { simulatedBench } from '../../../src/jobs/check/simulated-bench.ts';

const GIVEN = `
question: Are these nodes right?
seed: 1
network: {topology: {line: {nodes: 4}}, capacity: 2_000}
protocol: {hopLatency: 1ms, blockTime: 1s, confirmations: 1}
`;
const NODES = ['n1', 'n2', 'n3', 'n4'];
const CHOICES = { paces: ['sequential'], opensAndCloses: true, keepsNodes: true } as const;
const FIRST_CASES = readFirstCases();

function turnsOf(choices: Parameters<typeof everyNodesTurn>[2] = CHOICES) {
  const sequence = readSequence(GIVEN);
  return everyNodesTurn(FIRST_CASES, { sequence, network: assembleNetwork(sequence.scenario) }, choices);
}

function askedIn(sequences: readonly MakeSequence[] = []): ReadonlySet<string> {
  return askedBy(sequences.flatMap((make) => make().scenario.steps));
}

function askedBy(steps: readonly Step[]): ReadonlySet<string> {
  return new Set(
    steps.flatMap((step) => {
      if (step.kind === 'pay') return [`${step.from} pays ${step.to}`];
      const node = 'from' in step ? step.from : 'node' in step ? step.node : '';
      return [`${node} ${step.kind}s`];
    }),
  );
}

describe('the first sequences in a network that is given', () => {
  it('have every node pay every other one, and ask it for each kind of change', async () => {
    const { atOnce, waiting, ends } = turnsOf();
    const pairs = NODES.flatMap((from) =>
      NODES.filter((to) => to !== from).map((to) => `${from} pays ${to}`),
    );
    expect([...askedIn(atOnce)].toSorted()).toEqual(pairs);
    const changed = askedIn(waiting);
    const ended = askedIn(ends);
    for (const node of NODES) {
      for (const kind of ['opens', 'deposits', 'withdraws']) expect(changed).toContain(`${node} ${kind}`);
      for (const kind of ['closes', 'leaves']) expect(ended).toContain(`${node} ${kind}`);
    }
  });

  it('have every node send all that a channel holds, and take half of what is there then', async () => {
    const { atOnce } = turnsOf();
    const settled = await Promise.all(atOnce.map((make) => settleSteps(make().scenario)));
    const steps = settled.flatMap((scenario) => scenario.steps);
    const there = steps.filter((step, at) => {
      const back = steps[at + 1];
      if (step.kind !== 'pay' || back?.kind !== 'pay' || Number(step.amount) < 900) return false;
      return back.from === step.to && back.to === step.from && Number(back.amount) > 900;
    });
    expect(there.map((step) => 'from' in step && step.from)).toEqual(NODES);
  });

  it('leave channels alone where they have to stay, and pay partners only where fees are not known', async () => {
    const choices = { ...CHOICES, opensAndCloses: false, mediates: false } as const;
    const { atOnce, waiting, ends } = turnsOf(choices);
    expect(askedIn(atOnce)).not.toContain('n1 pays n3');
    expect([...askedIn(waiting)].map((asked) => asked.split(' ')[1])).not.toContain('opens');
    expect(ends).toEqual([]);
  });

  it('come before most that chance has made', async () => {
    const steps: Step[] = [];
    const bench = simulatedBench();
    const report = await checkNodes({
      bench: {
        ...bench,
        furnish: async (base) => {
          const { start, release } = await bench.furnish(base);
          const departure = ({ scenario }: { readonly scenario: Scenario }) => {
            steps.push(...scenario.steps);
            return {};
          };
          return { start, release, departure };
        },
      },
      scenarioText: GIVEN,
      firstCases: FIRST_CASES,
      seed: '1',
      runs: 9,
      timeMs: 60_000,
      cases: 1,
    });
    expect(report.counterexamples).toEqual([]);
    const asked = askedBy(steps);
    for (const from of NODES) {
      for (const to of NODES) if (to !== from) expect(asked).toContain(`${from} pays ${to}`);
      for (const kind of ['opens', 'deposits', 'withdraws']) expect(asked).toContain(`${from} ${kind}`);
    }
  });
});

describe('the case files with which a check begins', () => {
  const { rare, turns } = FIRST_CASES;

  it.each(
    [...rare(), ...turns()].map((sequence) => [/question: (.*)/.exec(sequence.text)?.[1], sequence] as const),
  )('%s', async (_question, sequence) => {
    const tried = await trySequence(sequence, { bench: simulatedBench(), seed: '1' });
    expect(tried).toMatchObject({ verdict: 'held' });
    expect(tried.run?.records.length).toBe(sequence.scenario.steps.length);
  });
});

describe('a sequence that is written as a case', () => {
  it.each(['yaml', 'json'])('keeps every field of its tokens where a file in %s has them', (format) => {
    const channels = [{ between: ['a', 'b'], deposits: [5, 5] }];
    const tokens = [{ name: 'GEM', decimals: 18 }, { name: 'ORE' }];
    const given = { question: 'Which?', seed: 1, tokens, network: { token: 'GEM', topology: { channels } } };
    const sequence = readSequence(format === 'yaml' ? stringify(given) : JSON.stringify(given, null, 2));
    for (const balancePerNode of [7n, PLENTY]) {
      const owned = sequence.scenario.tokens.map((token) => ({ ...token, balancePerNode }));
      const changed = { ...sequence, scenario: { ...sequence.scenario, tokens: owned } };
      expect(readSequence(sequenceText(changed, { seed: '1' })).scenario).toEqual(changed.scenario);
    }
    const poor = readSequence(JSON.stringify({ ...given, tokens: [{ name: 'GEM', balancePerNode: 9 }] }));
    const plain = poor.scenario.tokens.map((token) => ({ ...token, balancePerNode: PLENTY }));
    const rich = { ...poor, scenario: { ...poor.scenario, tokens: plain } };
    expect(readSequence(sequenceText(rich, { seed: '1' })).scenario).toEqual(rich.scenario);
  });
});

describe('the rare sequences', () => {
  it.each(FIRST_CASES.rare())(
    'are the same when they are written as a case: $scenario.question $pace',
    (rare) => {
      const { scenario } = readSequence(sequenceText(rare, { seed: rare.scenario.seed }));
      expect(scenario).toEqual(rare.scenario);
    },
  );

  it.each(FIRST_CASES.rare())(
    'are what was tried, however small they become: $scenario.question',
    async (rare) => {
      const found = { check: 'balances', title: 'it', predicted: '1', observed: '2' };
      const tryOut = async (sequence: Sequence) => {
        const { scenario } = readSequence(sequenceText(sequence, { seed: rare.scenario.seed }));
        expect(scenario).toEqual(sequence.scenario);
        return { verdict: 'violated', found, settled: sequence, run: undefined, curl: [], calls: 0 } as const;
      };
      const first = { sequence: rare, tried: await tryOut(rare) };
      const { shrinking } = await shrinkCase(first, tryOut, { goesOn: () => true });
      expect(shrinking.kept).toBeGreaterThan(0);
    },
  );
});

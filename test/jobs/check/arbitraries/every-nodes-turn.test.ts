import { describe, expect, it } from 'vitest';
import { everyNodesTurn } from '../../../../src/jobs/check/arbitraries/every-nodes-turn.ts';
import type { CaseDraft } from '../../../../src/jobs/check/case-draft.ts';
import { checkNodes } from '../../../../src/jobs/check/check-nodes.ts';
import { readCase, settleDraft } from '../../../../src/jobs/check/settle-draft.ts';
import type { Scenario, Step } from '../../../../src/model/scenario/scenario.ts';
import { simulatedBench } from '../../../../src/jobs/check/simulated-bench.ts';

const GIVEN = `
question: Are these nodes right?
seed: 1
network: {topology: {line: {nodes: 4}}, capacity: 2_000}
protocol: {hopLatency: 1ms, blockTime: 1s, confirmations: 1}
`;
const NODES = ['n1', 'n2', 'n3', 'n4'];
const CHOICES = { manners: ['sequential'], opensAndCloses: true, keepsNodes: true } as const;

async function askedIn(drafts: readonly CaseDraft[] = []): Promise<ReadonlySet<string>> {
  const settled = await Promise.all(drafts.map((draft) => settleDraft(draft, { scenarioText: GIVEN })));
  return askedBy(settled.flatMap(({ scenario }) => scenario.steps));
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
    const { atOnce, waiting, ends } = everyNodesTurn(readCase(GIVEN, {}), CHOICES);
    const pairs = NODES.flatMap((from) =>
      NODES.filter((to) => to !== from).map((to) => `${from} pays ${to}`),
    );
    expect([...(await askedIn(atOnce))].toSorted()).toEqual(pairs);
    const changed = await askedIn(waiting);
    const ended = await askedIn(ends);
    for (const node of NODES) {
      for (const kind of ['opens', 'deposits', 'withdraws']) expect(changed).toContain(`${node} ${kind}`);
      for (const kind of ['closes', 'leaves']) expect(ended).toContain(`${node} ${kind}`);
    }
  });

  it('have every node send all that a channel holds, and take it back', async () => {
    const { atOnce } = everyNodesTurn(readCase(GIVEN, {}), CHOICES);
    const settled = await Promise.all(atOnce.map((draft) => settleDraft(draft, { scenarioText: GIVEN })));
    const steps = settled.flatMap(({ scenario }) => scenario.steps);
    const there = steps.filter((step, at) => {
      const back = steps[at + 1];
      if (step.kind !== 'pay' || back?.kind !== 'pay' || Number(step.amount) < 900) return false;
      return back.from === step.to && back.to === step.from && back.amount === step.amount;
    });
    expect(there.map((step) => 'from' in step && step.from)).toEqual(NODES);
  });

  it('leave channels alone where they have to stay, and pay partners only where fees are not known', async () => {
    const choices = { ...CHOICES, opensAndCloses: false, mediates: false } as const;
    const { atOnce, waiting, ends } = everyNodesTurn(readCase(GIVEN, {}), choices);
    expect(await askedIn(atOnce)).not.toContain('n1 pays n3');
    expect([...(await askedIn(waiting))].map((asked) => asked.split(' ')[1])).not.toContain('opens');
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
      seed: '1',
      runs: 8,
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

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sequences } from '../../../src/jobs/check/arbitraries/sequences.ts';
import { mayBeMediated, readSequence } from '../../../src/jobs/check/sequence.ts';
import { assembleNetwork } from '../../../src/jobs/assemble.ts';
import { settleSteps } from '../../../src/jobs/settle/settle-steps.ts';
import { simulate } from '../../../src/jobs/simulate.ts';
import { topology } from '../../world/world.ts';

const TRIANGLE = `
question: What may be asked where nobody knows what mediators ask?
seed: 1
network:
  topology: ${topology('n1 100 - 20 n2 70 - 0 n3, n1 100 - 100 n3')}
  settleTimeout: 40
  revealTimeout: 10
`;

async function asked(...steps: readonly string[]) {
  const { scenario } = readSequence(`${TRIANGLE}steps:\n${steps.map((step) => `  - ${step}\n`).join('')}`);
  const settled = await settleSteps(scenario, undefined, { leavesOut: mayBeMediated });
  return settled.steps.map((step) => (step.kind === 'pay' ? `pay ${step.to} ${step.amount}` : step.kind));
}

const most = 'pay: {from: n1, to: n2, amount: {of: channel, percent: 80}}';
const withdraw = 'withdraw: {from: n1, to: n2, by: {of: channel, percent: 80}}';
const few = 'pay: {from: n1, to: n2, amount: {of: channel, percent: 40}}';
const beside = (step: string): string => `${step}\n    beside: true`;

describe('calls where nobody knows what mediators ask', () => {
  it('are payments that a partner gets directly, or that nobody can make', async () => {
    const pay = (to: string, amount: number): string => `pay: {from: n2, to: ${to}, amount: ${amount}}`;
    expect(await asked(pay('n1', 5), pay('n1', 30), pay('n1', 500))).toEqual(['pay n1 5', 'pay n1 500']);
  });

  it('have the channel between payer and payee hold all that may be taken out of it, in whatever order', async () => {
    expect(await asked(most, beside(most))).toEqual(['pay n2 80']);
    expect(await asked(most, beside(withdraw))).toEqual(['pay n2 80']);
    expect(await asked(withdraw, beside(most))).toEqual(['withdraw']);
    expect(await asked(most, beside(few))).toEqual(['pay n2 80']);
    expect(await asked(few, beside(few), beside(few))).toEqual(['pay n2 40', 'pay n2 40']);
  });

  it('ask no mediator for anything', async () => {
    const { scenario, ...sequence } = readSequence(TRIANGLE);
    const given = {
      sequence: { ...sequence, scenario, keepsNetwork: true },
      network: assembleNetwork(scenario),
    } as const;
    const overlapping = sequences(
      { paces: ['scenario'], stopsNodes: false, opensAndCloses: true, takesTime: false, mediates: false },
      { given },
    );
    await fc.assert(
      fc.asyncProperty(overlapping, async (drawn) => {
        const settled = await settleSteps(drawn.scenario, undefined, { leavesOut: mayBeMediated });
        const { records } = await simulate({ scenario: settled, pace: drawn.pace });
        expect(records.filter(({ trace }) => (trace?.hops.length ?? 0) > 1)).toEqual([]);
      }),
      { numRuns: 60, seed: 20_261_124 },
    );
  });
});

import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { sequences } from '../../../src/jobs/check/arbitraries/sequences.ts';
import { settleSteps } from '../../../src/jobs/settle/settle-steps.ts';
import type { Operation } from '../../../src/model/run/operation.ts';
import type { Scenario } from '../../../src/model/scenario/scenario.ts';
import { differences, inWords } from '../../fixtures/lied-to-replay.ts';
import {
  type Departure,
  inAnotherOrder,
  replayOnVirtualClock,
} from '../../fixtures/virtual/virtual-replay.ts';
import { scenarioFrom } from '../scenario-text.ts';
import { topology } from '../../world/world.ts';
import { mayBeMediated, readSequence } from '../../../src/jobs/check/sequence.ts';
import { assembleNetwork } from '../../../src/jobs/assemble.ts';
import { simulate } from '../../../src/jobs/simulate.ts';

interface HonestOverlap {
  readonly name: string;
  readonly channels?: string;
  readonly network?: object;
  readonly hopLatency?: string;
  readonly steps: readonly object[];
  readonly late?: number;
  readonly order?: readonly number[] | 'reversed';
  readonly messageMs?: number;
}

const CASES = parse(
  readFileSync(new URL('honest-overlap.yaml', import.meta.url), 'utf8'),
) as readonly HonestOverlap[];

async function alarms(scenario: Scenario, departure: Departure): Promise<readonly string[]> {
  const { comparison } = await replayOnVirtualClock(scenario, departure);
  return differences(comparison).map(inWords);
}

function scenarioOf({
  channels = 'n1 2758 - 2678 n2, n1 1 - 2033 n3',
  network = { settleTimeout: 40, revealTimeout: 10 },
  hopLatency = '500ms',
  steps,
}: HonestOverlap): Scenario {
  const protocol = { blockTime: '1s', confirmations: 2, hopLatency };
  const text = stringify({ question: 'Does it raise an alarm?', seed: 1, network, protocol, steps });
  return scenarioFrom(text.replace(/^network:$/m, `network:\n  topology: ${topology(channels)}`));
}

function departureOf({ late, order, messageMs: ms }: HonestOverlap): Departure {
  if (ms !== undefined)
    return {
      nodes: (same) => ({ ...same, protocol: { ...same.protocol, hopLatency: { kind: 'fixed', ms } } }),
    };
  if (order === undefined) return inAnotherOrder(({ id }) => (id === late ? 1 : 0));
  if (order === 'reversed') return { drive: (operations) => operations.toReversed() };
  const placeOf = ({ id }: Operation): number => order.indexOf(id);
  return { drive: (operations) => operations.toSorted((one, other) => placeOf(one) - placeOf(other)) };
}

describe('calls that overlap on nodes that do what the model says raise no alarm', () => {
  it('whatever is drawn', async () => {
    const may = { stopsNodes: true, opensAndCloses: true, takesTime: true };
    const property = fc.asyncProperty(sequences({ paces: ['scenario'], ...may }), async ({ scenario }) => {
      expect(
        await alarms(
          await settleSteps(scenario),
          inAnotherOrder(() => 0),
        ),
      ).toEqual([]);
    });
    await fc.assert(property, { numRuns: 80 });
  });

  it.each(CASES)('as $name once did', async (overlap) => {
    expect(await alarms(await settleSteps(scenarioOf(overlap)), departureOf(overlap))).toEqual([]);
  });
});

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
    const property = fc.asyncProperty(overlapping, async (drawn) => {
      const settled = await settleSteps(drawn.scenario, undefined, { leavesOut: mayBeMediated });
      const { records } = await simulate({ scenario: settled, pace: drawn.pace });
      expect(records.filter(({ trace }) => (trace?.hops.length ?? 0) > 1)).toEqual([]);
    });
    await fc.assert(property, { numRuns: 60, seed: 20_261_124 });
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { networks } from '../../../../src/jobs/check/arbitraries/networks.ts';
import { partnersOf } from '../../../../src/jobs/check/arbitraries/steps.ts';
import { sequences } from '../../../../src/jobs/check/arbitraries/sequences.ts';
import { assembleNetwork } from '../../../../src/jobs/assemble.ts';
import { readSequence, sequenceText } from '../../../../src/jobs/check/sequence.ts';
import { settleSteps } from '../../../../src/jobs/settle/settle-steps.ts';
import { simulate } from '../../../../src/jobs/simulate.ts';
import type { Step } from '../../../../src/model/scenario/scenario.ts';
import { world } from '../../../world/world.ts';

const MAY = { stopsNodes: true, opensAndCloses: true, takesTime: true };
const any = sequences({ paces: ['sequential', 'scenario'], ...MAY });
const drawn = fc.sample(any, { numRuns: 400, seed: 20_261_123 });

type Payment = Extract<Step, { kind: 'pay' }>;

function paymentsOf(steps: readonly Step[]): readonly Payment[] {
  return steps.filter((step) => step.kind === 'pay');
}

describe('made-up steps', () => {
  it('ask for every kind of call, and for amounts by what is there', () => {
    const steps = drawn.flatMap(({ scenario }) => scenario.steps);
    const kinds = new Set(steps.map(({ kind }) => kind));
    expect([...kinds].toSorted()).toEqual(
      [
        'close',
        'deposit',
        'leave',
        'open',
        'pay',
        'set',
        'slow',
        'start',
        'stop',
        'wait',
        'withdraw',
      ].toSorted(),
    );
    const bases = new Set(
      paymentsOf(steps).map(({ amount }) => (typeof amount === 'bigint' ? 'units' : amount.of)),
    );
    expect([...bases].toSorted()).toEqual(['channel', 'network', 'node', 'route', 'units']);
  });

  it('begin with none, and start together only where the pace lets them', () => {
    for (const { scenario, pace } of drawn) {
      expect(scenario.steps[0]?.isBeside).toBeUndefined();
      if (pace === 'sequential') expect(scenario.steps.some(({ isBeside }) => isBeside)).toBe(false);
    }
    expect(drawn.some(({ scenario }) => scenario.steps.some(({ isBeside }) => isBeside))).toBe(true);
  });

  it('use an identifier once more: for the same, and for one more', () => {
    const seen = new Set<string>();
    for (const { scenario } of drawn) {
      const named = paymentsOf(scenario.steps).filter(({ identifier }) => identifier !== undefined);
      for (const [at, first] of named.entries())
        for (const other of named.slice(at + 1)) {
          if (first.identifier !== other.identifier) continue;
          const isSame =
            JSON.stringify(first, text) === JSON.stringify({ ...other, isBeside: first.isBeside }, text);
          seen.add(isSame ? 'the same' : 'for more');
        }
    }
    expect([...seen].toSorted()).toEqual(['for more', 'the same']);
  });

  it('ask for as much with the identifier of a payment that may never have been asked for', () => {
    const again = drawn.flatMap(({ scenario }) => {
      const payments = paymentsOf(scenario.steps);
      const givenUp = payments.filter(({ giveUpAfterMs }) => giveUpAfterMs !== undefined);
      return givenUp.flatMap((one) =>
        payments
          .filter(({ identifier }) => identifier !== undefined && identifier === one.identifier)
          .map(({ amount }) => [amount, one.amount]),
      );
    });
    expect(again.length).toBeGreaterThan(3);
    for (const [amount, first] of again) expect(amount).toBe(first);
  });

  it('start what was stopped', () => {
    for (const { scenario } of drawn) {
      const stopped = new Set<string>();
      for (const step of scenario.steps) {
        if (step.kind === 'start' && stopped.size > 0) expect(stopped).toContain(step.node);
        if (step.kind === 'stop') stopped.add(step.node);
        if (step.kind === 'start') stopped.delete(step.node);
      }
    }
  });

  it('know partners by the channels that were opened and closed before', () => {
    const network = world('a 9 - 9 b 9 - 9 c, d');
    const [token] = network.getAttribute('tokens').map(({ name }) => name);
    const between = { from: 'a', token: token ?? '' };
    const steps: readonly Step[] = [
      { kind: 'open', ...between, to: 'd', deposit: 1n },
      { kind: 'close', ...between, to: 'b' },
    ];
    expect([...partnersOf('a', network)]).toEqual(['b']);
    expect([...partnersOf('a', network, steps)]).toEqual(['d']);
    expect([
      ...partnersOf('d', network, [...steps, { kind: 'leave', node: 'a', token: token ?? '' }]),
    ]).toEqual([]);
  });
});

describe('made-up sequences', () => {
  it('are scenario files that say what they do, read as they are, and simulate', async () => {
    for (const sequence of drawn.slice(0, 25)) {
      const { scenario: asked, pace } = sequence;
      const scenario = await settleSteps(asked);
      const file = sequenceText({ ...sequence, scenario }, { seed: asked.seed });
      expect(readSequence(file).scenario).toEqual(scenario);
      const run = await simulate({ scenario, pace });
      expect(run.records).toHaveLength(scenario.steps.length);
      expect(run.partial).toBe(false);
    }
  });

  it('are in connected networks whose nodes all have a channel', () => {
    for (const scenario of fc.sample(networks(), { numRuns: 50, seed: 1 })) {
      const network = assembleNetwork(scenario);
      expect(network.nodes().every((node) => network.degree(node) > 0)).toBe(true);
    }
  });
});

function text(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}

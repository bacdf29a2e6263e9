import { assembleNetwork, assembleOperations } from '../../../src/jobs/assemble.ts';
import { drive } from '../../../src/jobs/drive/drive.ts';
import { directoryOf } from '../../../src/model/network/directory.ts';
import type { Answer, PaymentReceipt } from '../../../src/model/run/answer.ts';
import type { NodeApi } from '../../../src/ports/node-api.ts';
import { VirtualClock } from '../../../src/runtime/virtual-clock.ts';
import { planSource } from '../../../src/workload/plan-source.ts';
import { describe, expect, it } from 'vitest';
import { simulate } from '../../../src/jobs/simulate.ts';
import { scenarioFrom } from '../scenario-text.ts';

const BURST = `
question: what ends a run?
seed: 1
network: {topology: {line: {nodes: 3}}}
traffic:
  - arrivals: {burst: {size: 5, every: 1s}}
    count: 50
    amounts: 1
`;

describe('driving', () => {
  it.each(['scenario', 'sequential'] as const)(
    'what a callback throws ends the run at pace %s and reaches the caller',
    async (pace) => {
      let seen = 0;
      const run = simulate({
        scenario: scenarioFrom(BURST),
        pace,
        onRecord: () => {
          seen += 1;
          throw new Error('the disk is full');
        },
      });
      await expect(run).rejects.toThrow('the disk is full');
      expect(seen).toBeLessThanOrEqual(5);
    },
  );

  it('what a callback throws waits for nothing that is in flight', async () => {
    const scenario = scenarioFrom(BURST);
    const network = assembleNetwork(scenario);
    const operations = assembleOperations({ scenario, network }).slice(0, 2);
    const clock = new VirtualClock();
    let asked = 0;
    const pay = (): Promise<Answer<PaymentReceipt>> => {
      asked += 1;
      const refusal = { kind: 'refused', status: 409, errors: 'no', reason: 'other' } as const;
      return asked === 1 ? Promise.resolve(refusal) : new Promise(() => {});
    };
    const driving = drive({
      source: planSource(operations),
      nodes: { node: () => ({ pay }) as unknown as NodeApi },
      directory: directoryOf(network),
      clock,
      runControl: undefined,
      onRecord: () => {
        throw new Error('the disk is full');
      },
    });
    await expect(driving).rejects.toThrow('the disk is full');
    expect({ asked, nowMs: clock.nowMs() }).toEqual({ asked: 2, nowMs: 0 });
  });

  it('what is thrown between two operations ends the run and reaches the caller', async () => {
    const run = simulate({
      scenario: scenarioFrom(BURST),
      pace: 'sequential',
      observe: ({ record }) =>
        record?.operation.id === 2 ? Promise.reject(new Error('a reading failed')) : Promise.resolve([]),
    });
    await expect(run).rejects.toThrow('a reading failed');
  });

  it('a run that is interrupted between two operations starts no further one', async () => {
    const interruption = new AbortController();
    const looks: unknown[] = [];
    const run = await simulate({
      scenario: scenarioFrom(BURST),
      pace: 'sequential',
      signal: interruption.signal,
      observe: ({ moment }) => {
        looks.push(moment);
        if (moment === 2) interruption.abort();
        return Promise.resolve([]);
      },
    });
    expect(run.partial).toBe(true);
    expect(run.records.map(({ operation }) => operation.id)).toEqual([0, 1, 2]);
    expect(looks).toEqual(['start', 0, 1, 2, 'end']);
  });
});

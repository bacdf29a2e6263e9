import { describe, expect, it } from 'vitest';
import { drainSource } from '../../src/jobs/load/k6/k6-plan.ts';
import type { Operation } from '../../src/model/run/operation.ts';
import type { ExecutorSettings, ExecutorSpec } from '../../src/model/scenario/load-spec.ts';
import { PaymentTraceBuilder } from '../../src/model/scenario/payment-trace.ts';
import type { OperationSource } from '../../src/ports/operation-source.ts';
import { createRandomSource } from '../../src/runtime/random-source.ts';
import { loadSource } from '../../src/workload/load-source.ts';
import { world } from '../world/world.ts';
import { allPairs } from './all-choices.ts';
import { RATE, trafficSpec, twoTokenScenario } from './traffic-fixture.ts';

type Given = ExecutorSettings & Partial<Pick<ExecutorSpec, 'startMs' | 'gracefulStopMs'>>;

function sourceOf(...executors: readonly Given[]): OperationSource {
  return loadSource({
    executors: executors.map((one, index) => ({ name: `e${index}`, startMs: 0, gracefulStopMs: 50, ...one })),
    scenario: twoTokenScenario({ traffic: [trafficSpec()] }),
    network: world('a 100 - 0 b', { tokens: ['T', 'U'] }),
    random: createRandomSource('1'),
    pairs: allPairs,
  });
}

/** Payments of growing amounts, a hundred milliseconds apart. */
function trace(length: number, { identifier }: { readonly identifier?: bigint } = {}) {
  const builder = new PaymentTraceBuilder();
  for (let sequence = 0; sequence < length; sequence += 1)
    builder.add({
      atMs: 5000 + 100 * sequence,
      node: 'a',
      target: 'b',
      token: 'T',
      amount: 2n ** 200n + BigInt(sequence),
      sequence,
      ...(identifier === undefined ? {} : { identifier: identifier + BigInt(sequence) }),
    });
  const settings = { kind: 'trace', file: 'day.csv', speed: 1, maxVus: 100 } as const;
  return { ...settings, payments: builder.finish() };
}

const operationsOf = drainSource;

function identifierOf(operation: Operation): bigint | undefined {
  return operation.kind === 'pay' ? operation.identifier : undefined;
}

/** Takes what is due until that moment; ids, and undefined for what is dropped. */
function takeUntil(source: OperationSource, atMs: number): readonly (number | undefined)[] {
  const taken: (number | undefined)[] = [];
  while (source.nextAtMs() <= atMs) taken.push(source.take(atMs)?.id);
  return taken;
}

function overdue(
  source: OperationSource,
  { atMs, ids }: { readonly atMs: number; readonly ids: readonly number[] },
) {
  const isOverdue = source.cutOff?.overdue(atMs);
  return ids.filter((id) => isOverdue?.({ id } as Parameters<typeof isOverdue>[0]));
}

describe('a trace', () => {
  it('starts its own payments at its own moments, as many times as fast as its speed says', () => {
    const source = sourceOf({ ...trace(3), speed: 2, startMs: 1000 });
    expect(operationsOf(source)).toMatchObject([
      { id: 0, atMs: 1000, node: 'a', target: 'b', amount: 2n ** 200n, origin: 'load.executors.e0#0' },
      { id: 1, atMs: 1050, node: 'a', target: 'b', amount: 2n ** 200n + 1n },
      { id: 2, atMs: 1100, node: 'a', target: 'b', amount: 2n ** 200n + 2n },
    ]);
    expect(source.cutOff?.nextAtMs()).toBe(1150);
  });

  it('keeps the identifiers it has', () => {
    expect(operationsOf(sourceOf(trace(2, { identifier: 5n }))).map(identifierOf)).toEqual([5n, 6n]);
  });

  it('drops what finds no room in flight', () => {
    const source = sourceOf({ ...trace(3), maxVus: 1 });
    expect(takeUntil(source, 1000)).toEqual([0, undefined, undefined]);
  });

  it('that nobody has read is refused by the name of its field', () => {
    const unread: ExecutorSettings = { kind: 'trace', file: 'day.csv', speed: 1, maxVus: 1 };
    expect(() => sourceOf(unread)).toThrow('load.executors.e0.file: "day.csv" has not been read');
  });
});

describe('a load of several executors', () => {
  it('starts each after its own start, the earliest first, at one moment in the order of the file', () => {
    const source = sourceOf(RATE, { ...RATE, startMs: 100 });
    // Payment n of executor e has the id 2n + e.
    expect(takeUntil(source, 250)).toEqual([0, 2, 1, 4, 3]);
    expect(takeUntil(source, 1000)).toEqual([5]);
  });

  it('gives up what an executor has in flight when its own graceful stop is over', () => {
    const source = sourceOf(RATE, { ...RATE, startMs: 100, gracefulStopMs: 500 });
    const ids = takeUntil(source, 1000) as number[];
    expect(source.cutOff?.nextAtMs()).toBe(350);
    expect(overdue(source, { atMs: 350, ids })).toEqual([0, 2, 4]);
    expect(source.cutOff?.nextAtMs()).toBe(900);
    expect(overdue(source, { atMs: 900, ids })).toEqual([1, 3, 5]);
    expect(source.cutOff?.nextAtMs()).toBe(Number.POSITIVE_INFINITY);
  });

  it('counts starts as dropped that are still to be made when the executor is over', () => {
    const source = sourceOf(RATE);
    expect(takeUntil(source, 0)).toEqual([0]);
    source.cutOff?.overdue(350);
    expect(takeUntil(source, 1000)).toEqual([undefined, undefined]);
    expect(source.isExhausted()).toBe(true);
  });

  it('lets virtual users start nothing more when their executor is over', () => {
    const source = sourceOf({ kind: 'constant-vus', vus: 2, durationMs: 300 });
    expect(takeUntil(source, 0)).toEqual([0, 1]);
    expect(overdue(source, { atMs: 350, ids: [0, 1] })).toEqual([0, 1]);
    source.ended({ id: 0 } as Parameters<OperationSource['ended']>[0], 350);
    source.ended({ id: 1 } as Parameters<OperationSource['ended']>[0], 350);
    expect(source.isExhausted()).toBe(true);
  });

  it('gives up payments of users that are no longer wanted, and those only', () => {
    const source = sourceOf(
      {
        kind: 'ramping-vus',
        startVus: 2,
        stages: [
          { durationMs: 200, target: 1 },
          { durationMs: 800, target: 1 },
        ],
        gracefulRampDownMs: 100,
        startMs: 1000,
      },
      { ...RATE, durationMs: 100, startMs: 1000, gracefulStopMs: 10_000 },
    );
    const ids = takeUntil(source, 1050) as number[];
    expect(ids).toEqual([0, 2, 1]);
    expect(source.cutOff?.nextAtMs()).toBe(1300);
    expect(overdue(source, { atMs: 1300, ids })).toEqual([2]);
    expect(source.cutOff?.nextAtMs()).toBe(2050);
  });
});

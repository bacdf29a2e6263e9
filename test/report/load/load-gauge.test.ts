import { describe, expect, it } from 'vitest';
import { LoadAggregate } from '../../../src/model/load/load-aggregate.ts';
import { LoadGauge } from '../../../src/report/load/load-gauge.ts';
import type { Operation, OperationRecord } from '../../../src/model/run/operation.ts';
import { VirtualClock } from '../../../src/runtime/virtual-clock.ts';

const PAYMENT: Operation = {
  kind: 'pay',
  id: 0,
  atMs: 0,
  origin: 'traffic',
  node: 'a',
  target: 'b',
  token: 'TOK',
  amount: 1n,
  identifier: 1n,
};

describe('the gauge of a load', () => {
  it('knows what is in flight and the rates of the last seconds', () => {
    const clock = new VirtualClock();
    const { gauge, end } = gaugeOn(clock);
    for (let second = 1; second <= 10; second += 1) {
      clock.advanceTo(second * 1_000);
      for (let index = 0; index < 20; index += 1) gauge.sent(PAYMENT, clock.nowMs());
      for (let index = 0; index < 18; index += 1) end(second * 1_000, 100);
    }
    const reading = gauge.read();
    expect(reading).toMatchObject({ sent: 200, inFlight: 20, elapsedMs: 10_000 });
    expect(reading.sentPerSecond).toBeGreaterThan(17);
    expect(reading.sentPerSecond).toBeLessThan(27);
    expect(reading.p99Ms).toBeCloseTo(100, -1);
  });

  it('forgets percentiles of what is long ago', () => {
    const clock = new VirtualClock();
    const { gauge, end } = gaugeOn(clock);
    gauge.sent(PAYMENT, clock.nowMs());
    end(500, 400);
    clock.advanceTo(20_000);
    gauge.sent(PAYMENT, clock.nowMs());
    expect(gauge.read()).toMatchObject({ inFlight: 1, p50Ms: Number.NaN });
  });
});

function gaugeOn(clock: VirtualClock) {
  const aggregate = new LoadAggregate();
  const gauge = new LoadGauge(clock, aggregate);
  const end = (endedAtMs: number, tookMs: number): void => {
    const outcome = { kind: 'succeeded' } as OperationRecord['outcome'];
    const record = { operation: PAYMENT, outcome, startedAtMs: endedAtMs - tookMs, endedAtMs };
    aggregate.add(record);
  };
  return { gauge, end };
}

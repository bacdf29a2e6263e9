import { describe, expect, it } from 'vitest';
import { type CapacityProbe, capacityCurve, capacityKnee } from '../../../src/model/capacity/capacity.ts';

describe('the curve of a search', () => {
  it('averages probes at nearly equal rates, lowest first', () => {
    const curve = capacityCurve([probe(100, 90), probe(10, 10), probe(100.5, 92)]);
    expect(curve.map(({ rate, probes, goodput }) => ({ rate, probes, goodput }))).toEqual([
      { rate: 10, probes: 1, goodput: 10 },
      { rate: 100.25, probes: 2, goodput: 91 },
    ]);
  });

  it('has its knee where more is offered than is gained', () => {
    const rates = [10, 20, 40, 80, 100, 120, 160];
    expect(capacityKnee(capacityCurve(rates.map((rate) => probe(rate, Math.min(rate, 100)))))).toBe(100);
  });

  it('has no knee below a rate at which all that was offered succeeded', () => {
    // As measured: the curve bends most at 115, and yet 121 of 121 succeeded.
    const measured = [
      [20, 20],
      [115, 123],
      [121, 121],
      [125, 128],
      [126, 125],
      [160, 112],
      [320, 110],
    ] as const;
    expect(capacityKnee(capacityCurve(measured.map(([rate, goodput]) => probe(rate, goodput))))).toBeCloseTo(
      125.5,
    );
  });

  it('has no knee when less succeeded than was offered at every rate', () => {
    expect(
      capacityKnee(capacityCurve([10, 20, 40, 80].map((rate) => probe(rate, rate / 2)))),
    ).toBeUndefined();
  });

  it('has no knee when everything that is offered succeeds', () => {
    expect(capacityKnee(capacityCurve([10, 20, 40, 80].map((rate) => probe(rate, rate))))).toBeUndefined();
  });
});

function probe(rate: number, goodput: number): CapacityProbe {
  return { rate, holds: true, payments: 1, throughput: goodput, goodput, p50Ms: 1, p95Ms: 1, p99Ms: 1 };
}

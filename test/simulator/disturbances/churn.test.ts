import { describe, expect, it } from 'vitest';
import type { ChurnSpec } from '../../../src/model/disturbances/disturbance.ts';
import { type TestBench, testBench } from '../../world/test-bench.ts';

const NAMES = ['a', 'b', 'c', 'd'];

function bench(churn: ChurnSpec, seed = 'test'): TestBench {
  const network = 'a 100 - 100 b 100 - 100 c 100 - 100 d';
  return testBench(network, { disturbances: { churn: [churn] }, seed });
}

/** Who runs, at each of these seconds. */
function runningAt({ clock, simulation }: TestBench, seconds: readonly number[]): readonly string[] {
  return seconds.map((second) => {
    clock.advanceTo(second * 1000);
    return NAMES.filter((name) => simulation.control.isRunning(name)).join('');
  });
}

describe('churn', () => {
  it('takes its nodes offline and brings them back, again and again', () => {
    const one = bench({
      kind: 'random',
      nodes: { kind: 'named', names: ['b'] },
      online: { kind: 'fixed', ms: 10_000 },
      offline: { kind: 'fixed', ms: 6_000 },
      together: false,
    });
    expect(runningAt(one, [9, 11, 15, 17, 25, 27])).toEqual(['abcd', 'acd', 'acd', 'abcd', 'abcd', 'acd']);
    one.clock.advanceTo(32_000);
    expect(one.simulation.calm()?.online).toEqual({
      share: (3 + 5 / 8) / 4,
      absences: 2,
      least: [{ node: 'b', share: 5 / 8, absences: 2 }],
    });
  });

  it('of a group takes all of it at the same moments, else each node at its own', () => {
    const churn = (together: boolean): ChurnSpec => ({
      kind: 'random',
      nodes: { kind: 'all' },
      online: { kind: 'exponential', meanMs: 10_000 },
      offline: { kind: 'exponential', meanMs: 10_000 },
      together,
    });
    const seconds = Array.from({ length: 100 }, (_, second) => second);
    expect(new Set(runningAt(bench(churn(true)), seconds))).toEqual(new Set(['abcd', '']));
    expect(new Set(runningAt(bench(churn(false)), seconds)).size).toBeGreaterThan(8);
  });

  it('of a share takes that many nodes, others with another seed', () => {
    const churn: ChurnSpec = {
      kind: 'random',
      nodes: { kind: 'share', share: 0.5 },
      online: { kind: 'fixed', ms: 1000 },
      offline: { kind: 'fixed', ms: 1_000_000 },
      together: false,
    };
    const left = ['1', '2', '3', '4', '5', '6'].map((seed) => runningAt(bench(churn, seed), [2])[0]);
    expect(left.map((names) => names?.length)).toEqual([2, 2, 2, 2, 2, 2]);
    expect(new Set(left).size).toBeGreaterThan(1);
  });

  it('by a schedule keeps to its times, every so often', () => {
    const one = bench({
      kind: 'schedule',
      nodes: { kind: 'named', names: ['a', 'd'] },
      absences: [
        { atMs: 1000, durationMs: 2000 },
        { atMs: 5000, durationMs: 1000 },
      ],
      everyMs: 10_000,
    });
    const seconds = [0.5, 2, 4, 5.5, 7, 12, 14, 15.5, 19];
    const [all, gone] = ['abcd', 'bc'];
    expect(runningAt(one, seconds)).toEqual([all, gone, all, gone, all, gone, all, gone, all]);
  });

  it('leaves a node stopped that was stopped by hand, and ends when it is told to', () => {
    const one = bench({
      kind: 'random',
      nodes: { kind: 'all' },
      online: { kind: 'fixed', ms: 10_000 },
      offline: { kind: 'fixed', ms: 10_000 },
      together: false,
    });
    one.simulation.control.stop('b');
    expect(runningAt(one, [5, 15, 25])).toEqual(['acd', '', 'acd']);
    one.clock.advanceTo(35_000);
    one.simulation.calm();
    expect(runningAt(one, [36, 45, 55])).toEqual(['acd', 'acd', 'acd']);
  });

  it('begins anew after a reset', () => {
    const one = bench({
      kind: 'schedule',
      nodes: { kind: 'named', names: ['b'] },
      absences: [{ atMs: 5000, durationMs: 2000 }],
    });
    one.clock.advanceTo(4000);
    one.simulation.control.reset();
    expect(runningAt(one, [6, 8, 10, 12])).toEqual(['abcd', 'abcd', 'acd', 'abcd']);
  });

  it('names the field that speaks of a node that is not there', () => {
    const churn: ChurnSpec = {
      kind: 'schedule',
      nodes: { kind: 'named', names: ['b', 'x'] },
      absences: [{ atMs: 1, durationMs: 1 }],
    };
    expect(() => bench(churn)).toThrow(
      'churn[0].schedule.nodes[1]: found "x", expected a node of the network',
    );
  });
});

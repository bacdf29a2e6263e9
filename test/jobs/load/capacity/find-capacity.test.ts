import { describe, expect, it } from 'vitest';
import { findCapacity } from '../../../../src/jobs/load/capacity/find-capacity.ts';
import type { CapacityProbe } from '../../../../src/model/capacity/capacity.ts';
import type { RandomStream } from '../../../../src/ports/random.ts';
import { createRandomSource } from '../../../../src/runtime/random-source.ts';

/** Servers with a known limit, by how their probes err. */
const SERVERS: Readonly<Record<string, (limit: number, random: RandomStream) => (rate: number) => boolean>> =
  {
    'a sharp limit': (limit) => (rate) => rate <= limit,
    'probes that lie one time in twenty': (limit, random) => (rate) => random() < 0.05 !== rate <= limit,
    'one probe in ten that fails for no reason': (limit, random) => (rate) => rate <= limit && random() > 0.1,
    'a limit that is blurred by 2 %': (limit, random) => (rate) =>
      random() < 1 / (1 + Math.exp(Math.log(rate / limit) / 0.02)),
    'a first probe that lies': (limit) => lyingAt([1], (rate) => rate <= limit),
    'the first two probes near the limit that lie': (limit) => {
      const near = lyingAt([1, 2], (rate) => rate <= limit);
      return (rate) => (rate > limit / 2 ? near(rate) : true);
    },
  };

/** Says the opposite the given times it is asked, counted from 1. */
function lyingAt(lies: readonly number[], honest: (rate: number) => boolean): (rate: number) => boolean {
  let asked = 0;
  return (rate) => {
    asked += 1;
    return lies.includes(asked) !== honest(rate);
  };
}

/** Searches from 10 payments a second on, up to 500 unless said otherwise; a probe holds where `holds` says so. */
function searched(
  holds: (rate: number) => boolean,
  options: Partial<Parameters<typeof findCapacity>[0]> = {},
) {
  const probe = async (rate: number) => seen({ rate, holds: holds(rate) });
  return findCapacity({ startRate: 10, highestRate: 500, probe, ...options });
}

const SEEDS = Array.from({ length: 20 }, (_, index) => `seed ${index}`);

describe('the search for the highest rate', () => {
  for (const [name, server] of Object.entries(SERVERS)) {
    it(`is right within 5 % and its interval covers the truth in 19 of 20 seeds: ${name}`, async () => {
      let covered = 0;
      let close = 0;
      for (const seed of SEEDS) {
        const random = createRandomSource(seed).stream(name);
        const limit = 20 + random() * 200;
        const found = await searched(server(limit, random), { lowestRate: 5, highestRate: 1_000 });
        if (found.from <= limit && limit <= found.to) covered += 1;
        if (Math.abs(found.rate / limit - 1) <= 0.05) close += 1;
      }
      expect(covered).toBeGreaterThanOrEqual(19);
      expect(close).toBeGreaterThanOrEqual(19);
    });
  }

  it('does not conclude before two probes near the limit held and two failed', async () => {
    // So coarse that the first failure would do.
    const coarse = { precision: 1_000, startRate: 90, highestRate: 10_000 };
    const found = await searched((rate) => rate <= 100, coarse);
    expect(found.ended).toBe('found');
    const near = found.probes.filter(({ rate }) => rate > 85 && rate < 117);
    expect(near.filter(({ holds }) => holds).length).toBeGreaterThanOrEqual(2);
    expect(near.filter(({ holds }) => !holds).length).toBeGreaterThanOrEqual(2);
  });

  it('makes a probe again that failed while the driver was held up, and does not count it', async () => {
    const asked: number[] = [];
    const found = await findCapacity({
      startRate: 10,
      highestRate: 500,
      probe: async (rate) => {
        asked.push(rate);
        if (asked.length === 2) return { ...seen({ rate, holds: false }), doubt: 'paused' };
        return seen({ rate, holds: true });
      },
    });
    expect(asked.slice(0, 4)).toEqual([10, 20, 20, 40]);
    expect(found.ended).toBe('not-reached');
    expect(found.probes.map(({ repeated }) => repeated).slice(0, 3)).toEqual([undefined, true, undefined]);
  });

  it('believes a driver that is held up every time', async () => {
    const asked: number[] = [];
    const found = await findCapacity({
      startRate: 10,
      lowestRate: 5,
      highestRate: 500,
      probe: async (rate) => {
        asked.push(rate);
        return { ...seen({ rate, holds: false }), doubt: 'paused' };
      },
    });
    expect(found.ended).toBe('below-lowest');
    expect(asked.slice(0, 5)).toEqual([10, 10, 10, 10, 5]);
  });

  it('gives the answer it has after forty probes on a machine that disturbs half of them', async () => {
    const random = createRandomSource('noise').stream('noise');
    for (const limit of [50, 400, 1_500]) {
      const found = await findCapacity({
        startRate: 10,
        lowestRate: 5,
        highestRate: 4_000,
        probe: async (rate) => {
          const holds = random() < 1 / (1 + (rate / limit) ** 10);
          return { ...seen({ rate, holds }), ...(random() < 0.5 ? { doubt: 'paused' } : {}) };
        },
      });
      expect(found.probes.length).toBeLessThanOrEqual(40);
      expect(found.ended).toBe('most-probes');
      expect(found.from).toBeLessThanOrEqual(limit);
      expect(found.to).toBeGreaterThanOrEqual(limit);
    }
  });

  it('gives the answer it has after ten minutes, however long a target takes to recover', async () => {
    let nowMs = 0;
    const holds = (rate: number): boolean => {
      nowMs += 60_000;
      return rate <= 100;
    };
    const clock = { nowMs: () => nowMs };
    const found = await searched(holds, { highestRate: 20_000, probeMs: 10_000, clock });
    expect(found.probes.length).toBe(10);
    expect(found.ended).toBe('most-probes');
    expect(found.from).toBeLessThanOrEqual(100);
    expect(found.to).toBeGreaterThanOrEqual(100);
  });

  it('never more than doubles what held', async () => {
    let highest = 10;
    const holds = (rate: number): boolean => {
      expect(rate).toBeLessThanOrEqual(2 * highest);
      if (rate <= 777) highest = Math.max(highest, rate);
      return rate <= 777;
    };
    await searched(holds, { highestRate: 10_000 });
  });

  it('says so when the highest rate allowed is sustained', async () => {
    expect((await searched(() => true)).ended).toBe('not-reached');
  });

  it('says so when not even the lowest rate is sustained', async () => {
    expect((await searched(() => false, { lowestRate: 1 })).ended).toBe('below-lowest');
  });

  it('stops where it is when interrupted, without the probe that was cut', async () => {
    const stop = new AbortController();
    const holds = (rate: number): boolean => {
      if (rate > 50) stop.abort();
      return true;
    };
    const found = await searched(holds, { signal: stop.signal });
    expect(found).toMatchObject({ ended: 'interrupted' });
    expect(found.probes.map(({ rate }) => rate)).toEqual([10, 20, 40]);
  });
});

function seen({ rate, holds }: { readonly rate: number; readonly holds: boolean }): CapacityProbe {
  return { rate, holds, payments: 100, throughput: rate, goodput: rate, p50Ms: 1, p95Ms: 1, p99Ms: 1 };
}

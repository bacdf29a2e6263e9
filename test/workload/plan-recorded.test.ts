import { describe, expect, it } from 'vitest';
import { InputError } from '../../src/errors.ts';
import { assembleNetwork, assembleOperations } from '../../src/jobs/assemble.ts';
import { parseScenario } from '../../src/jobs/parse-scenario.ts';
import { topology } from '../world/world.ts';

const HOUR_S = 3600;

/** The payments of a recorded traffic in a line ann - hub - ben - cat, as `ann>ben 10 at 0`. */
function payments(csv: string, settings = '', seed = 1): readonly string[] {
  const scenario = parseScenario({
    file: 'week.yaml',
    text: `
question: Can last week be paid?
seed: ${seed}
network: {topology: ${topology('ann 100 - 100 hub 100 - 100 ben 100 - 100 cat')}}
recorded:
  - {file: week.csv${settings}}
`,
    readFile: (name) => {
      if (name !== 'week.csv') throw new Error('no such file');
      return csv;
    },
  });
  const operations = assembleOperations({ scenario, network: assembleNetwork(scenario) });
  return operations.map((each) =>
    each.kind === 'pay' ? `${each.node}>${each.target} ${each.amount} at ${each.atMs / 1000}` : each.kind,
  );
}

function faultsOf(csv: string, settings = '') {
  try {
    payments(csv, settings);
  } catch (error) {
    if (error instanceof InputError)
      return error.faults.map(({ message, place }) => [message, place?.file, place?.line]);
  }
  return [];
}

function csvOf(rows: readonly (readonly [number, string, string, number])[]): string {
  return ['at,from,to,amount', ...rows.map((row) => row.join(','))].join('\n');
}

describe('recorded payments', () => {
  it('are made as they were, from the first one on, in order of time', () => {
    const csv = csvOf([
      [1_700_000_060, 'ben', 'ann', 7],
      [1_700_000_000, 'ann', 'ben', 10],
    ]);
    expect(payments(csv)).toEqual(['ann>ben 10 at 0', 'ben>ann 7 at 60']);
    expect(payments(csv, '', 2)).toEqual(payments(csv));
  });

  // Each hour of three days has an amount of its own, and its number of payments.
  const days = Array.from({ length: 72 }, (_, hour) => hour).flatMap((hour) =>
    Array.from(
      { length: 1 + (hour % 3) },
      (_, nth) => [hour * HOUR_S + nth, 'ann', 'ben', hour + 1] as const,
    ),
  );

  it('are drawn anew in blocks that stay together and at their time of day', () => {
    const made = payments(csvOf(days), ', resample: 1h').map((text) => {
      const [, amount, at] = /(\d+) at ([\d.]+)$/.exec(text) ?? [];
      return {
        recordedHour: Number(amount) - 1,
        hour: Math.floor(Number(at) / HOUR_S),
        within: Number(at) % HOUR_S,
      };
    });
    for (const { recordedHour, hour } of made) expect(recordedHour % 24).toBe(hour % 24);
    for (let hour = 0; hour < 71; hour += 1) {
      const block = made.filter((each) => each.hour === hour).map(({ recordedHour }) => recordedHour);
      expect(new Set(block).size).toBe(1);
      expect(block).toHaveLength(1 + ((block[0] ?? 0) % 3));
    }
    expect(new Set(made.map(({ recordedHour, hour }) => recordedHour - hour)).size).toBeGreaterThan(2);
  });

  it('are drawn from the seed', () => {
    const draw = (seed: number) => payments(csvOf(days), ', resample: 6h', seed);
    expect(draw(1)).toEqual(draw(1));
    expect(draw(1)).not.toEqual(draw(2));
  });

  it('grow by copies at other moments', () => {
    const one = payments(csvOf(days));
    const twice = payments(csvOf(days), ', growth: 2');
    expect(twice).toHaveLength(2 * one.length);
    expect(one.every((each) => twice.includes(each))).toBe(true);
    const more = payments(csvOf(days), ', growth: 1.5, resample: 24h').length / one.length;
    expect(more).toBeGreaterThan(1.3);
    expect(more).toBeLessThan(1.7);
    expect(payments(csvOf(days), ', growth: 0.5').length).toBeLessThan(one.length);
  });

  it('come from and go to any node beyond a channel', () => {
    const rows = Array.from({ length: 40 }, (_, at) => [at, 'ann', 'beyond ben', 5] as const);
    const made = payments(csvOf(rows), ', of: hub').map((text) => text.split(' ')[0]);
    expect(new Set(made)).toEqual(new Set(['ann>ben', 'ann>cat']));
    expect(payments(csvOf([[0, 'beyond ann', 'cat', 5]]), ', of: hub')).toEqual(['ann>cat 5 at 0']);
  });

  it('are drawn from a record of many short blocks as well', () => {
    expect(payments(csvOf(days), ', resample: 300ms').length).toBeGreaterThan(0);
  });

  it.each([
    ['100h', 'found 0 whole blocks in the record, expected 2 to 1000000'],
    ['1ms', 'found 255602000 whole blocks in the record, expected 2 to 1000000'],
  ])('are refused where blocks of %s are too few to draw from, or too many', (resample, message) => {
    expect(faultsOf(csvOf(days), `, resample: ${resample}`)[0]?.[0]).toContain(message);
  });

  it('are counted before they are made where they grow', () => {
    const message = 'found 168000000 payments, expected at most the 10000000 left of a plan';
    expect(
      faultsOf(csvOf(Array.from({ length: 168 }, (_, at) => [at, 'ann', 'cat', 1])), ', growth: 1000000'),
    ).toEqual([[message, 'week', undefined]]);
  });

  it('are refused where they name nobody, with the file and the line', () => {
    const at = (name: string) =>
      csvOf([
        [0, 'ann', 'ben', 1],
        [1, name, 'cat', 1],
      ]);
    expect(faultsOf(at('eve'))).toMatchObject([
      ['found "eve", expected a node of the network', 'week.csv', 3],
    ]);
    expect(faultsOf(at('beyond ben'))).toMatchObject([
      ['found "beyond ben", expected `of:` with the node whose channel with ben that is', 'week.csv', 3],
    ]);
    expect(faultsOf(at('beyond ben'), ', of: ann')).toHaveLength(1);
    expect(faultsOf('at,from,to,amount\n0,ann,ben,-5')).toMatchObject([
      ['found "-5", expected an amount: an integer from 0 to 2^256-1', 'week.csv', 2],
    ]);
    expect(faultsOf('at,from,to\n0,ann,ben')).toMatchObject([
      ['found the header "at,from,to", expected `amount` in it', 'week.csv', 1],
    ]);
  });
});

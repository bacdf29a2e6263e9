import { describe, expect, it } from 'vitest';
import { isPaymentRecord } from '../../../src/model/run/operation.ts';
import { loadLiedTo } from '../../fixtures/in-sandbox.ts';
import { inWords } from '../../fixtures/lied-to-replay.ts';
import { nthPayment, shifted } from '../../fixtures/liars.ts';
import { MONEY_LIES, type MoneyLie, moneyLie } from '../../fixtures/lies/money-lies.ts';
import type { Lie } from '../../fixtures/lying-proxy.ts';
import { scenarioFrom } from '../scenario-text.ts';

const MEDIAN = 1_050n;
const NODES = Array.from({ length: 12 }, (_, at) => `n${at + 1}`);
const FEES = ['{flat: 5}', '{proportionalPpm: 4_000, imbalancePpm: 3_000}'];
const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
// Loads spend most of their time waiting until payments are due: so many at a time take about half a core.
const RATES = [
  { perSecond: 20, atATime: 6 },
  { perSecond: 100, atATime: 3 },
  { perSecond: 400, atATime: 2 },
];
const CASES = FEES.flatMap((fees) => RATES.map((rate) => ({ fees, ...rate })));

interface Case {
  readonly fees: string;
  readonly perSecond: number;
  readonly seed: number;
}

// Five seconds at 20 a second, and less than one at 400.
function loadIn({ fees, perSecond, seed }: Case, lie: Lie) {
  const scenario = scenarioFrom(`
question: Does a load miss one payment?
seed: ${seed}
network: {topology: {scale-free: {nodes: 12, channelsPerNode: 2}}, capacity: 200_000, fees: ${fees}}
protocol: {hopLatency: 5ms}
traffic:
  - {arrivals: {poisson: {perSecond: ${perSecond}}}, count: ${perSecond === 20 ? 100 : 300}, amounts: {uniform: {min: 100, max: 2_000}}}
`);
  return loadLiedTo(scenario, lie, { useExisting: true });
}

/** Whether a load tells the payment, or at least that sums are off. */
async function told(kind: MoneyLie, one: Case, isHidden: boolean) {
  const aimed = moneyLie(kind, { after: 20, amount: MEDIAN, nodes: NODES, isHidden });
  const { load, records } = await loadIn(one, aimed.lie);
  const its = records
    .filter(isPaymentRecord)
    .find(({ operation }) => operation.identifier.toString() === aimed.identifier())?.operation;
  return {
    isNamed: load.findings.some(({ operation }) => operation !== null && operation === its?.id),
    isAccused: load.findings.some(({ check }) => check === 'sums'),
    words: `${kind}, seed ${one.seed}: ${load.findings.map(inWords).join('; ')}`,
  };
}

/** The same work for each seed, so many at a time. */
async function forSeeds<Result>(
  seeds: readonly number[],
  atATime: number,
  work: (seed: number) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (let from = 0; from < seeds.length; from += atATime)
    results.push(...(await Promise.all(seeds.slice(from, from + atATime).map(work))));
  return results;
}

describe.each(CASES)('a load with fees, $fees at $perSecond a second', ({ fees, perSecond, atATime }) => {
  it.each(MONEY_LIES)('names a payment that was %s in nine of ten', async (kind) => {
    const runs = await forSeeds(SEEDS, atATime, (seed) => told(kind, { fees, perSecond, seed }, false));
    const missed = runs.filter(({ isNamed }) => !isNamed).map(({ words }) => words);
    expect(missed.length, missed.join('\n')).toBeLessThanOrEqual(SEEDS.length / 10);
  });

  it.each(MONEY_LIES)(
    'tells of a payment that was %s in nine of ten, though histories hide it',
    async (kind) => {
      const runs = await forSeeds(SEEDS, atATime, (seed) => told(kind, { fees, perSecond, seed }, true));
      // A history that hides it to the unit leaves sums only; one that leaves out what fees left over names it.
      const missed = runs.filter((one) => !one.isAccused && !one.isNamed).map(({ words }) => words);
      expect(missed.length, missed.join('\n')).toBeLessThanOrEqual(SEEDS.length / 10);
    },
  );

  it('sees a shift of money over a channel at both ends, and nothing wrong with the truth', async () => {
    await forSeeds(SEEDS.slice(0, 3), atATime, async (seed) => {
      const moved = await loadIn({ fees, perSecond, seed }, shifted(['n1', 'n2'], 10_000n, nthPayment(1)));
      expect(moved.load.findings.map(({ check }) => check)).toContain('sums');
      const honest = await loadIn({ fees, perSecond, seed }, (heard) => heard.forward());
      expect(honest.load.findings.map(inWords)).toEqual([]);
    });
  });
});

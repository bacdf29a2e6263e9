import { describe, expect, it } from 'vitest';
import { simulate } from '../../src/jobs/simulate.ts';
import { scenarioFrom } from '../jobs/scenario-text.ts';

// A success fee of 1 satoshi and 5 ppm.
const successFee = (amount: bigint): number => 1 + 5e-6 * Number(amount);
const JAM = 354n;
const JAM_S = 7;
const RUNS = 10;
const RUN_S = 60;
// Student's t, 95 %, of ten runs.
const T = 2.262;

const channel = (one: string, other: string): string =>
  `{between: [${one}, ${other}], deposits: [1_000_000_000, 0]}`;

/**
 * One honest payment a second along a chain of three, the outer channels of a million satoshi and the middle one of
 * `capacity`; each hop fails with probability min(1, amount / capacity), and each payment is tried three times.
 */
const honest = (capacity: number, seed: number): string => `
question: What does a mediator earn?
seed: ${seed}
network: {topology: {channels: [${channel('alice', 'bob')}, ${channel('bob', 'charlie')}, ${channel('charlie', 'dave')}]}}
protocol: {kind: instant, attempts: 3}
griefing:
  - hold: {nodes: [bob], probability: {amountOver: ${capacity}}}
  - hold: {nodes: [charlie, dave], probability: {amountOver: 1_000_000}}
traffic:
  - arrivals: {constant: {perSecond: 1}}
    count: ${RUN_S}
    amounts: {lognormal: {median: 50_000, sigma: 0.7}}
    pairs: {list: [[alice, dave]]}
`;

/** The same chain, whose middle channel an attacker keeps full: 483 slots, each for 14 blocks of half a second. */
const JAMMED = `
question: How many jams does it take?
seed: 1
network:
  topology: {channels: [${channel('mallory', 'bob')}, ${channel('bob', 'charlie')}, ${channel('charlie', 'trudy')}]}
  settleTimeout: 10
  revealTimeout: 2
protocol: {blockTime: 500ms, hopLatency: 1ms, maxPendingLocks: 483}
griefing: [{jam: {from: mallory, to: trudy, amount: ${JAM}, lockTimeout: 5}}]
steps: [{wait: 13.9s}]
`;

// What the mediator earns a second, in each run.
async function earnings(capacity: number): Promise<readonly number[]> {
  const earned = [];
  for (let seed = 1; seed <= RUNS; seed += 1) {
    const { records } = await simulate({ scenario: scenarioFrom(honest(capacity, seed)) });
    const fees = records.map(({ operation, outcome }) =>
      operation.kind === 'pay' && outcome.kind === 'succeeded' ? successFee(operation.amount) : 0,
    );
    earned.push(fees.reduce((sum, fee) => sum + fee, 0) / RUN_S);
  }
  return earned;
}

async function jamsPerSecond(): Promise<number> {
  const { disturbances } = await simulate({ scenario: scenarioFrom(JAMMED) });
  return (disturbances?.jams[0]?.locked ?? 0) / (2 * JAM_S);
}

describe('the share of the success fee that must be paid unconditionally for jamming not to hurt (eprint 2022/1454)', () => {
  it('is 1.88 % where the middle channel holds a million satoshi, and 1.15 % where it holds a tenth', async () => {
    const jams = await jamsPerSecond();
    expect(jams).toBe(483 / JAM_S);
    const published = [
      [1_000_000, 1.88],
      [100_000, 1.15],
    ] as const;
    for (const [capacity, percent] of published) {
      const shares = (await earnings(capacity)).map((earned) => (100 * earned) / (jams * successFee(JAM)));
      const mean = shares.reduce((sum, share) => sum + share, 0) / RUNS;
      const variance = shares.reduce((sum, share) => sum + (share - mean) ** 2, 0) / (RUNS - 1);
      const reach = T * Math.sqrt(variance / RUNS);
      expect(Math.abs(mean - percent), `${mean} +- ${reach}`).toBeLessThan(reach);
      // An interval that covered everything would prove nothing.
      expect(reach / mean).toBeLessThan(0.1);
    }
  });
});

import { describe, expect, it } from 'vitest';
import { readFirstCases } from '../../../../src/cli/check/package-files.ts';
import { assembleNetwork } from '../../../../src/jobs/assemble.ts';
import { drawnSequences } from '../../../../src/jobs/check/arbitraries/sequences.ts';
import { everyNodesTurn } from '../../../../src/jobs/check/first-sequences.ts';
import { readSequence, type Sequence } from '../../../../src/jobs/check/sequence.ts';
import type { Step } from '../../../../src/model/scenario/scenario.ts';

const MINUTE_MS = 60_000;
const SEEDS = Array.from({ length: 12 }, (_, seed) => `${seed}`);
// A payment with its looks, and a change on chain, as Python nodes take them (python-node.md 2).
const PAYMENT_MS = 700;
const CHANGE_MS = 8_000;
const CHANGES: ReadonlySet<Step['kind']> = new Set(['open', 'deposit', 'withdraw', 'close', 'leave']);

const FIRST_CASES = readFirstCases();
const PACES = ['sequential', 'scenario'] as const;
const MAY = { stopsNodes: false, opensAndCloses: true, takesTime: false } as const;

const lineOf = (nodes: number): string => `
question: Are these nodes right?
seed: 1
network: {topology: {line: {nodes: ${nodes}}}, capacity: 2_000}
`;

interface TimedSequence {
  /** The first candidate. */
  readonly sequence: Sequence;
  readonly beginsAtMs: number;
}

/** The sequences that begin within a minute, where blocks are slow or each try has nodes of its own. */
function drawn({
  nodes,
  seed,
  isChainSlow,
  paymentMs = PAYMENT_MS,
  changeMs = CHANGE_MS,
  runs = Number.POSITIVE_INFINITY,
}: {
  readonly nodes: number;
  readonly seed: string;
  readonly isChainSlow: boolean;
  readonly paymentMs?: number;
  readonly changeMs?: number;
  readonly runs?: number;
}): readonly TimedSequence[] {
  let nowMs = 0;
  const line = readSequence(lineOf(nodes));
  const given = { sequence: line, network: assembleNetwork(line.scenario) };
  const sequences = drawnSequences({
    seed,
    choices: { paces: PACES, ...MAY },
    given: () => given,
    first: everyNodesTurn(FIRST_CASES, given, {
      paces: PACES,
      opensAndCloses: true,
      keepsNodes: isChainSlow,
    }),
    runs,
    timeMs: MINUTE_MS,
    nowMs: () => nowMs,
    isChainSlow,
    signal: undefined,
  });
  const all: TimedSequence[] = [];
  for (const [sequence] of sequences as Iterable<[Sequence]>) {
    all.push({ sequence, beginsAtMs: nowMs });
    for (const { kind } of sequence.scenario.steps) nowMs += CHANGES.has(kind) ? changeMs : paymentMs;
  }
  return all;
}

const overlaps = ({ sequence: { scenario } }: TimedSequence): boolean =>
  scenario.steps.some(({ isBeside }) => isBeside);
// Each node opens a channel and closes one: chance has no such sequence.
const closes = ({ sequence: { scenario } }: TimedSequence): boolean =>
  scenario.steps.length > 2 &&
  scenario.steps.every(({ kind }, at) => kind === (at % 2 === 0 ? 'open' : 'close'));

describe('the sequences of a check', () => {
  it.each([3, 4, 6, 12])('have calls that start together in the first minute on %i slow nodes', (nodes) => {
    for (const seed of SEEDS) {
      const all = drawn({ nodes, seed, isChainSlow: true });
      expect(all.some(overlaps), `seed ${seed}`).toBe(true);
    }
  });

  it('overlap in a third of them, also while each node has its turn', () => {
    const all = SEEDS.flatMap((seed) => drawn({ nodes: 6, seed, isChainSlow: true, runs: 24, changeMs: 1 }));
    const overlapping = all.filter(({ sequence }) => sequence.pace === 'scenario').length;
    expect(overlapping / all.length).toBeGreaterThan(0.25);
    expect(overlapping / all.length).toBeLessThan(0.45);
  });

  it('close channels in the last quarter where they stay closed, whatever else is still to be asked', () => {
    for (const eachMs of [PAYMENT_MS, 100]) {
      const all = drawn({ nodes: 6, seed: '1', isChainSlow: true, paymentMs: eachMs, changeMs: eachMs });
      const [first] = all.filter(closes);
      expect(first?.beginsAtMs).toBeGreaterThanOrEqual((MINUTE_MS * 3) / 4);
    }
  });

  it('are the same where each try has nodes of its own, however long they take, and close channels then, too', () => {
    const few = { nodes: 4, seed: '1', isChainSlow: false, runs: 24 } as const;
    const quick = drawn({ ...few, paymentMs: 1, changeMs: 1 });
    expect(quick.some(closes)).toBe(true);
    const slow = drawn({ ...few, paymentMs: 200, changeMs: 200 });
    expect(slow.map(({ sequence }) => sequence)).toEqual(
      quick.slice(0, slow.length).map(({ sequence }) => sequence),
    );
    expect(slow).toHaveLength(few.runs);
  });
});

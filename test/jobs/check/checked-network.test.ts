import { describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { readFileSync } from 'node:fs';
import { learnFees } from '../../../src/jobs/check/checked-network.ts';
import { listedBench } from '../../../src/jobs/check/listed/listed-bench.ts';
import { readCase, readSequence } from '../../../src/jobs/check/sequence.ts';
import type { TestBench } from '../../../src/jobs/check/test-bench.ts';
import { trySequence } from '../../../src/jobs/check/try-case.ts';
import type { Sandbox } from '../../../src/jobs/sandbox.ts';
import { sandboxOf } from '../../fixtures/in-sandbox.ts';
import { DEFAULT_NODE_FEES, type FeeSchedule, NO_FEES } from '../../../src/model/network/fees.ts';
import { sandboxBench } from '../../../src/jobs/check/sandbox-bench.ts';
import { topology } from '../../world/world.ts';

const serve = (text: string) => sandboxOf(readCase(text));

async function nodesThatAsk(fees: FeeSchedule, nodes = 3, network: object = { capacity: 20_000 }) {
  const text = stringify({
    question: 'What do they ask?',
    seed: 7,
    network: { topology: { line: { nodes } }, ...network, fees },
    protocol: { hopLatency: '1ms' },
  });
  return (await serve(text)).targets;
}

// Nodes of one machine show what they do at once.
function hasty(bench: TestBench): TestBench {
  const furnish: TestBench['furnish'] = async (scenario) => ({
    ...(await bench.furnish(scenario)),
    settleMs: 300,
  });
  return { ...bench, furnish };
}

// What the command line knows of nodes in a list.
async function learnt(targets: Sandbox['targets']) {
  const nodes = Object.fromEntries(Object.keys(targets).map((name) => [name, {}]));
  const textWith = (fees: FeeSchedule): string =>
    stringify({ question: 'Any', seed: 1, network: { topology: { channels: [] }, fees }, nodes });
  const { fees } = await learnFees(textWith, { bench: hasty(listedBench({ targets })), seed: '1' });
  return fees;
}

describe('what mediators ask that nobody has described', () => {
  it('is learnt from a payment and one back: nothing, or what a node asks that nobody has configured', async () => {
    expect(await learnt(await nodesThatAsk(NO_FEES))).toMatchObject({ schedule: NO_FEES });
    expect(await learnt(await nodesThatAsk(DEFAULT_NODE_FEES))).toMatchObject({
      schedule: DEFAULT_NODE_FEES,
    });
  });

  it('is learnt in the first of several tokens, whatever channels there are in others', async () => {
    const textWith = (fees: FeeSchedule): string =>
      stringify({
        question: 'What do they ask?',
        seed: 7,
        tokens: [{ name: 'A' }, { name: 'B' }],
        networks: [
          { token: 'A', topology: { line: { nodes: 3 } }, capacity: 20_000, fees },
          { token: 'B', topology: { channels: [{ between: ['n1', 'n3'], deposits: [9, 9] }] }, fees },
        ],
        protocol: { hopLatency: '1ms' },
      });
    const { targets, network } = await serve(textWith(NO_FEES));
    const tokens = Object.fromEntries(
      network.getAttribute('tokens').map(({ name, tokenAddress }) => [name, tokenAddress]),
    );
    const bench = listedBench({ targets, tokens });
    const { fees } = await learnFees(textWith, { bench, seed: '1' });
    expect(fees).toMatchObject({ schedule: NO_FEES });
  });

  it.each([
    { flat: 0n, proportionalPpm: 0, imbalancePpm: 3_000 },
    { flat: 2n, proportionalPpm: 4_000, imbalancePpm: 3_000 },
    { flat: 0n, proportionalPpm: 0, imbalancePpm: 20_000 },
  ])('is not taken for nothing where a payment that evens balances out costs nothing: %o', async (fees) => {
    for (const split of ['equal', 'one-sided']) {
      const targets = await nodesThatAsk(fees, 3, { capacity: 1_000, split });
      expect((await learnt(targets)).schedule).toBeUndefined();
    }
  });

  it('is not known where neither explains the payment, or where no payment can be tried', async () => {
    const odd = await learnt(await nodesThatAsk({ flat: 7n, proportionalPpm: 0, imbalancePpm: 0 }));
    expect(odd.schedule).toBeUndefined();
    expect(odd.payment?.amount).toBe(9_000n);
    expect(await learnt(await nodesThatAsk(NO_FEES, 2))).toEqual({});
  });
});

describe('a payment over mediators of which nobody knows what they ask', () => {
  it('is not asked for, and one between partners is', async () => {
    const targets = await nodesThatAsk({ flat: 7n, proportionalPpm: 0, imbalancePpm: 0 });
    const trying = { bench: listedBench({ targets }), seed: '1', knowsFees: false };
    const pay = async (to: string, amount: number) => {
      const steps = [{ pay: { from: 'n1', to, amount } }];
      const text = stringify({ question: 'Any', seed: 1, network: NETWORK, nodes: NODES, steps });
      return await trySequence(readSequence(text), trying);
    };
    const [direct, mediated] = [await pay('n2', 500), await pay('n3', 500)];
    expect(direct).toMatchObject({ verdict: 'held', run: { records: [{ outcome: { kind: 'succeeded' } }] } });
    expect(mediated.run?.records).toEqual([]);
  });
});

const NETWORK = { topology: { channels: [] }, fees: NO_FEES };
const NODES = { n1: {}, n2: {}, n3: {} };

interface HonestSandbox {
  readonly name: string;
  readonly dialects?: readonly string[];
  readonly channels: string;
  readonly network?: object;
  readonly protocol?: object;
  readonly steps: readonly object[];
  readonly verdicts?: readonly string[];
}

const CASES = parse(
  readFileSync(new URL('honest-sandboxes.yaml', import.meta.url), 'utf8'),
) as readonly HonestSandbox[];

it.each(
  CASES.flatMap(({ dialects = ['raiden'], ...each }) => dialects.map((dialect) => ({ dialect, ...each }))),
)('$name: nothing is wrong with a sandbox of $dialect', async ({ dialect, ...each }) => {
  const { channels, network = {}, protocol = { blockTime: '1s', confirmations: 2 }, steps } = each;
  const named = { topology: parse(topology(channels)) as object, ...network };
  const text = stringify({ question: 'Is it right?', seed: 1, network: named, protocol, steps });
  const tried = await trySequence(readSequence(text), { bench: sandboxBench({ dialect }), seed: '1' });
  expect(tried.found).toBeUndefined();
  expect(each.verdicts ?? ['held']).toContain(tried.verdict);
});

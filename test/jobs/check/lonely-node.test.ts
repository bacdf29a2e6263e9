import { expect, it } from 'vitest';
import { readFirstCases } from '../../../src/cli/check/package-files.ts';
import { checkNodes } from '../../../src/jobs/check/check-nodes.ts';
import { readCase } from '../../../src/jobs/check/sequence.ts';
import { oneMore } from '../../fixtures/liars.ts';
import type { Lie } from '../../fixtures/lying-proxy.ts';
import { topology } from '../../world/world.ts';
import { lyingBench } from './lying-bench.ts';

const SCENARIO = `
question: What of a node without channels?
seed: 1
network:
  topology: ${topology('n1 100 - 100 n2')}
  fees: {flat: 0}
nodes: {n3: {}}
steps:
  - pay: {from: n1, to: n3, amount: 5}
`;

/** Shows another balance after the first payment. */
function wrongOncePaid(): Lie {
  let isPaid = false;
  return async (heard) => {
    const reply = await heard.forward();
    isPaid ||= heard.method === 'POST' && reply.status === 200;
    return isPaid && heard.node === 'n1' && heard.path === '/channels'
      ? { ...reply, json: oneMore(reply.json) }
      : reply;
  };
}

it('a case in a network with a node that has no channel can be read again', async () => {
  const { counterexamples } = await checkNodes({
    bench: lyingBench(wrongOncePaid),
    scenarioText: SCENARIO,
    firstCases: readFirstCases(),
    paces: ['sequential'],
    seed: '1',
    timeMs: 20_000,
    cases: 1,
  });
  expect(counterexamples.map(({ text }) => readCase(text).case?.found.check)).toEqual(['balances']);
});

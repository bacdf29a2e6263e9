import { expect, it } from 'vitest';
import { keepCase } from '../../../../src/jobs/check/keep-case.ts';
import { readCase, readSequence } from '../../../../src/jobs/check/sequence.ts';
import { trySequence } from '../../../../src/jobs/check/try-case.ts';
import { list } from '../../../fixtures/liars.ts';
import type { Lie } from '../../../fixtures/lying-proxy.ts';
import { topology } from '../../../world/world.ts';
import { lyingBench } from '../lying-bench.ts';

const SEQUENCE = readSequence(`
question: Who tells of a payment on its way?
seed: 1
network:
  topology: ${topology('n1 100 - 100 n2')}
  fees: {flat: 0}
  settleTimeout: 40
  revealTimeout: 10
protocol: {blockTime: 1s, confirmations: 2, hopLatency: 20ms}
steps:
  - pay: {from: n1, to: n2, amount: 3}
`);

/** A payer that lists none of what it pays. */
const payerListsNothing: Lie = async (heard) => {
  const reply = await heard.forward();
  if (!heard.path.startsWith('/pending_transfers') || reply.status !== 200) return reply;
  return { ...reply, json: list(reply.json).filter(({ role }) => role !== 'initiator') };
};

it('a node that lists nothing while a payment is held is a case whose file can be read again', async () => {
  const trying = { bench: lyingBench(() => payerListsNothing), seed: '1' };
  const tried = await trySequence(SEQUENCE, trying);
  expect(tried.found).toMatchObject({ check: 'in-flight', observed: 'nothing' });
  let nowMs = 0;
  const kept = await keepCase(
    { sequence: SEQUENCE, tried },
    {
      seed: '1',
      accepted: undefined,
      signal: undefined,
      atOnce: 1,
      supply: undefined,
      afterSequences: 1,
      // Nothing smaller is tried.
      nowMs: () => (nowMs += 60_000),
      trySequence: (sequence) => trySequence(sequence, trying),
    },
  );
  expect(readCase(kept.text).case?.found.observed).toBe('nothing');
});

import { expect, it } from 'vitest';
import { keepCase } from '../../../../src/jobs/check/keep-case.ts';
import { readCase } from '../../../../src/jobs/check/sequence.ts';
import { trySequence } from '../../../../src/jobs/check/try-case.ts';
import { list } from '../../../fixtures/liars.ts';
import type { Lie } from '../../../fixtures/lying-proxy.ts';
import { lyingBench, tryingAgain } from '../lying-bench.ts';
import { sequenceIn } from '../../scenario-text.ts';

const SEQUENCE = sequenceIn('n1 100 - 100 n2', ['pay: {from: n1, to: n2, amount: 3}']);

/** A payer that lists none of what it pays. */
const payerListsNothing: Lie = async (heard) => {
  const reply = await heard.forward();
  if (!heard.path.startsWith('/pending_transfers') || reply.status !== 200) return reply;
  return { ...reply, json: list(reply.json).filter(({ role }) => role !== 'initiator') };
};

it('a node that lists nothing while a payment is held is a case whose file can be read again', async () => {
  const bench = lyingBench(() => payerListsNothing);
  const tried = await trySequence(SEQUENCE, { bench, seed: '1' });
  expect(tried.found).toMatchObject({ check: 'in-flight', observed: 'nothing' });
  const kept = await keepCase({ sequence: SEQUENCE, tried }, { ...tryingAgain(bench), afterSequences: 1 });
  expect(readCase(kept.text).case?.found.observed).toBe('nothing');
});

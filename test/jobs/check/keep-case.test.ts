import { expect, it } from 'vitest';
import { InterruptedError, UnreachableError } from '../../../src/errors.ts';
import { keepCase, type TryingAgain } from '../../../src/jobs/check/keep-case.ts';
import { readSequence, withSteps } from '../../../src/jobs/check/sequence.ts';
import type { Tried } from '../../../src/jobs/check/try-case.ts';
import { smallRun } from '../../fixtures/example-runs.ts';

const TEXT = `
question: Do the nodes behave as the model predicts?
seed: "1"
network: {topology: {line: {nodes: 2}}}
steps: [{pay: {from: n1, to: n2, amount: 5}}]
`;

const wrong: Tried = {
  settled: readSequence(TEXT),
  run: { ...smallRun(), prediction: smallRun() },
  verdict: 'violated',
  found: {
    check: 'outcomes',
    title: 'n1 pays n2 5 TOK: refused',
    predicted: '200',
    observed: '409',
    operation: 0,
    foreseen: 'succeeded',
  },
  curl: [],
  calls: 3,
};

// Nodes that run on no longer have what the case needs, so that the model foresees something else.
const { found: _found, ...asAsked } = wrong;
const prediction = { ...smallRun(), records: [] };
const elsewhere: Tried = { ...asAsked, run: { ...smallRun(), prediction }, verdict: 'held' };

const AGAIN: TryingAgain = {
  seed: '1',
  accepted: undefined,
  signal: undefined,
  atOnce: 1,
  shrinkUntilMs: Number.POSITIVE_INFINITY,
  nowMs: () => 0,
  trySequence: async () => elsewhere,
  supply: undefined,
};

const first = { sequence: withSteps(wrong.settled, []), tried: wrong };

it('a case is kept where its nodes can no longer be given what it needs', async () => {
  let asked = 0;
  const supply = async (): Promise<never> => {
    asked += 1;
    throw new UnreachableError('n1 does not answer');
  };
  const kept = await keepCase(first, { ...AGAIN, supply, afterSequences: 1 });
  expect(kept.reproduced).toEqual({ times: 0, of: 0 });
  // Nodes that still lack something are not tried once more.
  expect(asked).toBe(1);
});

it('a case that holds where nodes are new in every try was not seen again, whatever the model foresees', async () => {
  const kept = await keepCase(first, { ...AGAIN, afterSequences: 1 });
  expect(kept.reproduced).toEqual({ times: 0, of: 3 });
});

it('a case is kept where somebody asks to stop while it is tried again', async () => {
  const trySequence = async (): Promise<never> => {
    throw new InterruptedError();
  };
  const kept = await keepCase(first, { ...AGAIN, trySequence, afterSequences: 1 });
  expect(kept.found.title).toBe('n1 pays n2 5 TOK: refused');
});

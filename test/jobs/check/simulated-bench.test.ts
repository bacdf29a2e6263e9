import { describe, expect, it } from 'vitest';
import { InvariantError } from '../../../src/errors.ts';
import { checkNodes } from '../../../src/jobs/check/check-nodes.ts';
import { simulatedBench } from '../../../src/jobs/check/simulated-bench.ts';
import type { Departure } from '../../../src/jobs/check/simulated-replay.ts';
import { trySequence } from '../../../src/jobs/check/try-case.ts';
import { readSequence } from '../../../src/jobs/check/sequence.ts';
import type { TestBench } from '../../../src/jobs/check/test-bench.ts';
import type { Run } from '../../../src/model/run/run.ts';
import { checkSentence, checkWord } from '../../../src/report/check/check-verdict.ts';
import { stepsIn } from '../scenario-text.ts';

const LONG_MS = 120_000;

function simulatedBut(departure: Departure): TestBench {
  return {
    ...simulatedBench(),
    furnish: async (scenario) => ({
      ...(await simulatedBench().furnish(scenario)),
      departure: () => departure,
    }),
  };
}

// A payer that says it has one unit more than it has, once it has paid.
function oneTooMuch(driven: Run): Run {
  const paid = new Set(
    driven.records.flatMap(({ operation }) => (operation.kind === 'pay' ? [operation.id] : [])),
  );
  return {
    ...driven,
    readings: driven.readings.map((reading) =>
      typeof reading.moment === 'number' && paid.has(reading.moment) && reading.value.kind === 'channels'
        ? {
            ...reading,
            value: {
              ...reading.value,
              channels: reading.value.channels.map((channel) => ({
                ...channel,
                balance: channel.balance + 1n,
              })),
            },
          }
        : reading,
    ),
  };
}

describe('a check of the simulator itself', () => {
  it('finds nothing wrong, whatever the order of messages and of calls that start together', async () => {
    const report = await checkNodes({
      bench: simulatedBench(),
      seed: '3',
      runs: 60,
      timeMs: LONG_MS,
      cases: 1,
      paces: ['sequential', 'scenario'],
    });
    expect(report.counterexamples.map(({ text }) => text)).toEqual([]);
    const asked = new Set(report.covered.map(({ operation }) => operation));
    expect([...asked]).toEqual(expect.arrayContaining(['close', 'deposit', 'leave', 'open', 'withdraw']));
    expect(report.sequences).toEqual({ held: 60, violated: 0, accepted: 0, unknown: 0 });
  });

  it('raises no alarm over a withdrawal whose partner was stopped, beside the stop of its own node', async () => {
    const steps = [
      'stop: n1',
      'pay: {from: n3, to: n2, amount: 13}',
      'stop: n3\n    beside: true',
      'withdraw: {from: n3, to: n1, totalWithdraw: 1}\n    beside: true',
    ];
    const text = stepsIn('n1 24 - 100 n2, n1 16 - 53 n3', steps, {
      seed: 1,
      network: 'settleTimeout: 40, revealTimeout: 10',
      protocol: 'hopLatency: 500ms',
    });
    const { found } = await trySequence(readSequence(text), { bench: simulatedBench(), seed: '1' });
    expect(found).toBeUndefined();
  });

  it('shrinks what is wrong to a case that shows it each time', async () => {
    const report = await checkNodes({
      bench: simulatedBut({ tell: oneTooMuch }),
      seed: '1',
      timeMs: LONG_MS,
      cases: 1,
      paces: ['sequential'],
    });
    const [found] = report.counterexamples;
    expect(found?.found).toMatchObject({ check: 'balances', kind: 'pay' });
    expect(found).toMatchObject({ steps: 1, reproduced: { times: 3, of: 3 } });
  });

  it.each([
    { times: 1, word: 'unknown', sequences: { violated: 0, unknown: 1 } },
    { times: 2, word: 'violated', sequences: { violated: 1, unknown: 0 } },
  ])('says $word of what was seen $times times', async ({ times, word, sequences }) => {
    let left = times;
    const tell = (driven: Run): Run => {
      const hasPaid = driven.records.some(({ operation }) => operation.kind === 'pay');
      if (!hasPaid || left === 0) return driven;
      left -= 1;
      return oneTooMuch(driven);
    };
    const report = await checkNodes({
      bench: simulatedBut({ tell }),
      seed: '1',
      runs: 8,
      timeMs: LONG_MS,
      cases: 2,
      paces: ['sequential'],
    });
    expect(report.sequences).toMatchObject(sequences);
    expect(report.counterexamples).toHaveLength(1);
    expect(checkWord(report)).toBe(word);
    const told = `${report.counterexamples[0]?.found.title}: seen once, and not again in 3 tries`;
    expect(report.unknowns).toEqual(word === 'unknown' ? [told] : []);
    if (word === 'unknown')
      expect(checkSentence(report)).toBe(
        `Too little was judged (7 of at least 10 sequences): 0 of 8 sequences failed (${report.calls.toLocaleString('en')} calls); 1 sequence could not be judged: ${told}.`,
      );
  });

  it('tells of an invariant that breaks in the middle of a sequence', async () => {
    const broken = (): never => {
      throw new InvariantError('channel 1: locked amount of end 0 is -1');
    };
    const report = await checkNodes({
      bench: simulatedBut({ drive: broken }),
      seed: '1',
      timeMs: LONG_MS,
      cases: 1,
    });
    expect(report.counterexamples[0]?.found).toEqual({
      check: 'invariants',
      title: 'channel 1: locked amount of end 0 is -1',
      predicted: 'every invariant holds',
      observed: 'channel 1: locked amount of end 0 is -1',
    });
  });
});

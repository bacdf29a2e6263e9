import { describe, expect, it } from 'vitest';
import { plan } from '../../../../src/jobs/plan/plan.ts';
import { sourceOf } from '../../scenario-text.ts';
import { planText, sentenceOf } from '../answers.ts';
import { LONE_PAYMENTS } from '../coverage/known-truths.ts';

async function asked(text: string) {
  const made = await plan({ source: sourceOf(text), questions: ['deposit'] });
  return { answers: made.result.deposit ?? [], sentence: sentenceOf(made) };
}

/*
 * ann pays ben 100 once, then 10 ten times. With a deposit of 90 to 99 nine of eleven go through; from 100 on the large
 * one takes 100 of it, and nine go through again from 180 on: eight small ones beside the large one.
 */
const IN_THE_WAY = planText({
  channels: 'ann 50 - 0 ben',
  payments: 'ann ben 100, ann ben 10 x10',
  plan: ['deposit: {node: ann}'],
}).replace('success_rate >= 100%', 'success_rate >= 80%');

/*
 * ann, who holds 120, pays east 100 and then west 10 twelve times. Where hub's end towards east holds 100, little is left
 * for west: three of thirteen go through. Where it holds less, hub's end towards west has to hold 120 for twelve.
 */
const APART = planText({
  channels: 'ann 120 - 0 hub 10 - 0 east, hub 10 - 0 west',
  payments: 'ann east 100, ann west 10 x12',
  plan: ['deposit: {node: hub, each: true}'],
}).replace('success_rate >= 100%', 'success_rate >= 90%');

describe('the search for a deposit', () => {
  it('finds from where on a goal holds that a larger deposit breaks', async () => {
    const { answers } = await asked(IN_THE_WAY);
    expect(answers).toMatchObject([{ deposit: 180n, interval: [180n, 180n] }]);
  });

  it('simulates at most 45 deposits where chance decides', async () => {
    const made = await plan({ source: sourceOf(LONE_PAYMENTS.text), questions: ['deposit'] });
    const { deposit: [answer] = [], simulations } = made.result;
    expect(answer?.curve.length).toBeLessThanOrEqual(45);
    // Six replications of each, and of the network as it stands.
    expect(simulations).toBeLessThanOrEqual(6 * 46);
  });

  it('tries parts where no common deposit that was tried meets the goal', async () => {
    const { answers, sentence } = await asked(APART);
    expect(answers.map(({ deposit }) => deposit)).toEqual([undefined, 0n, 0n, 120n]);
    expect(sentence).toMatch(
      /^Add 110 TOK at 1 end for .* Separate deposits for 3 parts reach success of at least 90 %: 120 in all\. No equal deposit .*\. For 13 payments/,
    );
  });

  it('says what was tried where nothing meets the goal, and not that money is not what is missing', async () => {
    const lost = planText({
      channels: 'ann 10 - 0 ben, cid 10 - 0 dan',
      payments: 'ann ben 5, ann dan 5',
      plan: [],
    });
    const { sentence } = await asked(lost);
    expect(sentence).toMatch(
      /^The goal, success of at least 100 %, is missed: it is 50 %\. No money at each end of every channel reaches .*: with plenty there it is 50 %/,
    );
  });
});

describe('a goal of a plan', () => {
  const goal = (text: string) => plan({ source: sourceOf(IN_THE_WAY.replace('success_rate >= 80%', text)) });

  it.each(['latency_p95_ms <= 500', 'drained_channels <= 2', 'success_rate >= 0%', 'failures.no-route == 0'])(
    'that is met by nothing happening is refused: %s',
    async (text) => {
      await expect(goal(text)).rejects.toThrow(/is 0 where no payment succeeds.*ask for success/s);
    },
  );

  it('may ask for few failures, of which there are many where nothing succeeds', async () => {
    await expect(goal('failed <= 5')).resolves.toBeDefined();
  });
});

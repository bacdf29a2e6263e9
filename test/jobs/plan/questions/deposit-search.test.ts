import { describe, expect, it } from 'vitest';
import { plan } from '../../../../src/jobs/plan/plan.ts';
import { toldAnswers } from '../../../../src/jobs/plan/tell-plan.ts';
import { planAnswer } from '../../../../src/report/plan/plan-document.ts';
import { sourceOf } from '../../scenario-text.ts';
import { planText } from '../answers.ts';
import { LONE_PAYMENTS } from '../coverage/known-truths.ts';

async function asked(text: string) {
  const made = await plan({ source: sourceOf(text), questions: ['deposit'] });
  return { answers: made.result.deposit ?? [], sentence: planAnswer(made.result, toldAnswers(made)) };
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
 * Three of four go through with a deposit of 43 or 44: all but 16. With 45 that takes what the two after it need, and
 * from 46 on one of them is left out again.
 */
const ONE_UNIT = planText({
  channels: 'ann 50 - 0 ben',
  payments: 'ann ben 29, ann ben 16, ann ben 1, ann ben 13',
  plan: ['deposit: {node: ann}'],
}).replace('success_rate >= 100%', 'success_rate >= 70%');

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
  it('finds from where on a goal holds that a larger deposit breaks, and names what holds below', async () => {
    const { answers, sentence } = await asked(IN_THE_WAY);
    expect(answers).toMatchObject([{ deposit: 180n, islands: [[90n, 99n]], interval: [180n, 180n] }]);
    expect(sentence).toContain('It holds from 90 to 99 too; some that were tried between miss it.');
  });

  it('names ranges of deposits that do hold, the least among them, where many payments get in each other’s way', async () => {
    // With 50 all of 5 go through, with 115 one of 70 beside these, and so on.
    const pays = [400, ...Array.from({ length: 5 }, () => 70), ...Array.from({ length: 10 }, () => 5)];
    const holds = (deposit: number): boolean => {
      let [left, passed] = [deposit, 0];
      for (const amount of pays.filter((each) => each <= deposit)) {
        if (amount > left) continue;
        left -= amount;
        passed += 1;
      }
      return passed >= 0.6 * pays.length;
    };
    const edges = Array.from({ length: 1000 }, (_, at) => at).filter((at) => holds(at) !== holds(at - 1));
    const { answers, sentence } = await asked(
      planText({
        channels: 'ann 50 - 0 ben',
        payments: 'ann ben 400, ann ben 70 x5, ann ben 5 x10',
        plan: ['deposit: {node: ann}'],
      }).replace('success_rate >= 100%', 'success_rate >= 60%'),
    );
    const [answer] = answers;
    const found = [...(answer?.islands ?? []).flat(), answer?.deposit ?? 0n];
    const bounds = found.map((each, at) => Number(each) + (at % 2));
    expect(bounds.filter((each) => !edges.includes(each))).toEqual([]);
    expect([bounds.slice(0, 4), bounds.at(-1)]).toEqual([edges.slice(0, 4), edges.at(-1)]);
    expect(sentence).toContain('It holds from 50 to 69, from 115 to 139, ');
  });

  it('sees that one unit more breaks a goal, where that is one deposit alone', async () => {
    const { answers, sentence } = await asked(ONE_UNIT);
    expect(answers).toMatchObject([{ deposit: 46n, islands: [[43n, 44n]] }]);
    expect(sentence).toContain('It holds from 43 to 44 too; some that were tried between miss it.');
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
      /^Success of at least 90 % takes deposits of their own for 3 parts, 120 in all\. None of the \d+ deposits .*\. For 13 payments/,
    );
  });

  it('says what was tried where nothing meets the goal, and not that money is not what is missing', async () => {
    const lost = planText({
      channels: 'ann 10 - 0 ben, cid 10 - 0 dan',
      payments: 'ann ben 5, ann dan 5',
      plan: [],
    });
    const { answers, sentence } = await asked(lost);
    expect(answers).toMatchObject([{ islands: [] }]);
    expect(sentence).toMatch(
      /^None of the \d+ deposits of each end of every channel that were tried, from 0 to 20,/,
    );
    expect(sentence).toContain('the best is 5, with 50 %');
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

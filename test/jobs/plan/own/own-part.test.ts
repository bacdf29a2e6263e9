import { describe, expect, it } from 'vitest';
import { adviceOf } from '../../../../src/jobs/plan/advice.ts';
import { OwnPart } from '../../../../src/jobs/plan/own-part.ts';
import { InputError } from '../../../../src/errors.ts';
import { answers, gains, overRule, planFrom, planText } from '../answers.ts';

/*
 * ann pays dan 100 three times through ben and cat, and no one holds more than 100: each end on the way lacks 200.
 * eve pays fay 50 through gus, who holds nothing. Around ann, ben and cat goes what ann has paid to ben.
 */
const CHANNELS = 'ann 100 - 0 ben 100 - 0 cat 100 - 0 dan, eve 100 - 0 gus 0 - 100 fay, cat 100 - 100 ann';
const PAYMENTS = 'ann dan 100 x3, ann ben 100 x2, ben cat 50, cat ann 50, eve fay 50';
const TEXT = planText({
  channels: CHANNELS,
  payments: PAYMENTS,
  plan: ['fund: {budget: 200, step: 200}', 'open: {deposits: [200, 0]}', 'remove: {nodes: 3, channels: 9}'],
});

function withPlan(...lines: readonly string[]): string {
  return `${TEXT}  ${lines.join('\n  ')}\n`;
}

describe('a plan for some nodes of a network', () => {
  it.each([['ben'], ['cat', 'gus'], ['fay']])(
    'proposes nothing that changes what others hold: %s',
    async (...mine) => {
      const text = withPlan(`mine: [${mine.join(', ')}]`, 'deposit: {each: true}');
      const { network, result } = await planFrom(text);
      const own = new OwnPart(network, mine);
      const proposed = adviceOf(result, result.goal).flatMap(({ changes }) => changes);
      expect(proposed.filter((change) => !own.mayChange(change))).toEqual([]);
      expect(result.fund?.ends.every(({ node }) => mine.includes(node))).toBe(true);
      const tried = result.changes?.tried.flatMap(({ changes }) => changes) ?? [];
      expect(tried.every((change) => own.mayChange(change))).toBe(true);
      expect(result.rebalance?.cycles.every(({ path: [payer = ''] }) => mine.includes(payer))).toBe(true);
      expect(result.rebalance?.drains.every(({ node }) => mine.includes(node))).toBe(true);
      expect(result.rebalance?.dryEnds.every(({ node }) => mine.includes(node))).toBe(true);
    },
  );

  it('has every channel where all nodes are its own', async () => {
    const three = planText({ channels: 'eve 9 - 0 gus 0 - 9 fay', payments: 'eve fay 5' });
    const { deposit } = await answers(`${three}  mine: all\n`, ['deposit']);
    expect(deposit?.[0]?.of).toBe('each end of every channel');
  });

  it('funds its own end, and compares with its own ends alike', async () => {
    // gus lacks 50 towards fay; the same money at both of its ends gives 50 there too.
    const gus = planText({ channels: 'eve 100 - 0 gus 0 - 100 fay', payments: 'eve fay 50' });
    const { fund } = await answers(`${gus}  mine: gus\n  fund: {budget: 100, step: 50}\n`, ['fund']);
    expect(fund?.ends).toMatchObject([{ node: 'gus', partner: 'fay', amount: 50n }]);
    expect(overRule(fund, 'all ends alike')).toBe(0);
  });

  it('brings down its own ends only', async () => {
    const plan = ['mine: gus', 'deposit: {classes: {payees: [fay]}}'];
    const text = planText({ channels: 'eve 100 - 0 gus 0 - 100 fay', payments: 'eve fay 50', plan });
    const { deposit } = await answers(text, ['deposit']);
    expect(deposit?.map(({ of, deposit: least, ends }) => [of, least, ends])).toEqual([
      ['gus’s end of each of its channels', 50n, 2],
      ['gus’s end of each of its channels with payees', 50n, 1],
      ['gus’s end of each of its channels with all others', 0n, 1],
    ]);
  });

  it('opens channels of its own, with its own money', async () => {
    const text = planText({
      channels: 'eve 100 - 0 gus 0 - 100 fay 0 - 100 hal',
      payments: 'eve fay 50',
      plan: ['mine: hal', 'open: {deposits: [100, 0]}'],
    });
    const { open } = await answers(text, ['open']);
    // Nothing of hal's reaches what gus lacks, but what hal could open is named.
    expect(gains(open)).toEqual([['open hal–eve', 0]]);
  });

  it('finds the circle through its node where another one has the same channels', async () => {
    const text = planText({
      channels: 'a 100 - 100 b, b 100 - 100 c, c 100 - 100 a, c 100 - 100 d, d 100 - 100 b',
      payments: 'a b 10, b c 20, c a 10, c d 10, d b 10',
      plan: ['mine: d'],
    });
    const { rebalance } = await answers(text, ['rebalance']);
    expect(rebalance?.cycles).toMatchObject([{ path: ['d', 'c', 'b'], amount: 10n }]);
  });

  it.each([
    ['mine: benn', 'found "benn", expected a node of this scenario', 'did you mean ben?', 'plan.mine[0]'],
    [
      'mine: ben\n  deposit: {node: cat}',
      'found "cat", expected one of plan.mine: ben',
      'Others decide on their money and fees: leave the setting out, or name the node in plan.mine.',
      'plan.deposit.node',
    ],
    [
      'mine: [ben, cat]\n  charge: {node: ann, schedules: [{flat: 1}, {flat: 2}]}',
      'found "ann", expected one of plan.mine: ben, cat',
      'Others decide on their money and fees: leave the setting out, or name the node in plan.mine.',
      'plan.charge.node',
    ],
  ])('refuses %j', async (line, message, hint, path) => {
    const asked = planFrom(withPlan(line));
    const error = await asked.then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(InputError);
    expect((error as InputError).faults).toMatchObject([{ place: { path }, message, hint }]);
  });

  it.each([
    ['deposits: [200, 50]', 'plan.open.deposits[1]', 'found 50 for the partner of ben, expected 0'],
    [
      'deposits: [200, 0], candidates: [[dan, ben]]',
      'plan.open.candidates[0]',
      'found dan and ben with deposits of 200 and 0, expected a node of plan.mine, and money at its end only',
    ],
    [
      'deposits: [200, 0], candidates: [[ann, dan]]',
      'plan.open.candidates[0]',
      'found ann and dan with deposits of 200 and 0, expected a node of plan.mine, and money at its end only',
    ],
  ])('refuses to open with money of others: {%s}', async (settings, path, message) => {
    const text = withPlan('mine: ben').replace('open: {deposits: [200, 0]}', `open: {${settings}}`);
    const error = await planFrom(text, ['changes']).then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect((error as InputError).faults).toMatchObject([{ place: { path }, message }]);
  });
});

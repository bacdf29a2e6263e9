import { expect, it } from 'vitest';
import { planFrom, planText, sentenceOf } from '../answers.ts';

const sentence = async (text: string): Promise<string> =>
  sentenceOf(await planFrom(text, ['deposit', 'fund']));

it('a plan names the ends of others that money of one’s own cannot help', async () => {
  // Ann holds 120 of the 500 that she pays, whatever the hub holds.
  const text = planText({
    channels: 'ann 120 - 0 hub 1000 - 0 shop',
    payments: 'ann shop 50 x10',
    plan: ['mine: hub', 'fund: {budget: 1000}'],
  });
  expect(await sentence(text)).toMatch(
    /More money at hub’s end of each of its channels is not enough for success of at least 100 %: with plenty there it is 20 %\. Missing: ann → hub 380 TOK \(100 % of the failures\)\. With plenty at all ends success is 100 %\./,
  );
});

it('a plan names the fee limit where that stops payments, and not a lack of money', async () => {
  const text = planText({
    channels: 'ann 12_000 - 0 hub 1000 - 0 shop',
    fees: '{flat: 20}',
    payments: 'ann shop 50 x10',
    plan: ['mine: hub'],
  });
  expect(await sentence(text.replace('mine: hub', 'mine: hub\n  fund: {budget: 1000}'))).toMatch(
    /with plenty there it is 0 %\. The fee limit stops 100 % of the failed payments: lower fees or a higher maxFeePercent/,
  );
});

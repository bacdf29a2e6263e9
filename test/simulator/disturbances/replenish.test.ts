import { describe, expect, it } from 'vitest';
import { metricsOf } from '../../../src/report/figures/metrics.ts';
import { simulate } from '../../../src/jobs/simulate.ts';
import { parseScenario } from '../../../src/jobs/parse-scenario.ts';
import { sourceOf } from '../../jobs/scenario-text.ts';
import { topology } from '../../world/world.ts';

/*
 * Ann pays the shop 1,000 through bob every 10 s, twenty times. Bob holds 10,000 towards the shop and looks every 57 s:
 * six payments have gone by then each time, and he holds 4,000.
 */
const text = (
  rule: string,
  { channels = 'ann 100_000 - 0 bob 10_000 - 0 shop', fees = '{flat: 0}' } = {},
) => `
question: What does it take to keep an end filled?
seed: 1
protocol: {kind: instant, hopLatency: {fixed: 0s}}
network: {topology: ${topology(channels)}, fees: ${fees}}
traffic:
  - {arrivals: {constant: {perSecond: 0.1}}, count: 20, amounts: {fixed: 1_000}, pairs: {list: [[ann, shop]]}}
${rule === '' ? '' : `replenish: [${rule}]`}
`;

async function figures(...asked: Parameters<typeof text>) {
  const run = await simulate({ scenario: parseScenario(sourceOf(text(...asked))) });
  const metrics = metricsOf(run);
  return {
    succeeded: metrics['succeeded'],
    filled: metrics['replenished'],
    amount: metrics['replenished_amount'],
    refused: metrics['replenish_refused'],
    transactions: metrics['replenish_transactions'],
    paid: metrics['replenish_paid'],
    added: metrics['replenish_added_mean'],
  };
}

const FILLED = { filled: 3, amount: 18_000, transactions: 3 };

describe('ends that a node keeps filled', () => {
  it('run dry without a rule', async () => {
    expect(await figures('')).toMatchObject({ succeeded: 10, filled: undefined });
  });

  it('are topped up on chain', async () => {
    const rule = '{topUp: {node: bob, partners: [shop], below: 50%, every: 57s}}';
    expect(await figures(rule)).toEqual({
      succeeded: 20,
      ...FILLED,
      refused: 0,
      paid: 0,
      // 6,000 more from 57 s, 114 s and 171 s to the end at 190 s.
      added: (6_000 * (133 + 76 + 19)) / 190,
    });
  });

  it('are left alone while they hold enough, and filled after a delay', async () => {
    expect(await figures('{topUp: {node: bob, partners: [shop], below: 40%, every: 57s}}')).toMatchObject({
      // At 57 s they hold 4,000, which is not below: four more go through, and the two at 100 s and 110 s do not.
      succeeded: 18,
      filled: 1,
    });
    const late = '{topUp: {node: bob, partners: [shop], below: 50%, every: 57s, delay: 43500ms}}';
    // The 6,000 that lack at 57 s come at 100.5 s, when 11,000 were asked for and 10,000 had gone.
    expect(await figures(late)).toMatchObject({ succeeded: 16 });
  });

  it('are swapped in from the partner for a price', async () => {
    const rule = '{swapIn: {node: bob, partners: [shop], below: 50%, every: 57s, pricePpm: 10_000}}';
    expect(await figures(rule)).toMatchObject({ succeeded: 20, ...FILLED, paid: 180 });
  });

  it('are swapped out where they hold too much', async () => {
    const rule =
      '{swapOut: {node: bob, partners: [ann], above: 150%, to: 100%, every: 57s, pricePpm: 10_000}}';
    const channels = 'ann 100_000 - 10_000 bob 100_000 - 0 shop';
    // Six payments make 16,000 of 10,000 each time.
    expect(await figures(rule, { channels })).toMatchObject({
      ...FILLED,
      paid: 180,
      added: (-6_000 * (133 + 76 + 19)) / 190,
    });
  });

  it('are filled by a circle up to a fee', async () => {
    const channels = 'ann 100_000 - 0 bob 10_000 - 0 shop, bob 50_000 - 0 carol 50_000 - 0 shop';
    const circle = (most: string) =>
      `{circle: {node: bob, partners: [shop], below: 50%, every: 57s, maxFeePpm: ${most}}}`;
    const fees = '{proportionalPpm: 10_000}';
    const cheap = await figures(circle('30_000'), { channels, fees });
    expect(cheap).toMatchObject({ succeeded: 20, filled: 1, amount: 6_000, transactions: 0, added: 0 });
    // Carol asks a hundredth of what she gets and of what she sends. From then on the router leads ann by carol.
    expect(cheap.paid).toBe(121);
    expect(await figures(circle('5_000'), { channels, fees })).toMatchObject({ filled: 0, paid: 0 });
  });

  it('are opened anew', async () => {
    const rule = '{reopen: {node: bob, partners: [shop], below: 50%, every: 57s}}';
    expect(await figures(rule)).toMatchObject({ succeeded: 20, filled: 3, amount: 18_000, transactions: 9 });
  });

  it.each([
    ['{topUp: {node: rob, below: 50%, every: 57s}}', /replenish\[0\]\.topUp\.node: found "rob"/],
    ['{topUp: {node: bob, below: 50%, to: 40%, every: 57s}}', /no less than `below`/],
    ['{topUp: {node: bob, below: half, every: 57s}}', /a share such as 20% or 0\.2/],
    ['{swapOut: {node: bob, above: 50%, to: 60%, every: 57s}}', /no more than `above`/],
  ])('refuse %s', (rule, message) => {
    expect(() => parseScenario(sourceOf(text(rule)))).toThrow(message);
  });
});

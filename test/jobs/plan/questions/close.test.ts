import { describe, expect, it } from 'vitest';
import { topology } from '../../../world/world.ts';
import { changesByKind, planFrom, sentenceOf } from '../answers.ts';

/*
 * Ann pays the shop through bob 60 times in 30 days, who asks 1 at each of two channels: 120. Money costs 73 % a year, 6 %
 * in that time: his 1,000 towards the shop 60, his 2,000 towards the idler 120.
 */
const text = (asked: string, more = '', pairs = '[ann, shop]') => `
question: Which channel is not worth its money?
seed: 1
protocol: {kind: instant, hopLatency: {fixed: 0s}}
network: {topology: ${topology(`ann 100_000 - 0 bob 1000 - 0 shop, bob 2000 - 0 idler${more}`)}, fees: {flat: 1}}
traffic:
  - arrivals: {constant: {perSecond: ${1 / 43_200}}}
    duration: 30d
    amounts: {fixed: 10}
    pairs: {list: [${pairs}]}
plan: {goal: success_rate >= 95%, horizon: 30d, replications: 2, ${asked}}
`;
const ways = (channels: string, open = '') => `
question: Which of two ways is not worth its money?
seed: 1
protocol: {kind: instant}
network: {topology: ${topology(`ann 100_000 - ${channels} jan 10_000 - 0 shop`)}, fees: {flat: 1}}
traffic: [{arrivals: {constant: {perSecond: 0.0001}}, duration: 1d, amounts: 100, pairs: {list: [[ann, shop]]}}]
plan: {goal: success_rate >= 95%, horizon: 1d, replications: 2, mine: bob, costs: {capitalPerYear: 73%}, close: {}${open}}
`;
const COSTS = 'costs: {capitalPerYear: 73%}';

describe('channels that might be closed', () => {
  const made = async (asked: string) => await planFrom(text(asked), ['changes']);

  it('are worth what is earned with them less what their money costs', async () => {
    const planned = await made(`mine: bob, ${COSTS}, close: {channels: 10}`);
    const { close } = changesByKind(planned.result);
    const worth = close.map(({ what, money }) => `${what} ${money?.difference.mean.toFixed(3)}`);
    expect(worth).toEqual(['close bob–idler 120.000', 'close bob–shop -60.000', 'close bob–ann -120.000']);
    expect(planned.result.changes?.advised).toMatchObject({ places: [0], difference: { mean: 0 } });
    expect(sentenceOf(planned)).toMatch(/Best: close bob–idler\. .* profit .*, a change of \+120 TOK\./);
  });

  it('cost a transaction on chain each', async () => {
    const { result } = await made(`mine: bob, ${COSTS.replace('}', ', onChain: 30}')}, close: {}`);
    expect(Math.round(changesByKind(result).close[0]?.money?.difference.mean ?? 0)).toBe(90);
  });

  it('are alternatives where closing all of them ends the traffic', async () => {
    // Either way to the shop is enough, and each costs more than it earns beside the other.
    const planned = await planFrom(ways('0 bob 1000 - 0 ida 1000 - 0 shop, bob 1000 - 0'), ['changes']);
    expect(planned.result.changes?.advised).toMatchObject({ places: [0], alternatives: [1] });
    expect(sentenceOf(planned)).toMatch(/Best: close bob–ida\. .* Alternatives to these: close bob–jan\./);
  });

  it('are advised together where each alone earns more than it costs', async () => {
    // 9 payments bring bob 18; each of his channels costs 10 a day, and payers have another way.
    const planned = await planFrom(ways('5000 bob 5000 - 0 shop, ann 10_000 - 0'), ['changes']);
    expect(planned.result.changes?.advised).toMatchObject({ places: [0, 1], together: [0, 1] });
    expect(sentenceOf(planned)).toContain('at my own nodes 0 TOK, a change of +2 TOK.');
  });

  it('are beside channels to open, which may earn more than they cost', async () => {
    const open = ', open: {deposits: [2000, 0], candidates: [[bob, shop]]}';
    const planned = await planFrom(ways('0 bob, ann 10_000 - 0', open), ['changes']);
    expect(sentenceOf(planned)).toMatch(/Best: open bob–shop\. .* profit .* 14 TOK, now 0\./);
  });

  it('are kept where money costs nothing', async () => {
    const planned = await made('mine: bob, close: {}');
    expect(sentenceOf(planned)).toContain('met without a change, and none is certain to bring money.');
    expect(planned.result.changes).not.toHaveProperty('advised');
    expect(changesByKind(planned.result).close[0]?.money?.metric).toBe('earned{node=mine}');
  });

  it('stay advised where a further goal asks for a channel that costs money', async () => {
    const open = 'open: {deposits: [3000, 0], candidates: [[bob, cat]]}';
    const asked = `also: ['success_rate{payee=cat} >= 90%'], mine: bob, ${COSTS}, close: {}, ${open}`;
    const drawn = text(asked, ', bob 1000 - 0 lazy, cat 5 - 5 dan', '[ann, shop], [ann, cat]');
    const planned = await planFrom(drawn.replace('95%', '20%'), ['changes']);
    expect(sentenceOf(planned)).toMatch(/close bob–idler; close bob–lazy; open bob–cat\./);
  });

  it('are those of one’s own nodes', async () => {
    await expect(made(`${COSTS}, close: {}`)).rejects.toThrow(/plan\.close needs plan\.mine in the scenario/);
  });
});

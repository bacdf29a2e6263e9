import { describe, expect, it } from 'vitest';
import { about, answers, drainTexts, overRule, planText } from './answers.ts';

/*
 * A line of four, no fees: ann pays dan 100 three times. Her end and cid's hold 300, bob's towards cid holds 100: one
 * payment of three goes through, and each 100 more at bob's end lets one more through.
 */
const LINE = planText({
  channels: 'ann 300 - 0 bob 100 - 0 cid 300 - 0 dan',
  payments: 'ann dan 100 x3',
  plan: ['fund: {budget: 200, step: 100}'],
});

describe('a line of four, solved by hand', () => {
  it('puts the next tokens into the middle, where payers and payees do not see what lacks', async () => {
    const { fund } = await answers(LINE, ['fund']);
    expect(fund?.ends).toMatchObject([{ node: 'bob', partner: 'cid', amount: 200n }]);
    expect([fund?.before.mean, fund?.after.mean]).toEqual([1 / 3, 1]);
    // 33 of the 200 at each of six ends lets no further payment through.
    expect(overRule(fund, 'all ends alike')).toEqual(about(2 / 3));
  });

  it('puts them into all ends on the way where each alone helps nowhere', async () => {
    const short = LINE.replaceAll('[300, 0]', '[100, 0]');
    const { fund } = await answers(short.replace('200, step: 100', '600, step: 300'), ['fund']);
    // All three ends lack 200; with 200 more each all payments go through.
    expect(fund?.after.mean).toBe(1);
    const added = fund?.ends.map(({ node, amount }) => `${node} ${amount}`);
    expect(added).toEqual(['ann 200', 'bob 200', 'cid 200']);
  });
});

/*
 * Two hubs with two spokes each, no fees: ann pays cid 100 three times, bob pays dan 50 twice, and cid pays ann back
 * 20 once. Between the hubs east needs 3 * 100 + 2 * 50 = 400 before 20 come back; ann and east's partner west
 * towards cid need 300; bob and west towards dan need 100.
 */
const TWO_HUBS = planText({
  channels: 'ann 400 - 400 east, bob 400 - 400 east 400 - 400 west 400 - 400 cid, west 400 - 400 dan',
  payments: 'ann cid 100 x3, bob dan 50 x2, cid ann 20',
  plan: ['remove: {nodes: 2, channels: 5}'],
});

describe('two hubs with unequal traffic, solved by hand', () => {
  it('need of one hub what each of its channels sends', async () => {
    const text = TWO_HUBS.replace('plan:', 'plan:\n  deposit: {node: west, each: true}');
    const { deposit } = await answers(text, ['deposit']);
    // Towards east nothing: the 20 that cid pays back are there by then.
    expect(deposit?.slice(1).map(({ of, deposit: least }) => [of, least])).toEqual([
      ['west’s end of its channel with east', 0n],
      ['west’s end of its channel with cid', 300n],
      ['west’s end of its channel with dan', 100n],
    ]);
  });

  it('need of one hub what each class of its channels sends', async () => {
    const asked = 'plan:\n  deposit: {node: west, classes: {customers: [cid, dan]}}';
    const { deposit } = await answers(TWO_HUBS.replace('plan:', asked), ['deposit']);
    expect(deposit?.map(({ of, deposit: least, ends }) => [of, least, ends])).toEqual([
      ['west’s end of each of its channels', 300n, 3],
      ['west’s end of each of its channels with customers', 300n, 2],
      ['west’s end of each of its channels with all others', 0n, 1],
    ]);
  });

  it('need of each class of nodes what it sends first', async () => {
    const asked = 'plan:\n  deposit: {classes: {hubs: [east, west], ann: [ann]}}';
    const { deposit } = await answers(TWO_HUBS.replace('plan:', asked), ['deposit']);
    // bob sends 100; what cid sends it was paid before.
    expect(deposit?.slice(1).map(({ of, deposit: least }) => [of, least])).toEqual([
      ['each end of hubs', 400n],
      ['each end of ann', 300n],
      ['each end of all others', 100n],
    ]);
  });

  it('lose everything with either hub or the channel between them, and else what a spoke sends or gets', async () => {
    const { remove } = await answers(TWO_HUBS, ['remove']);
    expect(remove?.map(({ what, difference }) => [what, difference.mean])).toEqual([
      ['without east', -1],
      ['without west', -1],
      ['without the channel of east and west', -1],
      ['without the channel of ann and east', about(-4 / 6)],
      ['without the channel of west and cid', about(-4 / 6)],
      ['without the channel of bob and east', about(-2 / 6)],
      ['without the channel of west and dan', about(-2 / 6)],
    ]);
  });
});

/*
 * A ring of four in which ann pays bob 100 four times. What her channel with bob cannot carry goes around by dan and
 * cid: with a deposit D of each end, floor(D / 100) go directly and as many around, so that 200 carry all four.
 */
const RING = planText({
  channels: 'ann 100 - 100 bob 100 - 100 cid 100 - 100 dan 100 - 100 ann',
  payments: 'ann bob 100 x4',
  plan: ['fund: {budget: 200, step: 100}', 'open: {deposits: [200, 0], candidates: [[ann, cid]]}'],
});

describe('a ring of four, solved by hand', () => {
  it('needs 200 at each end, because half goes the other way around', async () => {
    const { deposit } = await answers(RING, ['deposit']);
    expect(deposit).toMatchObject([{ deposit: 200n, interval: [200n, 200n] }]);
  });

  it('gains from each 100 at the end of ann towards bob, where around three ends would need it', async () => {
    const { fund } = await answers(RING, ['fund']);
    expect(fund?.ends).toMatchObject([{ node: 'ann', partner: 'bob', amount: 200n }]);
    expect([fund?.before.mean, fund?.after.mean]).toEqual([1 / 2, 1]);
  });

  it('restores what went around by one circular payment, and what was paid not at all', async () => {
    // After two of four, ann has lost 100 to bob, 100 to dan; dan 100 to cid and cid 100 to bob: nothing goes around.
    const { rebalance } = await answers(RING, ['rebalance']);
    expect(rebalance?.cycles).toEqual([]);
    expect(rebalance?.drains).toHaveLength(4);
  });

  it('gains nothing from a channel of ann and cid, as cid’s end towards bob stays what it is', async () => {
    const { open } = await answers(RING, ['open']);
    expect(open?.map(({ difference }) => difference.mean)).toEqual([0]);
  });
});

/*
 * Three circles that share channels, no fees: ann, bob and cid; ann, bob, dan and eva; bob, cid, fay and gus. Each node
 * pays the next one of its circle 10. The two larger circles take the channels that they need from the smaller one.
 */
const THREE_CIRCLES = planText({
  channels:
    'ann 50 - 50 bob 50 - 50 cid 50 - 50 ann, bob 50 - 50 dan 50 - 50 eva 50 - 50 ann, cid 50 - 50 fay 50 - 50 gus 50 - 50 bob',
  payments:
    'ann bob 10, bob cid 10, cid ann 10, bob dan 10, dan eva 10, eva ann 10, cid fay 10, fay gus 10, gus bob 10',
  plan: [],
});

describe('three circles that share channels, solved by hand', () => {
  it('restore eight channels by the two larger circles, not three by the smallest', async () => {
    const { rebalance } = await answers(THREE_CIRCLES, ['rebalance']);
    expect(rebalance?.cycles.map(({ path, amount }) => `${path.length} by ${amount}`)).toEqual([
      '4 by 10',
      '4 by 10',
    ]);
    expect(drainTexts(rebalance?.drains)).toEqual(['cid → ann 10']);
  });
});

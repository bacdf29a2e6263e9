import { describe, expect, it } from 'vitest';
import { sums } from '../../../src/verdict/rules/sums.ts';
import { directoryOf } from '../../../src/model/network/directory.ts';
import type { ChannelView } from '../../../src/model/run/answer.ts';
import type { Moment, Reading } from '../../../src/model/run/reading.ts';
import { world } from '../../world/world.ts';
import { pay, step, SUCCEEDED } from '../../world/records.ts';
import {
  channelOf,
  entryOf,
  handMadeLoad,
  handMadeRun,
  historyOf,
  list,
  payment,
  pendingAt,
  transferOf,
} from '../hand-made-run.ts';
import { judgementOf } from '../../../src/verdict/check.ts';
import { Story } from '../../../src/verdict/story.ts';
import { FlowBounds } from '../../../src/verdict/rules/watched.ts';
import type { BalanceIndex } from '../../../src/verdict/bounds/certain-flows.ts';

const NETWORK = world('alice 100 - 100 bob 100 - 100 carol');
const BOB = directoryOf(NETWORK).addressOf('bob');
const OTHER: Partial<ChannelView> = {
  partnerAddress: directoryOf(NETWORK).addressOf('carol'),
  channelIdentifier: 2n,
};

function shown(moment: Moment, node: string, ...channels: readonly ChannelView[]): readonly Reading[] {
  return [list(moment, node, channels), historyOf(moment, node, [])];
}

/** A load without payments that closes the channel of bob and carol, after which these balances are shown. */
function told(
  { alice, bob }: { readonly alice: bigint; readonly bob: bigint },
  doubted: Story['doubted'] = [],
): readonly string[] {
  const run = handMadeLoad({
    start: NETWORK,
    records: [step({ kind: 'close', node: 'carol', partner: 'bob' })],
    readings: [
      ...shown('start', 'alice', channelOf('alice', 100n)),
      ...shown('start', 'bob', channelOf('bob', 100n), channelOf('bob', 100n, OTHER)),
      ...shown('start', 'carol', channelOf('carol', 100n, { ...OTHER, partnerAddress: BOB })),
      ...shown('end', 'alice', channelOf('alice', alice)),
      ...shown('end', 'bob', channelOf('bob', bob), channelOf('bob', 0n, { ...OTHER, state: 'closed' })),
      ...shown('end', 'carol'),
    ],
  });
  return judgementOf(sums, run, new Story(run, { doubted })).clues.map(
    ({ node, predicted, observed }) => `${node}: ${predicted} | ${observed}`,
  );
}

describe('sums beside a channel that a load closes', () => {
  it('are exact at nodes that had no part in it', () => {
    expect(told({ alice: 100n, bob: 100n })).toEqual([]);
    expect(told({ alice: 99n, bob: 100n })).toEqual(['alice: gained 0 | gained -1']);
  });

  it('are off by no more than a payment may have moved of which nothing is believed', () => {
    const doubted = [{ node: 'alice', target: 'bob', token: 'DAI', amount: 10n }];
    expect(told({ alice: 90n, bob: 110n }, doubted)).toEqual([]);
    expect(told({ alice: 89n, bob: 100n }, doubted)).toEqual(['alice: gained -10 to 10 | gained -11']);
  });

  it("let a node of that channel lose at most its own balance there, and gain at most its partner's", () => {
    expect(told({ alice: 100n, bob: 200n })).toEqual([]);
    expect(told({ alice: 100n, bob: 0n })).toEqual([]);
    expect(told({ alice: 100n, bob: 201n })).toEqual(['bob: gained -100 to 100 | gained 101']);
  });
});

/** The payment that sums name of two payments of alice to bob, of 10 and of 6, that both histories list. */
function namedOf({ moved }: { readonly moved: bigint }): readonly string[] {
  const pair = world('alice 100 - 100 bob');
  const amounts = [10n, 6n];
  const entries = (node: string) =>
    amounts.map((amount, id) => entryOf(node, BigInt(1000 + id), amount, 'alice'));
  const run = handMadeLoad({
    start: pair,
    records: amounts.map((amount, id) => payment(id, amount)),
    readings: [
      ...['alice', 'bob'].flatMap((node) => shown('start', node, channelOf(node, 100n))),
      list('end', 'alice', [channelOf('alice', 100n - moved)]),
      historyOf('end', 'alice', entries('alice')),
      list('end', 'bob', [channelOf('bob', 100n + moved)]),
      historyOf('end', 'bob', entries('bob')),
    ],
  });
  return judgementOf(sums, run, new Story(run)).clues.map(({ node, behind }) => `${node} ${behind}`);
}

describe('the payment behind sums that are off', () => {
  it.each([
    { moved: 6n, behind: 0 },
    { moved: 26n, behind: 0 },
    { moved: 22n, behind: 1 },
    { moved: 13n, behind: undefined },
    { moved: 40n, behind: undefined },
  ])('is the only one that explains them, where $moved moved', ({ moved, behind }) => {
    expect(namedOf({ moved })).toEqual(['alice', 'bob'].map((node) => `${node} ${behind}`));
  });

  it('is none where nothing is off', () => {
    expect(namedOf({ moved: 16n })).toEqual([]);
  });
});

describe('sums while a transfer ends', () => {
  /** Bob is listed with a transfer of 10, and has it in his history; his balance was read meanwhile. */
  const saidWith = ({
    isListedFirst,
    balance,
  }: {
    readonly isListedFirst: boolean;
    readonly balance: bigint;
  }) => {
    const transfers = [transferOf(1000n, 10n, 'target')];
    const listed = pendingAt('end', 'bob', transfers);
    const run = handMadeLoad({
      start: world('alice 100 - 100 bob'),
      records: [payment(0, 10n, { kind: 'indeterminate', cause: 'connection-broken', detail: 'gone' })],
      readings: [
        ...['alice', 'bob'].flatMap((node) => shown('start', node, channelOf(node, 100n))),
        ...(isListedFirst ? [listed] : []),
        list('end', 'bob', [channelOf('bob', balance)]),
        pendingAt('end', 'bob', []),
        historyOf('end', 'bob', [entryOf('bob', 1000n, 10n)]),
      ],
    });
    return judgementOf(sums, run, new Story(run)).clues.map(({ predicted }) => predicted);
  };

  it('allow what was listed just before the balances', () => {
    expect(saidWith({ isListedFirst: true, balance: 100n })).toEqual([]);
    expect(saidWith({ isListedFirst: true, balance: 110n })).toEqual([]);
  });

  it('are exact where nothing was', () => {
    expect(saidWith({ isListedFirst: false, balance: 100n })).toEqual(['gained 10']);
    expect(saidWith({ isListedFirst: true, balance: 99n })).toEqual(['gained 0 to 20']);
  });
});

it('a payment with several ways may go over a node that neither pays nor is paid', () => {
  const start = world('alice 100 - 100 bob 100 - 100 carol, alice 100 - 100 dave 100 - 100 carol');
  const times = { startedAtMs: 100_000, endedAtMs: 100_200 };
  const paid = pay({ target: 'carol', amount: 30n }, SUCCEEDED, times);
  const bounds = new FlowBounds(new Story(handMadeRun({ start, records: [paid] })));
  const bob = bounds.flows.balances.findIndex(({ owner }) => owner === 'bob') as BalanceIndex;
  const before = bounds.gained(bob, { startedAtMs: 10, endedAtMs: 20 });
  expect(before).toEqual({ least: 0n, most: 0n });
  const meanwhile = bounds.gained(bob, { startedAtMs: 100_100, endedAtMs: 100_110 });
  expect(meanwhile.least).toBeLessThanOrEqual(-30n);
});

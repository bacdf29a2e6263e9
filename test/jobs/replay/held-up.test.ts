import { describe, expect, it } from 'vitest';
import { settleReadings } from '../../../src/jobs/replay/settle-readings.ts';
import type { ViewValue } from '../../../src/model/run/reading.ts';
import { sleep } from '../../../src/runtime/sleep.ts';
import { differences, inWords, replayLiedTo } from '../../fixtures/lied-to-replay.ts';
import type { Heard, Reply } from '../../fixtures/lying-proxy.ts';
import { runUntilDone, testBench } from '../../world/test-bench.ts';
import { scenarioFrom, stepsIn } from '../scenario-text.ts';

// What is closed alone settles 40 s later, which is 0.4 s of the wall: more than lies between two operations.
const SPEED = 100;
const SETTLED_MS = 600;

const closingAlone = (steps: readonly string[], settleTimeout = 40) =>
  scenarioFrom(
    stepsIn('alice 1000 - 1000 hub 1000 - 1000 bob, hub 1000 - 1000 carol', steps, {
      network: `settleTimeout: ${settleTimeout}, revealTimeout: 10`,
      protocol: 'hopLatency: 20ms',
    }),
  );

const CLOSE_BOB = 'close: {from: hub, to: bob}';
const CLOSE_CAROL = 'close: {from: hub, to: carol}';
const OPEN_CAROL = 'open: {from: hub, to: carol, deposit: 5}';
const PAY = 'pay: {from: alice, to: hub, amount: 3}';

/** How long the nth request that changes something is held up, before it is done and before it is answered. */
interface Delays {
  readonly before?: Readonly<Record<number, number>>;
  readonly after?: Readonly<Record<number, number>>;
}

function wait(ms = 0): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}

function isChange({ method, path }: Heard): boolean {
  return method !== 'GET' && !path.includes('_millrace');
}

/** A network that is honest and slow. */
function slowly({ before = {}, after = {} }: Delays): (heard: Heard) => Promise<Reply> {
  let asked = 0;
  return async (heard) => {
    if (!isChange(heard)) return await heard.forward();
    asked += 1;
    const nth = asked;
    await wait(before[nth]);
    const reply = await heard.forward();
    await wait(after[nth]);
    return reply;
  };
}

describe.concurrent('a target that is held up', () => {
  describe('a replay', () => {
    it.each<[string, readonly string[], Delays]>([
      ['is closed again', [CLOSE_BOB, PAY, CLOSE_BOB, PAY], { before: { 3: SETTLED_MS } }],
      [
        'is given a deposit',
        [CLOSE_BOB, 'deposit: {from: hub, to: bob, totalDeposit: 2_000}'],
        { before: { 2: SETTLED_MS } },
      ],
      [
        'is opened again',
        [CLOSE_BOB, 'open: {from: hub, to: bob, deposit: 100}', CLOSE_BOB, PAY],
        { before: { 2: SETTLED_MS } },
      ],
      ['is left', [CLOSE_BOB, PAY, 'leave: {node: hub}'], { before: { 2: SETTLED_MS } }],
      ['was closed with a late answer', [CLOSE_BOB, CLOSE_BOB, PAY], { after: { 1: SETTLED_MS } }],
      [
        'was closed before another that has not settled',
        ['stop: carol', CLOSE_BOB, CLOSE_CAROL, CLOSE_BOB, CLOSE_CAROL, PAY],
        { before: { 2: SETTLED_MS } },
      ],
      [
        'was closed before another was, again and again',
        [CLOSE_BOB, ...Array.from({ length: 4 }, () => [CLOSE_CAROL, OPEN_CAROL]).flat(), CLOSE_BOB],
        { before: { 2: SETTLED_MS } },
      ],
      [
        'is closed, opened and closed once more, each time late',
        [CLOSE_BOB, CLOSE_BOB, 'open: {from: hub, to: bob, deposit: 100}', CLOSE_BOB, CLOSE_BOB, PAY],
        { before: { 2: SETTLED_MS, 5: SETTLED_MS } },
      ],
      [
        'is looked at',
        [CLOSE_BOB, PAY, 'expect: {from: hub, to: bob, state: closed}', PAY],
        { before: { 2: SETTLED_MS } },
      ],
    ])('does no wrong where a channel that has settled %s', async (_what, steps, delays) => {
      const scenario = closingAlone(['stop: bob', ...steps]);
      const { comparison } = await replayLiedTo(scenario, slowly(delays), { speed: SPEED });
      expect(differences(comparison).map(inWords)).toEqual([]);
    });

    it('is found where it says of a channel too soon that it has settled', async () => {
      let asked = 0;
      const { comparison } = await replayLiedTo(
        closingAlone(['stop: bob', CLOSE_BOB, CLOSE_BOB, PAY], 4_000),
        async (heard) => {
          if (isChange(heard)) asked += 1;
          if (!isChange(heard) || asked !== 2) return await heard.forward();
          return { status: 409, json: { errors: 'Requested channel for token x and partner y not found' } };
        },
        { speed: SPEED },
      );
      expect(differences(comparison).map(({ operation }) => operation)).toEqual([2]);
    });

    it('is found where it lies while it is waited for what a closed channel shows', async () => {
      let isLying = false;
      const { comparison } = await replayLiedTo(
        // Where the channel may be settled meanwhile, as on a machine that others use, it would be no lie.
        closingAlone(
          ['stop: bob', CLOSE_BOB, PAY, 'expect: {from: hub, to: bob, state: closed, within: 35s}'],
          4_000,
        ),
        async (heard) => {
          isLying ||= heard.method === 'POST' && isChange(heard);
          if (!isLying || heard.node !== 'hub' || !/^\/channels\/.+\/.+/.test(heard.path))
            return await heard.forward();
          return { status: 404, json: { errors: 'Channel with partner x for token y could not be found.' } };
        },
        { speed: SPEED },
      );
      expect(differences(comparison).map(({ operation }) => operation)).toContain(3);
    });
  });
});

it('holds nothing against a node that is still to show what happened when it is broken off', async () => {
  const { clock, simulation } = testBench('alice 100 - 100 bob');
  const stop = new AbortController();
  clock.schedule(100, () => stop.abort());
  const readings = await runUntilDone(
    clock,
    settleReadings({
      moment: 0,
      wanted: ['alice', 'bob'].map((node) => ({ node, view: { kind: 'channels' } })),
      read: async (node) => {
        const answer = await simulation.node(node).channels();
        return { kind: 'channels', channels: answer.kind === 'ok' ? answer.value : [] };
      },
      comparison: { agrees: ({ node }) => node === 'bob' },
      clock,
      speed: 1,
      settleMs: 300,
      confirm: false,
      signal: stop.signal,
    }),
  );
  expect(readings.map(({ node }) => node)).toEqual(['bob']);
});

it('holds nothing against a node that it was asked for before the time was over, however long the answers took', async () => {
  const bench = testBench('alice 100 - 100 bob');
  const { clock, simulation } = bench;
  const paid = bench.pay('alice', 'bob', 5n);
  const read = async (node: string): Promise<ViewValue> => {
    const answer = await simulation.node(node).channels();
    await sleep(clock, 400);
    return answer.kind === 'ok'
      ? { kind: 'channels', channels: answer.value }
      : { kind: 'unread', detail: 'no channels' };
  };
  const readings = await runUntilDone(
    clock,
    settleReadings({
      moment: 0,
      wanted: [{ node: 'alice', view: { kind: 'channels' } }],
      read,
      comparison: {
        agrees: ({ value }) => value.kind === 'channels' && value.channels[0]?.balance === 95n,
      },
      clock,
      speed: 1,
      settleMs: 300,
      confirm: false,
      signal: undefined,
    }),
  );
  await paid;
  expect(
    readings.map(({ value }) => (value.kind === 'channels' ? value.channels[0]?.balance : undefined)),
  ).toEqual([100n, 95n]);
});

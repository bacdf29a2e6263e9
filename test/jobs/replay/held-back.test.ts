import { describe, expect, it } from 'vitest';
import { differences, inWords, replayLiedTo } from '../../fixtures/lied-to-replay.ts';
import { scenarioFrom } from '../scenario-text.ts';

// It settles 40 s after it was closed, which is 0.4 s of the wall: more than lies between two operations.
const SPEED = 100;
const UNTIL_SETTLED_MS = 600;

const closedAlone = (then: string) =>
  scenarioFrom(`
question: What becomes of a channel that was closed alone?
seed: 7
network:
  topology:
    channels:
      - {between: [alice, hub], deposits: [1_000, 1_000]}
      - {between: [hub, bob], deposits: [1_000, 1_000]}
      - {between: [hub, carol], deposits: [1_000, 1_000]}
  settleTimeout: 40
  revealTimeout: 10
protocol: {blockTime: 1s, confirmations: 2, hopLatency: 20ms}
steps:
  - stop: bob
  - close: {from: hub, to: bob}
  - close: {from: hub, to: carol}
  - ${then}
  - close: {from: hub, to: bob}
  - pay: {from: alice, to: hub, amount: 3}
`);

describe.concurrent('a target that is held up before an operation', () => {
  describe.each(['thorough', 'brief'] as const)('with %s looks', (looks) => {
    it.each([
      ['closed', 'close: {from: hub, to: bob}', 'PATCH', 'failed'],
      ['given a deposit', 'deposit: {from: hub, to: bob, totalDeposit: 2_000}', 'PATCH', 'failed'],
      ['opened', 'open: {from: hub, to: bob, deposit: 100}', 'PUT', 'succeeded'],
    ])('has settled by then what is %s once more', async (_what, then, method, ended) => {
      let asked = 0;
      const { records, comparison } = await replayLiedTo(
        closedAlone(then),
        async (heard) => {
          const isAsked = heard.method === 'PATCH' || heard.method === method;
          if (isAsked) asked += 1;
          if (isAsked && asked === 3) await new Promise((resolve) => setTimeout(resolve, UNTIL_SETTLED_MS));
          return await heard.forward();
        },
        { speed: SPEED, looks },
      );
      expect(records[3]?.outcome.kind).toBe(ended);
      expect(differences(comparison).map(inWords)).toEqual([]);
    });

    it('is found where it says so before the time is over', async () => {
      let asked = 0;
      const { comparison } = await replayLiedTo(
        closedAlone('close: {from: hub, to: bob}'),
        async (heard) => {
          if (heard.method !== 'PATCH') return await heard.forward();
          asked += 1;
          if (asked !== 3) return await heard.forward();
          return { status: 409, json: { errors: 'Requested channel for token x and partner y not found' } };
        },
        { speed: SPEED, looks },
      );
      expect(differences(comparison).map(({ operation }) => operation)).toEqual([3]);
    });
  });
});

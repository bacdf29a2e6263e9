import { describe, expect, it } from 'vitest';
import type { Finding } from '../../../src/model/run/finding.ts';
import { differences, inWords, replayLiedTo } from '../../fixtures/lied-to-replay.ts';
import type { Heard } from '../../fixtures/lying-proxy.ts';
import { isPaymentOf, on } from '../../fixtures/liars.ts';
import { scenarioFrom } from '../scenario-text.ts';
import { topology } from '../../world/world.ts';

const NETWORK = `network:
  topology: ${topology('alice 1000 - 1000 hub 1000 - 1000 bob')}
`;

// Refused twice: for another reason than the first one, which nobody waits for, unless that has kept the identifier.
const refusedTwice = scenarioFrom(`
question: Which refusal is it?
seed: 7
${NETWORK}protocol: {blockTime: 1s, confirmations: 2, hopLatency: 1s}
steps:
  - pay: {from: alice, to: bob, amount: 1_500, identifier: 70000, giveUpAfter: 60s}
  - deposit: {from: alice, to: hub, totalDeposit: 2_000}
  - pay: {from: alice, to: bob, amount: 1_500, identifier: 70000}
  - pay: {from: alice, to: bob, amount: 1_500, identifier: 70000}
`);

const isRefused = (heard: Heard): boolean => isPaymentOf(heard, '1500');
const isGivenUp = (heard: Heard): boolean => isPaymentOf(heard, '30');

const words = (found: readonly Finding[]): readonly string[] => found.map(inWords);

// Side by side: most of their time they wait for callers that give up.
describe.concurrent('a payment whose caller gives up', () => {
  it.each([
    ['is waited for', 'succeeded', ''],
    ['is given up as well', 'indeterminate', ', giveUpAfter: 60s'],
  ])(
    'keeps no identifier where the request never came, and the next one with it %s',
    async (_which, ended, patience) => {
      const again = scenarioFrom(`
question: Which payment took the identifier?
seed: 7
network:
  topology: ${topology('alice 1000 - 1000 hub 20 - 1000 bob')}
protocol: {blockTime: 1s, confirmations: 2, hopLatency: 1s}
steps:
  - pay: {from: alice, to: bob, amount: 30, identifier: 70000, giveUpAfter: 60s}
  - pay: {from: bob, to: hub, amount: 20}
  - pay: {from: alice, to: bob, amount: 30, identifier: 70000${patience}}
`);
      let asked = 0;
      const lie = on(isGivenUp, async (heard) => {
        asked += 1;
        const reply = asked > 1 ? await heard.forward() : 'break';
        if (asked === 1 || ended === 'indeterminate') await heard.gone;
        return reply;
      });
      const { records, comparison } = await replayLiedTo(again, lie, { speed: 100 });
      expect(asked).toBe(2);
      expect(records[2]?.outcome.kind).toBe(ended);
      expect(words(differences(comparison))).toEqual([]);
    },
  );

  it.each(['thorough', 'brief'] as const)(
    'keeps no identifier where the request never came, though the next one with it is refused: %s looks',
    async (looks) => {
      let asked = 0;
      const lie = on(isRefused, async (heard) => {
        asked += 1;
        if (asked > 1) return await heard.forward();
        await heard.gone;
        return 'break';
      });
      const { records, comparison } = await replayLiedTo(refusedTwice, lie, { speed: 100, looks });
      expect(records.map(({ outcome }) => outcome.kind)).toEqual([
        'indeterminate',
        'succeeded',
        'failed',
        'failed',
      ]);
      expect(words(differences(comparison))).toEqual([]);
    },
  );

  it.each(['thorough', 'brief'] as const)(
    'keeps no identifier where none of several requests came: %s looks',
    async (looks) => {
      const several = scenarioFrom(`
question: Which refusal is it?
seed: 7
${NETWORK}protocol: {blockTime: 1s, confirmations: 2, hopLatency: 1s}
steps:
  - pay: {from: alice, to: bob, amount: 1_500, identifier: 70000, giveUpAfter: 60s}
  - pay: {from: alice, to: bob, amount: 1_500, identifier: 70000, giveUpAfter: 60s}
  - pay: {from: alice, to: bob, amount: 5, identifier: 70000}
`);
      const lie = on(isRefused, async (heard) => {
        await heard.gone;
        return 'break';
      });
      const { records, comparison } = await replayLiedTo(several, lie, { speed: 100, looks });
      expect(records[2]?.outcome.kind).toBe('succeeded');
      expect(words(differences(comparison))).toEqual([]);
    },
  );

  it.each(['thorough', 'brief'] as const)(
    'excuses no node that forgets an identifier which it has kept: %s looks',
    async (looks) => {
      let asked = 0;
      const lie = on(isRefused, async (heard) => {
        asked += 1;
        if (asked === 3) return await heard.forward({ body: { ...heard.body, identifier: '70001' } });
        const reply = await heard.forward();
        if (asked === 1) await heard.gone;
        return reply;
      });
      const { comparison } = await replayLiedTo(refusedTwice, lie, { speed: 100, looks });
      expect(differences(comparison).map(({ operation }) => operation)).toEqual([3]);
    },
  );

  it.each(['thorough', 'brief'] as const)(
    'is told from a later one with its identifier: %s looks',
    async (looks) => {
      const both = scenarioFrom(`
question: Which of them was made?
seed: 7
${NETWORK}protocol: {blockTime: 1s, confirmations: 2, hopLatency: 1s}
steps:
  - pay: {from: alice, to: bob, amount: 30, identifier: 70000, giveUpAfter: 60s}
  - pay: {from: alice, to: bob, amount: 7, identifier: 70000, giveUpAfter: 60s}
`);
      const lie = on(
        ({ method }) => method === 'POST',
        async (heard) => {
          const reply = isGivenUp(heard) ? 'break' : await heard.forward();
          await heard.gone;
          return reply;
        },
      );
      const { records, comparison } = await replayLiedTo(both, lie, { speed: 100, looks });
      expect(records.map(({ outcome }) => outcome)).toMatchObject([
        { resolved: 'did-not-happen' },
        { resolved: 'happened' },
      ]);
      expect(words(differences(comparison))).toEqual([]);
    },
  );
});

import { describe, expect, it } from 'vitest';
import type { Finding } from '../../../src/model/run/finding.ts';
import { differences, inWords, replayLiedTo } from '../../fixtures/lied-to-replay.ts';
import type { Heard } from '../../fixtures/lying-proxy.ts';
import { isPaymentOf, on } from '../../fixtures/liars.ts';
import { scenarioFrom, stepsIn } from '../scenario-text.ts';

/** Payments of alice to bob with one identifier, and other steps; the hub has so much for bob. */
const scenarioOf = (steps: readonly string[], hub = 1000) =>
  scenarioFrom(stepsIn(`alice 1000 - 1000 hub ${hub} - 1000 bob`, steps, { protocol: 'hopLatency: 1s' }));
const pay = (amount: string, patience = '') =>
  `pay: {from: alice, to: bob, amount: ${amount}, identifier: 70000${patience}}`;
const BRIEFLY = ', giveUpAfter: 60s';

// Refused twice: for another reason than the first one, which nobody waits for, unless that has kept the identifier.
const refusedTwice = scenarioOf([
  pay('1_500', BRIEFLY),
  'deposit: {from: alice, to: hub, totalDeposit: 2_000}',
  pay('1_500'),
  pay('1_500'),
]);

const isRefused = (heard: Heard): boolean => isPaymentOf(heard, '1500');
const isGivenUp = (heard: Heard): boolean => isPaymentOf(heard, '30');

const words = (found: readonly Finding[]): readonly string[] => found.map(inWords);

// Side by side: most of their time they wait for callers that give up.
describe.concurrent('a payment whose caller gives up', () => {
  it.each([
    ['is waited for', 'succeeded', ''],
    ['is given up as well', 'indeterminate', BRIEFLY],
  ])(
    'keeps no identifier where the request never came, and the next one with it %s',
    async (_which, ended, patience) => {
      const steps = [pay('30', BRIEFLY), 'pay: {from: bob, to: hub, amount: 20}', pay('30', patience)];
      const again = scenarioOf(steps, 20);
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

  it('keeps no identifier where the request never came, though the next one with it is refused', async () => {
    let asked = 0;
    const lie = on(isRefused, async (heard) => {
      asked += 1;
      if (asked > 1) return await heard.forward();
      await heard.gone;
      return 'break';
    });
    const { records, comparison } = await replayLiedTo(refusedTwice, lie, { speed: 100 });
    expect(records.map(({ outcome }) => outcome.kind)).toEqual([
      'indeterminate',
      'succeeded',
      'failed',
      'failed',
    ]);
    expect(words(differences(comparison))).toEqual([]);
  });

  it('keeps no identifier where none of several requests came', async () => {
    const several = scenarioOf([pay('1_500', BRIEFLY), pay('1_500', BRIEFLY), pay('5')]);
    const lie = on(isRefused, async (heard) => {
      await heard.gone;
      return 'break';
    });
    const { records, comparison } = await replayLiedTo(several, lie, { speed: 100 });
    expect(records[2]?.outcome.kind).toBe('succeeded');
    expect(words(differences(comparison))).toEqual([]);
  });

  it('excuses no node that forgets an identifier which it has kept', async () => {
    let asked = 0;
    const lie = on(isRefused, async (heard) => {
      asked += 1;
      if (asked === 3) return await heard.forward({ body: { ...heard.body, identifier: '70001' } });
      const reply = await heard.forward();
      if (asked === 1) await heard.gone;
      return reply;
    });
    const { comparison } = await replayLiedTo(refusedTwice, lie, { speed: 100 });
    expect(differences(comparison).map(({ operation }) => operation)).toEqual([3]);
  });

  it('is told from a later one with its identifier', async () => {
    const both = scenarioOf([pay('30', BRIEFLY), pay('7', BRIEFLY)]);
    const lie = on(
      ({ method }) => method === 'POST',
      async (heard) => {
        const reply = isGivenUp(heard) ? 'break' : await heard.forward();
        await heard.gone;
        return reply;
      },
    );
    const { records, comparison } = await replayLiedTo(both, lie, { speed: 100 });
    expect(records.map(({ outcome }) => outcome)).toMatchObject([
      { resolved: 'did-not-happen' },
      { resolved: 'happened' },
    ]);
    expect(words(differences(comparison))).toEqual([]);
  });
});

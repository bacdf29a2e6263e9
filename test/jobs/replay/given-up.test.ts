import { describe, expect, it } from 'vitest';
import type { Comparison, Finding } from '../../../src/model/run/finding.ts';
import type { Scenario } from '../../../src/model/scenario/scenario.ts';
import { verdictOf } from '../../../src/report/figures/verdict.ts';
import { differences, inWords, replayLiedTo } from '../../fixtures/lied-to-replay.ts';
import type { Heard, Lie, Reply } from '../../fixtures/lying-proxy.ts';
import { isPayment, isPaymentOf, on, receiptOf } from '../../fixtures/liars.ts';
import { scenarioFrom, stepsIn } from '../scenario-text.ts';
import type { Run } from '../../../src/model/run/run.ts';

/** Steps of alice, the hub and bob, in which alice and the hub have this much to pay to the next one. */
const scenarioOf = (steps: readonly string[], { alice = 1000, hub = 1000 } = {}) =>
  scenarioFrom(stepsIn(`alice ${alice} - 1000 hub ${hub} - 1000 bob`, steps, { protocol: 'hopLatency: 1s' }));

const GIVEN_UP = 'pay: {from: alice, to: bob, amount: 30, giveUpAfter: 60s}';
const scenario = scenarioOf([GIVEN_UP, 'pay: {from: alice, to: bob, amount: 4}']);
const twoAndOneGivenUp = scenarioOf([
  'pay: {from: alice, to: bob, amount: 4, identifier: 9002}',
  GIVEN_UP,
  'pay: {from: alice, to: bob, amount: 5}',
]);
// What mediators ask is more than a payer accepts, and the payer's history lists the failure.
const tooDear = scenarioFrom(
  stepsIn(
    'alice 1000 - 1000 hub 1000 - 1000 bob',
    ['pay: {from: alice, to: bob, amount: 5, giveUpAfter: 1s}', 'pay: {from: alice, to: bob, amount: 5}'],
    { network: 'fees: {flat: 9}' },
  ),
);

const isGivenUp = (heard: Heard): boolean => isPaymentOf(heard, '30');

// An answer is held until the caller has hung up, so that it never comes in time; the request has 0.6 s on the wall to arrive.
const replayed = (given: Scenario, lie: Lie, speed = 100) =>
  replayLiedTo(given, lie, { lockstep: undefined, speed });
const replayedWith = (lie: Lie) => replayed(scenario, on(isGivenUp, lie));

/** A payment with the identifier that others of it have too. */
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
/** Never arrives. */
const neverHeard = async (heard: Heard): Promise<'break'> => {
  await heard.gone;
  return 'break';
};

/** The first of such requests never arrives. */
function firstNeverHeard(isSuch: (heard: Heard) => boolean): Lie {
  let asked = 0;
  return on(isSuch, (heard) => {
    asked += 1;
    return asked > 1 ? heard.forward() : neverHeard(heard);
  });
}

/** What its caller gave up arrives when this later payment is made. */
function madeLate(isLater: (heard: Heard) => boolean): (heard: Heard) => Promise<Reply | 'break'> {
  let late: Heard | undefined;
  return async (heard) => {
    if (isGivenUp(heard)) {
      late = heard;
      return await neverHeard(heard);
    }
    const reply = await heard.forward();
    if (isLater(heard)) await late?.forward();
    return reply;
  };
}

/** Makes a payment, and once more when its caller has hung up. */
async function paidTwice(heard: Heard): Promise<void> {
  await heard.forward();
  await heard.gone;
  await heard.forward({ body: { ...heard.body, identifier: '4711' } });
}

const isNote = ({ severity }: Finding): boolean => severity === 'note';
const blamed = (comparison: Comparison) => differences(comparison).map(({ operation }) => operation);
const words = (found: readonly Finding[]): readonly string[] => found.map(inWords);
const kindsOf = (records: Run['records']) => records.map(({ outcome }) => outcome.kind);

// Side by side: most of their time they wait for callers that give up.
describe.concurrent('a payment whose caller gives up', () => {
  it('is read afterwards: it was made', async () => {
    const { records, comparison } = await replayedWith(async (heard) => {
      const reply = await heard.forward();
      await heard.gone;
      return reply;
    });
    expect(records.map(({ outcome }) => outcome)).toMatchObject([
      { kind: 'indeterminate', cause: 'interrupted', resolved: 'happened' },
      { kind: 'succeeded' },
    ]);
    expect(words(differences(comparison))).toEqual([]);
    expect(comparison.counts).toMatchObject({ agrees: 2 });
  });

  it('may as well not be made, and what follows is predicted from that', async () => {
    const run = await replayedWith(neverHeard);
    expect(run.records[0]?.outcome).toMatchObject({ resolved: 'did-not-happen' });
    expect(words(differences(run.comparison))).toEqual([]);
    expect(verdictOf(run).word).toBe('as-expected');
  });

  it('may be made late, while a later operation is', async () => {
    const lie = madeLate(({ method }) => method === 'POST');
    const { records, comparison } = await replayed(scenario, lie);
    expect(records[0]?.outcome).toMatchObject({ resolved: 'happened' });
    expect(words(differences(comparison))).toEqual([]);
  });

  it('may be made late, though it would have failed in time', async () => {
    const steps = [
      GIVEN_UP,
      'pay: {from: hub, to: alice, amount: 50}',
      'pay: {from: bob, to: hub, amount: 4}',
      'pay: {from: alice, to: hub, amount: 31}',
    ];
    const poor = scenarioOf(steps, { alice: 10 });
    const lie = madeLate((heard) => isPaymentOf(heard, '4'));
    const { records, comparison } = await replayed(poor, lie);
    expect(records.map(({ outcome }) => outcome)).toMatchObject([
      { kind: 'indeterminate', resolved: 'happened' },
      { kind: 'succeeded' },
      { kind: 'succeeded' },
      { kind: 'failed' },
    ]);
    expect(words(differences(comparison))).toEqual([]);
  });

  it('excuses nobody who makes another one late meanwhile', async () => {
    let late: Heard | undefined;
    const { comparison } = await replayed(twoAndOneGivenUp, async (heard) => {
      if (isPayment(heard, '9002')) {
        late = heard;
        return { status: 200, json: receiptOf(heard, '4') };
      }
      const reply = await heard.forward();
      if (!isGivenUp(heard)) return reply;
      await late?.forward();
      await heard.gone;
      return reply;
    });
    expect(blamed(comparison)).toEqual([0]);
    const notes = comparison.operations.flatMap(({ findings }) => findings.filter(isNote));
    expect(words(notes)).toContainEqual(
      expect.stringContaining('0 history: alice shows payment sent to bob'),
    );
  });

  it('is no failure that a history has to list where the request never came', async () => {
    const lie = firstNeverHeard(({ method }) => method === 'POST');
    const { records, comparison } = await replayed(tooDear, lie, 10);
    expect(kindsOf(records)).toEqual(['indeterminate', 'failed']);
    expect(words(differences(comparison))).toEqual([]);
  });

  it('says nothing of which payment failed, where a later one did', async () => {
    const failing = scenarioFrom(
      stepsIn(
        'alice 1_000 - 1_000 hub',
        [
          'pay: {from: hub, to: alice, amount: 1}',
          'pay: {from: alice, to: hub, amount: 30, giveUpAfter: 1s}',
          'pay: {from: alice, to: hub, amount: 4}',
          'pay: {from: alice, to: hub, amount: 23, lockTimeout: 41}',
        ],
        { network: 'settleTimeout: 40, revealTimeout: 10' },
      ),
    );
    const lie = on(isGivenUp, neverHeard);
    const { records, comparison } = await replayed(failing, lie, 10);
    expect(kindsOf(records)).toEqual(['succeeded', 'indeterminate', 'succeeded', 'failed']);
    expect(words(differences(comparison))).toEqual([]);
  });

  it('must not be made twice', async () => {
    let paid: Promise<unknown> | undefined;
    const { comparison } = await replayed(scenario, async (heard) => {
      if (isGivenUp(heard)) paid = paidTwice(heard);
      // Nothing is read until the payment is made for the second time.
      await paid;
      return isGivenUp(heard) ? 'break' : await heard.forward();
    });
    expect(differences(comparison)[0]).toMatchObject({ operation: 0, check: 'history' });
  });

  it.each([
    ['is waited for', 'succeeded', ''],
    ['is given up as well', 'indeterminate', BRIEFLY],
  ])(
    'keeps no identifier where the request never came, and the next one with it %s',
    async (_which, ended, patience) => {
      const steps = [pay('30', BRIEFLY), 'pay: {from: bob, to: hub, amount: 20}', pay('30', patience)];
      const again = scenarioOf(steps, { hub: 20 });
      let asked = 0;
      const lie = on(isGivenUp, async (heard) => {
        asked += 1;
        const reply = asked > 1 ? await heard.forward() : 'break';
        if (asked === 1 || ended === 'indeterminate') await heard.gone;
        return reply;
      });
      const { records, comparison } = await replayed(again, lie);
      expect(asked).toBe(2);
      expect(records[2]?.outcome.kind).toBe(ended);
      expect(words(differences(comparison))).toEqual([]);
    },
  );

  it('keeps no identifier where the request never came, though the next one with it is refused', async () => {
    const { records, comparison } = await replayed(refusedTwice, firstNeverHeard(isRefused));
    expect(kindsOf(records)).toEqual(['indeterminate', 'succeeded', 'failed', 'failed']);
    expect(words(differences(comparison))).toEqual([]);
  });

  it('keeps no identifier where none of several requests came', async () => {
    const several = scenarioOf([pay('1_500', BRIEFLY), pay('1_500', BRIEFLY), pay('5')]);
    const { records, comparison } = await replayed(several, on(isRefused, neverHeard));
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
    const { comparison } = await replayed(refusedTwice, lie);
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
    const { records, comparison } = await replayed(both, lie);
    expect(records.map(({ outcome }) => outcome)).toMatchObject([
      { resolved: 'did-not-happen' },
      { resolved: 'happened' },
    ]);
    expect(words(differences(comparison))).toEqual([]);
  });
});

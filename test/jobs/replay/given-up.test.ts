import { describe, expect, it } from 'vitest';
import type { Comparison, Finding } from '../../../src/model/run/finding.ts';
import { verdictOf } from '../../../src/report/figures/verdict.ts';
import { differences, inWords, replayLiedTo } from '../../fixtures/lied-to-replay.ts';
import type { Heard, Reply } from '../../fixtures/lying-proxy.ts';
import { isPayment, isPaymentOf, on, receiptOf } from '../../fixtures/liars.ts';
import { scenarioFrom, stepsIn } from '../scenario-text.ts';

/** Steps of alice, who has so much, the hub and bob. */
const scenarioOf = (steps: readonly string[], alice = 1000) =>
  scenarioFrom(stepsIn(`alice ${alice} - 1000 hub 1000 - 1000 bob`, steps, { protocol: 'hopLatency: 1s' }));

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

// The answer is held until the caller has hung up, so that it never comes in time; the request has 0.6 s on the wall to arrive.
const replayed = async (lie: (heard: Heard) => Promise<Reply | 'break'>) =>
  await replayLiedTo(scenario, on(isGivenUp, lie), { lockstep: undefined, speed: 100 });

/** Never arrives. */
const neverHeard = async (heard: Heard): Promise<'break'> => {
  await heard.gone;
  return 'break';
};

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

const isNote = ({ severity }: Finding): boolean => severity === 'note';
const blamed = (comparison: Comparison) => differences(comparison).map(({ operation }) => operation);
const words = (found: readonly Finding[]): readonly string[] => found.map(inWords);

// Side by side: most of their time they wait for callers that give up.
describe.concurrent('a payment whose caller gives up', () => {
  it('is read afterwards: it was made', async () => {
    const { records, comparison } = await replayed(async (heard) => {
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
    const run = await replayed(neverHeard);
    expect(run.records[0]?.outcome).toMatchObject({ resolved: 'did-not-happen' });
    expect(words(differences(run.comparison))).toEqual([]);
    expect(verdictOf(run).word).toBe('as-expected');
  });

  it('may be made late, while a later operation is', async () => {
    const lie = madeLate(({ method }) => method === 'POST');
    const { records, comparison } = await replayLiedTo(scenario, lie, { lockstep: undefined, speed: 100 });
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
    const poor = scenarioOf(steps, 10);
    const lie = madeLate((heard) => isPaymentOf(heard, '4'));
    const { records, comparison } = await replayLiedTo(poor, lie, {
      lockstep: undefined,
      speed: 100,
    });
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
    const { comparison } = await replayLiedTo(
      twoAndOneGivenUp,
      async (heard) => {
        if (isPayment(heard, '9002')) {
          late = heard;
          return { status: 200, json: receiptOf(heard, '4') };
        }
        const reply = await heard.forward();
        if (!isGivenUp(heard)) return reply;
        await late?.forward();
        await heard.gone;
        return reply;
      },
      { lockstep: undefined, speed: 100 },
    );
    expect(blamed(comparison)).toEqual([0]);
    const notes = comparison.operations.flatMap(({ findings }) => findings.filter(isNote));
    expect(words(notes)).toContainEqual(
      expect.stringContaining('0 history: alice shows payment sent to bob'),
    );
  });

  it('is no failure that a history has to list where the request never came', async () => {
    let asked = 0;
    const lie = on(
      ({ method }) => method === 'POST',
      async (heard) => {
        asked += 1;
        return asked > 1 ? await heard.forward() : await neverHeard(heard);
      },
    );
    const { records, comparison } = await replayLiedTo(tooDear, lie, {
      lockstep: undefined,
      speed: 10,
    });
    expect(records.map(({ outcome }) => outcome.kind)).toEqual(['indeterminate', 'failed']);
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
    const { records, comparison } = await replayLiedTo(failing, lie, {
      lockstep: undefined,
      speed: 10,
    });
    expect(records.map(({ outcome }) => outcome.kind)).toEqual([
      'succeeded',
      'indeterminate',
      'succeeded',
      'failed',
    ]);
    expect(words(differences(comparison))).toEqual([]);
  });

  it('must not be made twice', async () => {
    const { comparison } = await replayed(async (heard) => {
      const reply = await heard.forward();
      await heard.gone;
      await heard.forward({ body: { ...heard.body, identifier: '4711' } });
      return reply;
    });
    expect(differences(comparison)[0]).toMatchObject({ operation: 0, check: 'history' });
  });
});

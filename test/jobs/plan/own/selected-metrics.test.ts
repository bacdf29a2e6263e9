import { describe, expect, it } from 'vitest';
import { InputError } from '../../../../src/errors.ts';
import { plan } from '../../../../src/jobs/plan/plan.ts';
import { goalFault } from '../../../../src/scenario/fields/metric-expectation.ts';
import { sourceOf } from '../../scenario-text.ts';
import { planFrom, planText } from '../answers.ts';

/*
 * ann pays cat 100 three times and dan 100 once through hub, which asks 2 at either channel and keeps 4 of each
 * payment; the payer sends 1 more as margin, so that each takes 101 of hub's end. hub holds 250 towards cat, two payments of 100, and nothing towards dan. eve pays fay
 * directly, once of twice.
 */
const PAYMENTS = 'ann cat 100 x3, ann dan 100, eve fay 50 x2';
const CHANNELS = 'ann 1000 - 0 hub 250 - 0 cat, hub 0 - 100 dan, eve 60 - 0 fay';

function asked(...lines: readonly string[]): string {
  const text = planText({ channels: CHANNELS, fees: '{flat: 2}', payments: PAYMENTS, plan: lines });
  return lines.some((line) => line.startsWith('goal:'))
    ? text.replace('goal: success_rate >= 100%\n  ', '')
    : text;
}

async function figures(...lines: readonly string[]) {
  const { points, result } = await plan({ source: sourceOf(asked(...lines)) });
  const metrics = points[0]?.metrics ?? {};
  return (result.figures ?? []).map((metric) => [metric, metrics[metric]?.mean]);
}

async function refused(...lines: readonly string[]) {
  const error = await plan({ source: sourceOf(asked(...lines)) }).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(InputError);
  return (error as InputError).faults;
}

describe('metrics of a part of the payments, worked out by hand', () => {
  it('are those of payers, payees, nodes and classes of them', async () => {
    const list = [
      'success_rate{payer=ann}',
      'success_rate{payer=ann,payee=cat}',
      'failed{payee=cat|dan}',
      'success_rate{node=hub}',
      'success_rate{payee=buyers}',
      'volume{payer=eve}',
      'payments{node=fay}',
    ];
    const text = [
      `figures: [${list.map((each) => `'${each}'`).join(', ')}]`,
      'deposit: {classes: {buyers: [dan, fay]}}',
    ];
    expect(await figures(...text)).toEqual([
      ['success_rate{payer=ann}', 2 / 4],
      ['success_rate{payer=ann,payee=cat}', expect.closeTo(2 / 3, 12)],
      ['failed{payee=cat|dan}', 2],
      ['success_rate{node=hub}', 2 / 4],
      ['success_rate{payee=buyers}', expect.closeTo(1 / 3, 12)],
      ['volume{payer=eve}', 50],
      ['payments{node=fay}', 2],
    ]);
  });

  it('with nodes of one’s own are told without being asked for', async () => {
    expect(await figures('mine: hub')).toEqual([
      ['success_rate{payer=partners}', 2 / 4],
      ['success_rate{node=mine}', 2 / 4],
      ['earned{node=mine}', 8],
      ['capital{node=mine}', 250],
      ['return_rate{node=mine}', 8 / 250],
    ]);
  });

  it('of traffic are those of its name', async () => {
    const traffic = ['wages', 'rent'].map(
      (name, at) =>
        `  - name: ${name}\n    arrivals: {constant: {perSecond: 1}}\n    count: ${at + 1}\n    amounts: 50\n    pairs: {list: [[eve, fay]]}\n`,
    );
    const text = `${asked("figures: ['payments{traffic=wages}', 'payments{traffic=rent}', payments]")}traffic:\n${traffic.join('')}`;
    const { points } = await plan({ source: sourceOf(text) });
    const { metrics = {} } = points[0] ?? {};
    expect(metrics['payments{traffic=wages}']?.mean).toBe(1);
    expect(metrics['payments{traffic=rent}']?.mean).toBe(2);
    expect(metrics['payments']?.mean).toBe(9);
  });

  it('are goals: a deposit is enough when those that are meant succeed', async () => {
    const text = asked('goal: success_rate{payee=cat} >= 100%', 'mine: hub', 'deposit: {each: true}');
    const { result } = await planFrom(text, ['deposit']);
    const least = new Map(result.deposit?.map(({ of, deposit }) => [of, deposit]));
    // Two payments take 101 each; hub takes on the third only with 104 there.
    expect([...least].slice(1)).toEqual([
      ['hub’s end of its channel with ann', 0n],
      ['hub’s end of its channel with cat', 306n],
      ['hub’s end of its channel with dan', 0n],
    ]);
  });

  it.each([
    ['goal: success_rate{payer=anne} >= 95%', 'plan.goal', 'did you mean ann?'],
    ['goal: success_rate{traffic=wages} >= 95%', 'plan.goal', 'Names: .'],
    ['figures: ["earned{node=huub}"]', 'plan.figures[0]', 'did you mean hub?'],
  ])('of nobody are refused: %s', async (line, path, hint) => {
    expect(await refused(line)).toMatchObject([{ place: { path }, hint }]);
  });

  it('of no payment are refused as a goal', async () => {
    expect(await refused('goal: success_rate{payer=cat} >= 95%')).toMatchObject([
      { message: 'success_rate{payer=cat} has no value: no such payment in 2 replications' },
    ]);
  });

  it.each([
    ['success_rate{payer=ann} >= 95%', undefined],
    ['success_rate { payer = ann | ben , payee = cat } >= 95%', undefined],
    ['earned{node=hub} >= 10', undefined],
    ['earned >= 10', 'say of which nodes: earned{node=hub}'],
    ['return_rate{payer=ann} >= 1%', 'say of which nodes: return_rate{node=hub}'],
    ['success_rate{payer=ann} >= 95', 'success_rate{payer=ann} lies between 0 and 1: write 95% or 0.95'],
    [
      'success_rate{from=ann} >= 95%',
      'a selection is label=name, several names with |, several labels with a comma; labels are payer, payee, node, traffic',
    ],
    [
      'drained_channels{node=hub} >= 1',
      'drained_channels is of a whole run; of a part there are success_rate, payments, volume, fees and others of payments',
    ],
  ])('are written as %s', (goal, fault) => {
    expect(goalFault(goal)).toBe(fault);
  });
});

import { describe, expect, it } from 'vitest';
import type { ChannelView } from '../../../src/model/run/answer.ts';
import type { Outcome } from '../../../src/model/run/operation.ts';
import { judgementOf } from '../../../src/verdict/check.ts';
import { steps } from '../../../src/verdict/rules/steps.ts';
import { totals } from '../../../src/verdict/rules/totals.ts';
import { failed, pay, type Step, step, SUCCEEDED, unanswered } from '../../world/records.ts';
import { channelOf, handMadeLoad, list, OF_CAROL, WITH_CAROL } from '../hand-made-run.ts';

const DONE: Outcome = { ...SUCCEEDED, channels: [OF_CAROL] };
const REFUSED = failed('insufficient-funds', 402);
const LOST = unanswered('connection-broken');

const open = { kind: 'open', node: 'alice', partner: 'carol', totalDeposit: 70n } as const;
const deposit = { kind: 'deposit', node: 'alice', partner: 'carol', totalDeposit: 80n } as const;
const close = { kind: 'close', node: 'alice', partner: 'carol' } as const;
const openedByCarol = { ...open, node: 'carol', partner: 'alice' };

/** The findings about a load of these steps, one after the other, of which alice shows these channels afterwards. */
function told(
  asked: readonly (readonly [Step, Outcome])[],
  shown: readonly ChannelView[],
): readonly string[] {
  const run = handMadeLoad({
    start: WITH_CAROL,
    records: asked.map(([operation, outcome], id) => step({ id, ...operation }, outcome)),
    readings: [
      list('start', 'alice', [channelOf('alice', 100n)]),
      list('end', 'alice', [channelOf('alice', 100n), ...shown]),
    ],
  });
  return [steps, totals].flatMap((check) =>
    judgementOf(check, run).clues.flatMap(({ subject, predicted, observed }) =>
      subject ? `${predicted} | ${observed}` : [],
    ),
  );
}

describe('a channel after the steps of a load', () => {
  it.each<[string, Parameters<typeof told>]>([
    ['was opened', [[[open, DONE]], [OF_CAROL]]],
    ['may have been opened', [[[open, LOST]], [OF_CAROL]]],
    ['may not have been opened', [[[open, LOST]], []]],
    [
      'was opened by the partner, though the node refused',
      [
        [
          [openedByCarol, DONE],
          [open, REFUSED],
        ],
        [{ ...OF_CAROL, totalDeposit: 0n }],
      ],
    ],
    [
      'was closed',
      [
        [
          [open, DONE],
          [close, DONE],
        ],
        [{ ...OF_CAROL, state: 'closed' }],
      ],
    ],
  ])('is no finding where it %s', (_how, [asked, shown]) => {
    expect(told(asked, shown)).toEqual([]);
  });

  it.each<[string, Parameters<typeof told>, string]>([
    ['its opening was refused', [[[open, REFUSED]], [OF_CAROL]], 'no channel | opened'],
    ['nothing was there to close', [[[close, DONE]], [OF_CAROL]], 'no channel | opened'],
    [
      'the partner opened it and the node closed it',
      [
        [
          [openedByCarol, DONE],
          [close, DONE],
        ],
        [OF_CAROL],
      ],
      'closed, or gone | opened',
    ],
    [
      'only the deposit into it was answered, and it is gone',
      [
        [
          [open, LOST],
          [deposit, DONE],
        ],
        [],
      ],
      'the channel | not there',
    ],
    [
      'only the deposit into it was answered, and shows less',
      [
        [
          [open, LOST],
          [deposit, DONE],
        ],
        [{ ...OF_CAROL, totalDeposit: 75n }],
      ],
      'opened, deposited 80, withdrawn 0 | opened, deposited 75, withdrawn 0',
    ],
  ])('is a finding where %s', (_how, [asked, shown], finding) => {
    expect(told(asked, shown)).toEqual([finding]);
  });
});

it.each([
  ['payments, which a network may have no money for', [pay({ id: 0 }, failed())], []],
  ['payments and a change of a channel', [pay({ id: 0 }, failed()), step({ id: 1, ...close }, REFUSED)], [1]],
])('where all steps of a load are refused, a change of a channel is blamed: %s', (_what, records, blamed) => {
  const readings = [list('end', 'alice', [channelOf('alice', 100n)])];
  const run = handMadeLoad({ start: WITH_CAROL, records, readings });
  expect(judgementOf(steps, run).clues.map(({ operation }) => operation)).toEqual(blamed);
});

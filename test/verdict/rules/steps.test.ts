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

const close = { kind: 'close', node: 'alice', partner: 'carol' } as const;
const open = { kind: 'open', node: 'alice', partner: 'carol', totalDeposit: 70n } as const;
const STEPS = {
  carolOpens: { ...open, node: 'carol', partner: 'alice' },
  open,
  deposit: { kind: 'deposit', node: 'alice', partner: 'carol', totalDeposit: 80n },
  close,
} as const satisfies Readonly<Record<string, Step>>;

/** The findings about a load of these steps, one after the other, of which alice shows these channels afterwards. */
function told(
  asked: Partial<Readonly<Record<keyof typeof STEPS, Outcome>>>,
  shown: readonly ChannelView[],
): readonly string[] {
  const names = Object.keys(STEPS) as (keyof typeof STEPS)[];
  const performed = names.flatMap((name) => (asked[name] ? [[STEPS[name], asked[name]] as const] : []));
  const run = handMadeLoad({
    start: WITH_CAROL,
    records: performed.map(([operation, outcome], id) => step({ id, ...operation }, outcome)),
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
  it.each<[string, ...Parameters<typeof told>]>([
    ['was opened', { open: DONE }, [OF_CAROL]],
    ['may have been opened', { open: LOST }, [OF_CAROL]],
    ['may not have been opened', { open: LOST }, []],
    [
      'was opened by the partner, though the node refused',
      { carolOpens: DONE, open: REFUSED },
      [{ ...OF_CAROL, totalDeposit: 0n }],
    ],
    ['was closed', { open: DONE, close: DONE }, [{ ...OF_CAROL, state: 'closed' }]],
  ])('is no finding where it %s', (_how, asked, shown) => {
    expect(told(asked, shown)).toEqual([]);
  });

  const OPEN = 'no channel | opened';
  const CLOSED = 'closed, or gone | opened';
  const LESS = 'opened, deposited 80, withdrawn 0 | opened, deposited 75, withdrawn 0';
  const HALF_LOST = { open: LOST, deposit: DONE };
  it.each<[string, ...Parameters<typeof told>, string]>([
    ['its opening was refused', { open: REFUSED }, [OF_CAROL], OPEN],
    ['nothing was there to close', { close: DONE }, [OF_CAROL], OPEN],
    ['the partner opened it and the node closed it', { carolOpens: DONE, close: DONE }, [OF_CAROL], CLOSED],
    ['only the deposit into it was answered, and it is gone', HALF_LOST, [], 'the channel | not there'],
    [
      'only the deposit into it was answered, and shows less',
      HALF_LOST,
      [{ ...OF_CAROL, totalDeposit: 75n }],
      LESS,
    ],
  ])('is a finding where %s', (_how, asked, shown, finding) => {
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

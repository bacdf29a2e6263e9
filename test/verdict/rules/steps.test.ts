import { describe, expect, it } from 'vitest';
import { world } from '../../world/world.ts';
import { loadRun } from '../../fixtures/load-runs.ts';
import { directoryOf } from '../../../src/model/network/directory.ts';
import type { ChannelView } from '../../../src/model/run/answer.ts';
import type { Operation, OperationRecord, Outcome } from '../../../src/model/run/operation.ts';
import { judgementOf } from '../../../src/verdict/check.ts';
import { steps } from '../../../src/verdict/rules/steps.ts';
import { channelOf, handMadeRun, reading } from '../hand-made-run.ts';

const NETWORK = world('alice 100 - 100 bob, carol');
const WITH_CAROL: ChannelView = {
  ...channelOf('alice', 70n),
  partnerAddress: directoryOf(NETWORK).addressOf('carol'),
  channelIdentifier: 2n,
  totalDeposit: 70n,
};

const DONE: Outcome = { kind: 'succeeded', status: 200, channels: [WITH_CAROL] };
const REFUSED: Outcome = { kind: 'failed', status: 402, reason: 'insufficient-funds', message: 'no' };
const LOST: Outcome = { kind: 'indeterminate', cause: 'connection-broken', detail: 'no answer' };

type Change = Extract<Operation, { kind: 'open' | 'deposit' | 'close' }>;
type Asked = Pick<Change, 'kind' | 'node' | 'partner'> & { readonly totalDeposit?: bigint };

const open = { kind: 'open', node: 'alice', partner: 'carol', totalDeposit: 70n } as const;
const deposit = { kind: 'deposit', node: 'alice', partner: 'carol', totalDeposit: 80n } as const;
const close = { kind: 'close', node: 'alice', partner: 'carol' } as const;
const openedByCarol = { ...open, node: 'carol', partner: 'alice' };

/** The findings about a load of these steps, one after the other, of which alice shows these channels afterwards. */
function told(
  asked: readonly (readonly [Asked, Outcome])[],
  shown: readonly ChannelView[],
): readonly string[] {
  const records = asked.map(
    ([operation, outcome], id) =>
      ({
        operation: { id, token: 'DAI', atMs: id * 100, origin: `steps[${id}]`, ...operation },
        startedAtMs: id * 100,
        endedAtMs: id * 100 + 50,
        outcome,
      }) as OperationRecord,
  );
  const channels = [channelOf('alice', 100n), ...shown];
  const run = handMadeRun({
    start: NETWORK,
    records,
    readings: [
      reading({
        moment: 'end',
        node: 'alice',
        view: { kind: 'channels' },
        value: { kind: 'channels', channels },
      }),
    ],
    load: loadRun().load,
  });
  const { clues } = judgementOf(steps, run);
  return clues.flatMap(({ subject, predicted, observed }) => (subject ? `${predicted} | ${observed}` : []));
}

describe('a channel after the steps of a load', () => {
  it.each<[string, Parameters<typeof told>]>([
    ['was opened', [[[open, DONE]], [WITH_CAROL]]],
    ['may have been opened', [[[open, LOST]], [WITH_CAROL]]],
    ['may not have been opened', [[[open, LOST]], []]],
    [
      'was opened by the partner, though the node refused',
      [
        [
          [openedByCarol, DONE],
          [open, REFUSED],
        ],
        [WITH_CAROL],
      ],
    ],
    [
      'was closed',
      [
        [
          [open, DONE],
          [close, DONE],
        ],
        [{ ...WITH_CAROL, state: 'closed' }],
      ],
    ],
  ])('is no finding where it %s', (_how, [asked, shown]) => {
    expect(told(asked, shown)).toEqual([]);
  });

  it.each<[string, Parameters<typeof told>, string]>([
    ['its opening was refused', [[[open, REFUSED]], [WITH_CAROL]], 'closed, or gone | opened'],
    ['nothing was there to close', [[[close, DONE]], [WITH_CAROL]], 'closed, or gone | opened'],
    [
      'the partner opened it and the node closed it',
      [
        [
          [openedByCarol, DONE],
          [close, DONE],
        ],
        [WITH_CAROL],
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
      'an open channel | no channel',
    ],
    [
      'only the deposit into it was answered, and shows less',
      [
        [
          [open, LOST],
          [deposit, DONE],
        ],
        [{ ...WITH_CAROL, totalDeposit: 75n }],
      ],
      '80 | 75 DAI with carol',
    ],
  ])('is a finding where %s', (_how, [asked, shown], finding) => {
    expect(told(asked, shown)).toEqual([finding]);
  });
});

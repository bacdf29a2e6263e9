import { describe, expect, it } from 'vitest';
import { channelAnswers } from '../../../src/verdict/rules/channel-answers.ts';
import { directoryOf } from '../../../src/model/network/directory.ts';
import type { ChannelView } from '../../../src/model/run/answer.ts';
import type { OperationRecord } from '../../../src/model/run/operation.ts';
import type { Run } from '../../../src/model/run/run.ts';
import { failed, pay, step, SUCCEEDED } from '../../world/records.ts';
import { channelOf, handMadeLoad, list, OF_CAROL, opening, WITH_CAROL } from '../hand-made-run.ts';
import { judgementOf } from '../../../src/verdict/check.ts';

function told(
  answered: Partial<ChannelView>,
  { status = 201, meanwhile = [] }: { readonly status?: number; readonly meanwhile?: Run['records'] } = {},
): readonly string[] {
  const run = handMadeLoad({
    start: WITH_CAROL,
    records: [opening({ id: 5 }, answered, status), ...meanwhile],
    readings: [list('end', 'alice', [channelOf('alice', 100n), OF_CAROL])],
  });
  return judgementOf(channelAnswers, run).clues.map(
    ({ title, predicted, observed }) => `${title.split(': ')[1]}: ${predicted} | ${observed}`,
  );
}

describe('the answer to an opening', () => {
  it('is no finding where it shows what was asked for', () => {
    expect(told({})).toEqual([]);
  });

  it.each<[Partial<ChannelView>, string]>([
    [{ channelIdentifier: 9n }, 'answered with another identifier: 2 | 9'],
    [{ totalDeposit: 71n, balance: 71n }, 'answered with another total deposit: 70 | 71'],
    [{ state: 'closed' }, 'answered with another state: opened | closed'],
    [
      { partnerAddress: directoryOf(WITH_CAROL).addressOf('bob') },
      'answered with another partner: carol | bob',
    ],
    [{ balance: 69n }, 'answered with another balance: 70 | 69'],
  ])('is a finding otherwise: %o', (answered, finding) => {
    expect(told(answered)).toEqual([finding]);
  });

  it('has the status of something new', () => {
    expect(told({}, { status: 200 })).toEqual(['answered with another status: 201 | 200']);
  });

  it('has the status of something that was there, where it was', () => {
    const run = handMadeLoad({
      records: [opening({ partner: 'bob', totalDeposit: 0n }, channelOf('alice', 100n), 200)],
    });
    expect(judgementOf(channelAnswers, run).clues).toEqual([]);
  });

  it('may show another balance where something was paid meanwhile', () => {
    expect(told({ balance: 69n }, { meanwhile: [pay({ target: 'carol' })] })).toEqual([]);
  });

  it('shows the balance that was put in where the partner deposits as soon as it is there', () => {
    const deposited = step({ id: 6, kind: 'deposit', node: 'carol', partner: 'alice', totalDeposit: 20n });
    expect(told({ balance: 69n }, { meanwhile: [deposited] })).toEqual([
      'answered with another balance: 70 | 69',
    ]);
  });
});

describe('the answer to a deposit', () => {
  function deposited(
    asked: readonly (readonly [
      total: bigint,
      shown: bigint | 'refused',
      ...span: readonly [number, number],
    ])[],
  ): readonly string[] {
    const records = asked.map(([totalDeposit, shown, startedAtMs, endedAtMs], id) =>
      step(
        { id, kind: 'deposit', node: 'alice', partner: 'bob', totalDeposit },
        shown === 'refused'
          ? failed('insufficient-funds', 402)
          : { ...SUCCEEDED, channels: [channelOf('alice', 100n, { totalDeposit: shown })] },
        { startedAtMs, endedAtMs },
      ),
    );
    const run = handMadeLoad({ start: WITH_CAROL, records });
    return judgementOf(channelAnswers, run).clues.map(
      ({ predicted, observed }) => `${predicted} | ${observed}`,
    );
  }

  const HIGHER = [200n, 200n, 0, 100] as const;
  const REFUSED = [200n, 'refused', 0, 100] as const;

  it('may show a higher total that was asked for meanwhile', () => {
    expect(deposited([HIGHER, [150n, 200n, 50, 150]])).toEqual([]);
    expect(deposited([HIGHER, [150n, 150n, 50, 150]])).toEqual([]);
  });

  it.each<[string, Parameters<typeof deposited>[0][number], Parameters<typeof deposited>[0], string]>([
    ['nobody asked for', [150n, 170n, 50, 150], [HIGHER], '150 | 170'],
    ['stood before', [150n, 200n, 150, 200], [HIGHER], '150 | 200'],
    ['stood before the run', [50n, 100n, 0, 100], [], '50 | 100'],
    ['was refused', [150n, 200n, 50, 150], [REFUSED], '150 | 200'],
  ])('is a finding with a total that %s', (_which, asked, before, finding) => {
    expect(deposited([...before, asked])).toEqual([finding]);
  });
});

describe('the answer to a leave', () => {
  const CLOSED = channelOf('alice', 100n, { state: 'closed' });

  function left(
    channels: readonly (ChannelView | null)[],
    others: readonly OperationRecord[] = [],
    named: readonly string[] = [],
  ): readonly string[] {
    const partners = named.map((node) => WITH_CAROL.getNodeAttribute(node, 'address'));
    const leave = step(
      { id: 9, kind: 'leave', node: 'alice' },
      { ...SUCCEEDED, channels, partners },
      { startedAtMs: 200, endedAtMs: 300 },
    );
    const run = handMadeLoad({ start: WITH_CAROL, records: [...others, leave] });
    return judgementOf(channelAnswers, run).clues.map(
      ({ title, predicted, observed }) => `${title.split(': ')[1]}: ${predicted} | ${observed}`,
    );
  }

  it('is no finding where it lists every channel, closed or gone', () => {
    expect(left([null])).toEqual([]);
    expect(left([CLOSED])).toEqual([]);
  });

  it('may list none of a channel that another step may have closed', () => {
    const close = step(
      { id: 8, kind: 'close', node: 'bob', partner: 'alice' },
      { ...SUCCEEDED, channels: [null] },
      { startedAtMs: 100, endedAtMs: 250 },
    );
    expect(left([], [close])).toEqual([]);
    expect(left([null], [close])).toEqual([]);
  });

  it('is a finding where channels are missing, too many, or not closed', () => {
    expect(left([])).toEqual(['answered with another number of channels: 1 | 0']);
    expect(left([null, null])).toEqual(['answered with another number of channels: 1 | 2']);
    expect(left([channelOf('alice', 100n)])).toEqual([
      'answered with another state: closed, or null | opened',
    ]);
  });

  it('is a finding where it names a node that was no partner', () => {
    expect(left([null], [], ['bob'])).toEqual([]);
    expect(left([null], [], ['carol'])).toEqual([
      'answered with another partner: a partner of the node, once | carol',
    ]);
  });
});

import { expect, it } from 'vitest';
import { unreadNodes, type UnreadView, unreadViews } from '../../../src/model/run/unread-views.ts';
import { handMadeRun, reading } from '../../verdict/hand-made-run.ts';

const NAMES = {
  channels: { kind: 'channels' },
  history: { kind: 'history' },
  pending: { kind: 'pending' },
} as const;

function unread(view: keyof typeof NAMES, detail: string, isAnswered?: true): UnreadView {
  const value = { kind: 'unread' as const, detail, ...(isAnswered ? { isAnswered } : {}) };
  return { moment: 'end', node: 'bob', view: NAMES[view], value };
}

const answersOf = (...views: readonly UnreadView[]) => unreadNodes(views).map(({ answer }) => answer);

it('says once why a node that hangs could not be read, as it was known in the end', () => {
  const silent = 'no answer for 12 s; from now on it is read at the end only';
  expect(
    answersOf(
      unread('channels', 'no answer within 6000 ms'),
      unread('channels', 'no answer within 6000 ms'),
      unread('history', silent),
      unread('pending', silent),
    ),
  ).toEqual([silent]);
});

it('says once what a node answered to several requests, with what it concerns', () => {
  expect(
    answersOf(
      unread('channels', '500 out of order', true),
      unread('history', '200 with a body that is no JSON: <', true),
      unread('pending', '500 out of order', true),
    ),
  ).toEqual([
    'channels and pending transfers: 500 out of order; history: 200 with a body that is no JSON: <',
  ]);
});

it('does not expect to read a node that a stop and a start beside each other have left either way', () => {
  const turned = (
    id: number,
    kind: 'stop' | 'start',
    [startedAtMs, endedAtMs]: readonly [number, number],
  ) => ({
    operation: { kind, node: 'bob', id, origin: `steps[${id}]`, atMs: 0 },
    outcome: { kind: 'succeeded', status: 0 } as const,
    startedAtMs,
    endedAtMs,
  });
  const unreadAfter = (...records: readonly ReturnType<typeof turned>[]) =>
    unreadViews(
      handMadeRun({
        records,
        readings: [
          reading({
            moment: 'end',
            node: 'bob',
            view: NAMES.channels,
            value: { kind: 'unread', detail: 'connect ECONNREFUSED' },
          }),
        ],
      }),
    ).length;
  expect(unreadAfter(turned(0, 'stop', [0, 10]), turned(1, 'start', [11, 12]))).toBe(1);
  expect(unreadAfter(turned(1, 'start', [1, 4]), turned(0, 'stop', [0, 10]))).toBe(0);
  expect(unreadAfter(turned(0, 'stop', [0, 10]), turned(1, 'start', [1, 12]))).toBe(0);
  expect(
    unreadAfter(
      turned(0, 'stop', [0, 10]),
      turned(1, 'start', [1, 12]),
      turned(2, 'stop', [20, 21]),
      turned(3, 'start', [22, 23]),
    ),
  ).toBe(1);
});

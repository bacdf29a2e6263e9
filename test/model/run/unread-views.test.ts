import { expect, it } from 'vitest';
import { unreadNodes, type UnreadView } from '../../../src/model/run/unread-views.ts';

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

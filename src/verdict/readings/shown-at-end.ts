import { isWithin, rangeText, widest } from '../../model/network/amount.ts';
import type { ChannelView } from '../../model/run/answer.ts';
import type { NodeName } from '../../model/network/network.ts';
import { channelsAtRest, type PossibleChannel } from './channels-at-rest.ts';
import type { Reading } from '../../model/run/reading.ts';
import type { Clue, Judgement } from '../check.ts';
import type { Story } from '../story.ts';
import type { ChannelField, Subject } from '../facts/facts.ts';
import { channelIn } from '../facts/names.ts';
import { NOT_THERE } from './discrepancy-clue.ts';

/**
 * After overlapping operations nodes show what some order of them leads to: the totals that were acknowledged,
 * channels open or gone, and on each end what was there, with what came in and without what went out.
 */
export function judgeAtRest(story: Story): Judgement {
  const { run, restAtMs } = story;
  const channels = channelsAtRest(story);
  const lists = run.readings.filter(({ moment, view }) => moment === 'end' && isWholeList(view));
  const last = new Map(lists.map((reading) => [reading.node, reading] as const));
  const clues = lists.flatMap((reading) => {
    const isLast = last.get(reading.node) === reading;
    // A look before the end of the last message may show what was, of any channel.
    const isAtRest = reading.atMs >= restAtMs;
    if (!isLast && !isAtRest) return [];
    return channels.flatMap((channel) => judgeChannel(reading, { channel, isLast, isAtRest, story }));
  });
  return { clues: clues.filter(isFirstOfItsKind), covered: `${last.size} of ${run.start.order} nodes read` };
}

function isWholeList(view: Reading['view']): boolean {
  return view.kind === 'channels' && view.token === undefined;
}

interface Judged {
  readonly channel: PossibleChannel;
  readonly isLast: boolean;
  readonly isAtRest: boolean;
  readonly story: Story;
}

function judgeChannel(reading: Reading, { channel, isLast, isAtRest, story }: Judged): readonly Clue[] {
  const { node, value } = reading;
  const side = channel.between.indexOf(node);
  if (value.kind !== 'channels' || (side !== 0 && side !== 1)) return [];
  const { token, between, presence, presenceBy } = channel;
  const partner = between[1 - side] as NodeName;
  const isOfPair = (one: ChannelView): boolean =>
    one.state === 'opened' && channelIn([one], { token, partner }, story.names) !== undefined;
  const [shown, ...others] = value.channels.filter(isOfPair);
  const about = { node, isPassing: !isLast, token, partner };
  if (others.length > 0)
    return [
      clueOf(about, {
        field: 'presence',
        predicted: 'once',
        observed: `${others.length + 1} times`,
        by: null,
      }),
    ];
  if (shown === undefined)
    return presence === 'open'
      ? [clueOf(about, { field: 'presence', predicted: 'open', observed: NOT_THERE, by: presenceBy })]
      : [];
  if (presence === 'gone')
    return [clueOf(about, { field: 'state', predicted: 'closed', observed: shown.state, by: presenceBy })];
  const [deposit, withdraw] = [channel.totalDeposit[side], channel.totalWithdraw[side]];
  const totals = [
    { field: 'totalDeposit', is: shown.totalDeposit, was: deposit },
    { field: 'totalWithdraw', is: shown.totalWithdraw, was: withdraw },
  ] as const;
  const wrong = totals.flatMap(({ field, is, was: { amount, by } }) =>
    amount === null || amount === is
      ? []
      : [clueOf(about, { field, predicted: `${amount}`, observed: `${is}`, by })],
  );
  if (wrong.length > 0 || presence !== 'open') return wrong;
  const range = isAtRest ? channel.balance[side] : widest(channel.balance[side], channel.balanceAtOnce[side]);
  if (isWithin(shown.balance, range)) return [];
  const observed = `${shown.balance}`;
  return [clueOf(about, { field: 'balance', predicted: rangeText(range), observed, by: null })];
}

interface Wrong extends Pick<Clue, 'predicted' | 'observed'> {
  readonly field: ChannelField;
  /** The operation to blame. */
  readonly by: number | null;
}

function clueOf(
  about: Pick<Extract<Subject, { kind: 'channel' }>, 'token' | 'partner'> & {
    readonly node: NodeName;
    readonly isPassing: boolean;
  },
  { field, predicted, observed, by }: Wrong,
): Clue {
  const { node, isPassing, token, partner } = about;
  const verb = isPassing ? 'for a while showed' : 'shows';
  return {
    operation: by,
    node,
    view: { kind: 'channels' },
    subject: { kind: 'channel', token, partner, field },
    title: `${node} ${verb} a ${field} of its ${token} channel with ${partner} that no order of the operations gives`,
    predicted,
    observed,
    decidedBy: 'what the node had before, and every operation that was acknowledged',
    noticed: 'end',
  };
}

// A fact that showed for a while and then for good is one finding.
function isFirstOfItsKind({ node, subject }: Clue, at: number, clues: readonly Clue[]): boolean {
  const name = JSON.stringify([node, subject]);
  return clues.findIndex((other) => JSON.stringify([other.node, other.subject]) === name) === at;
}

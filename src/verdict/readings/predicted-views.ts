import type { Check, Clue, Judgement } from '../check.ts';
import type { Discrepancy } from '../comparison/mismatches.ts';
import { judgeByPrediction, NOT_THERE } from './discrepancy-clue.ts';
import { isWithin, rangeText, widest } from '../../model/network/amount.ts';
import type { ChannelView } from '../../model/run/answer.ts';
import type { NodeName } from '../../model/network/network.ts';
import { type MoneyBounds, MoneyWalk } from '../bounds/money-bounds.ts';
import { type ChannelLife, listedUntilMs } from '../timeline/channel-life.ts';
import type { Reading } from '../../model/run/reading.ts';
import type { Story } from '../story.ts';
import type { ChannelField, Subject } from '../facts/facts.ts';
import { channelIn, namesOf } from '../facts/names.ts';
import { shownAt, type ShownState, shownWith } from '../facts/shown-state.ts';

/**
 * Every channel, in every view of both its ends, is as predicted: balance, deposits, state, timeouts. After
 * operations that overlapped it is what some order of them leads to.
 */
export const balances: Check = {
  name: 'balances',
  role: 'state',
  appliesTo: ['replay'],
  believes: 'answers',
  judge: (_run, story) =>
    story.overlaps
      ? judgeAtRest(story)
      : judgeByPrediction(
          story,
          (found) => isLasting(found) && (found.view.kind === 'channels' || found.view.kind === 'channel'),
        ),
};

/** Every node's connections add up to its own deposits in its open channels, and to their number. */
export const connections: Check = {
  ...balances,
  name: 'connections',
  judge: (_run, story) =>
    judgeByPrediction(story, ({ manner, view }) => manner === 'settled' && view.kind === 'connections'),
};

/**
 * A node shows what it acknowledged at once, never goes back to an older state, and shows nothing in between
 * that never was. Other nodes may be late.
 */
export const staleReads: Check = {
  ...balances,
  name: 'stale-reads',
  judge: (_run, story) => judgeByPrediction(story, (found) => !isLasting(found)),
};

function isLasting({ manner }: Discrepancy): boolean {
  return manner === 'settled' || manner === 'answered';
}

/**
 * After overlapping operations nodes show what some order of them leads to: the totals that were acknowledged,
 * channels open or gone, and on each end what was there, with what came in and without what went out.
 */
function judgeAtRest(story: Story): Judgement {
  const { run, restAtMs } = story;
  const { made, lives, paid } = story;
  const walk = new MoneyWalk();
  for (const record of made) walk.take(paid.changesOf(record));
  const answeredAtMs = Math.max(0, ...made.map(({ endedAtMs }) => endedAtMs));
  const atOnce = walk.during({ startedAtMs: answeredAtMs, endedAtMs: answeredAtMs });
  const { prediction = run } = run;
  const predictedEnd = shownAt('end', prediction, namesOf(prediction.start));
  const known = { story, predictedEnd, atOnce, atRest: walk.atRest() };
  const lists = run.readings.filter(
    ({ moment, view }) => moment === 'end' && view.kind === 'channels' && view.token === undefined,
  );
  const last = new Map(lists.map((reading) => [reading.node, reading] as const));
  const clues = lists.flatMap((reading) => {
    const isLast = last.get(reading.node) === reading;
    // A look before the end of the last message may show what was, of any channel.
    const isAtRest = reading.atMs >= restAtMs;
    if (!isLast && !isAtRest) return [];
    return [...lives.latest()].flatMap((life) => judgeChannel(reading, { life, isLast, isAtRest, ...known }));
  });
  return { clues: clues.filter(isFirstOfItsKind), covered: `${last.size} of ${run.start.order} nodes read` };
}

interface Judged {
  readonly life: ChannelLife;
  readonly isLast: boolean;
  readonly isAtRest: boolean;
  readonly story: Story;
  readonly predictedEnd: ShownState;
  /** As soon as every operation was answered, with messages still on their way. */
  readonly atOnce: MoneyBounds;
  readonly atRest: MoneyBounds;
}

function judgeChannel(
  reading: Reading,
  { life, isLast, isAtRest, story, predictedEnd, atOnce, atRest }: Judged,
): readonly Clue[] {
  const { node, value } = reading;
  const side = life.between.indexOf(node);
  if (value.kind !== 'channels' || (side !== 0 && side !== 1)) return [];
  const { token, between, opened, closed } = life;
  const presenceBy = (closed ?? opened).by;
  const partner = between[1 - side] as NodeName;
  const isOfPair = (one: ChannelView): boolean =>
    one.state === 'opened' && channelIn([one], { token, partner }, story.names) !== undefined;
  const [shown, ...others] = value.channels.filter(isOfPair);
  const isOpen = opened.isCertain && closed === undefined;
  const about = { node, isPassing: !isLast, token, partner };
  if (others.length > 0) {
    const observed = `${others.length + 1} times`;
    return [clueOf(about, { field: 'presence', predicted: 'once', observed, by: null })];
  }
  if (shown === undefined) {
    const listed = channelIn(value.channels, { token, partner }, story.names);
    // A lock that either end lists keeps the channel from settling, and so may what the model knows of.
    const isStale =
      listed !== undefined &&
      shownWith(predictedEnd.channels.get(node), { token, partner }) === undefined &&
      reading.atMs >= listedUntilMs(life, story.timing) &&
      !story.moving.explains(1n, { between, channel: listed });
    if (!isOpen && !isStale) return [];
    const [predicted, observed] = [isOpen ? 'open' : NOT_THERE, listed?.state ?? NOT_THERE];
    return [clueOf(about, { field: 'presence', predicted, observed, by: presenceBy })];
  }
  if (closed?.isCertain)
    return [clueOf(about, { field: 'state', predicted: 'closed', observed: shown.state, by: presenceBy })];
  // Settling a channel together takes out all there is, unless it broke off before.
  const withdrawals = closed === undefined ? life.totalWithdraw[side] : [];
  const totals = [
    { field: 'totalDeposit', is: shown.totalDeposit, was: life.totalDeposit[side].at(-1) },
    { field: 'totalWithdraw', is: shown.totalWithdraw, was: withdrawals.at(-1) },
  ] as const;
  const wrong = totals.flatMap(({ field, is, was: { amount = null, by = null } = {} }) =>
    amount === null || amount === is
      ? []
      : [clueOf(about, { field, predicted: `${amount}`, observed: `${is}`, by })],
  );
  if (wrong.length > 0 || !isOpen) return wrong;
  const range = isAtRest ? atRest.of(life, side) : widest(atRest.of(life, side), atOnce.of(life, side));
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
    decidedBy: 'the state before and every acknowledged operation',
  };
}

// A fact that showed for a while and then for good is one finding.
function isFirstOfItsKind({ node, subject }: Clue, at: number, clues: readonly Clue[]): boolean {
  const name = JSON.stringify([node, subject]);
  return clues.findIndex((other) => JSON.stringify([other.node, other.subject]) === name) === at;
}

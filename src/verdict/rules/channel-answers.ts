import { type Amount, rangeText } from '../../model/network/amount.ts';
import type { Address } from '../../model/network/address.ts';
import type { ChannelView } from '../../model/run/answer.ts';
import { describeOperation, tokenWriter } from '../../model/run/describe-operation.ts';
import { type ChannelChange, changesChannels, type OperationRecord } from '../../model/run/operation.ts';
import type { Run } from '../../model/run/run.ts';
import { aboutOperation, type Check, type Clue, notChecked } from '../check.ts';
import { shownWith } from '../facts/shown-state.ts';
import { knownFromMs } from '../timeline/channel-ends.ts';
import { partiesOf } from '../timeline/resolve-outcomes.ts';
import { type ChannelLife, sideOf, type Turn } from '../timeline/channel-life.ts';
import type { Story } from '../story.ts';

/**
 * The answer to a change of a channel shows what was asked for, whatever else goes on: partner, deposit,
 * withdrawal and state, and a new channel under the identifier it has afterwards. Where a prediction says what each
 * answer has to show, it judges the balances too. Leaving a token network is answered with all channels there.
 */
export const channelAnswers: Check = {
  name: 'channel-answers',
  role: 'operation',
  appliesTo: ['replay', 'load', 'sample'],
  judge(run, story) {
    const changes = run.records.filter(isAnsweredChange);
    const leaving = run.records.filter(isLeaving).flatMap((record) => leaveClues(record, story));
    if (story.isPredicted && leaving.length === 0)
      return notChecked('the prediction says what each answer has to show');
    const faulty = (record: AnsweredChange): readonly Clue[] =>
      faultsOf(record, run, story).map((fault) => clueOf(record, fault, run));
    return {
      clues: [...(story.isPredicted ? [] : changes.flatMap(faulty)), ...leaving],
      covered: `${changes.length} answers to changes of channels`,
    };
  },
};

type AnsweredChange = OperationRecord & {
  readonly operation: Exclude<ChannelChange, { readonly kind: 'leave' }>;
  readonly outcome: {
    readonly kind: 'succeeded';
    readonly status: number;
    readonly channels: readonly (ChannelView | null)[];
  };
};

function isAnsweredChange(record: OperationRecord): record is AnsweredChange {
  const { operation, outcome } = record;
  const isChange = changesChannels(operation) && operation.kind !== 'leave';
  return isChange && outcome.kind === 'succeeded' && outcome.channels !== undefined;
}

interface Fault {
  readonly what: string;
  readonly predicted: string;
  readonly observed: string;
}

function faultsOf(record: AnsweredChange, run: Run, story: Story): readonly Fault[] {
  const { names } = story;
  const { operation, outcome } = record;
  const [shown] = outcome.channels;
  const pair = livesOf(record, story);
  const [only, another] = pair.lives;
  const isNew =
    only?.opened.by === operation.id &&
    another === undefined &&
    !run.start.areNeighbors(operation.node, operation.partner);
  if (!shown) {
    const isGone = operation.kind === 'close';
    return isGone ? [] : [{ what: 'channel', predicted: 'the channel', observed: 'none' }];
  }
  return [
    compared('partner', operation.partner, names.node(shown.partnerAddress)),
    compared('token', operation.token, names.token(shown.tokenAddress)),
    ...askedFor(operation, shown, { ...pair, isNew }),
    ...settledFault(record, shown, run),
    ...(operation.kind === 'open'
      ? [
          ...(isNew ? [identifierFault(record, shown, story), statusFault(record, story)] : []),
          balanceFault(record, shown, run),
        ]
      : []),
  ].flat();
}

// Nothing can have been paid through a channel whose partner had no other and took part in nothing else. A deposit changes
// a balance and what was put in alike.
function balanceFault(record: AnsweredChange, shown: ChannelView, { start, records }: Run): readonly Fault[] {
  const { partner } = record.operation;
  const isTouched = records.some(
    (other) =>
      other.operation !== record.operation &&
      other.operation.kind !== 'deposit' &&
      other.startedAtMs <= record.endedAtMs &&
      partiesOf(other.operation).includes(partner),
  );
  return isTouched || start.degree(partner) > 0 ? [] : compared('balance', shown.totalDeposit, shown.balance);
}

const CREATED = 201;

// Other dialects have statuses of their own.
function statusFault({ operation, outcome }: AnsweredChange, { run }: Story): readonly Fault[] {
  const isJudged = run.header.dialects?.[operation.node] === undefined;
  return isJudged ? compared('status', CREATED, outcome.status) : [];
}

/** The channels that two nodes had, and which changes of them an answer may show besides its own. */
interface PairLives {
  readonly lives: readonly ChannelLife[];
  readonly isMeanwhile: (turn: Turn) => boolean;
}

function livesOf({ operation, startedAtMs, endedAtMs }: AnsweredChange, { lives }: Story): PairLives {
  const { node, partner, token, id } = operation;
  return {
    lives: lives.of(node).filter((life) => life.token === token && life.between.includes(partner)),
    isMeanwhile: ({ by, fromMs, doneMs }) => by !== id && fromMs <= endedAtMs && doneMs >= startedAtMs,
  };
}

type Field = 'totalDeposit' | 'totalWithdraw' | 'revealTimeout';

function askedFor(
  operation: AnsweredChange['operation'],
  shown: ChannelView,
  { isNew, lives, isMeanwhile }: PairLives & { readonly isNew: boolean },
): readonly Fault[] {
  // Settling a channel together takes out all that is in it.
  const isClosing = lives.some(({ closings }) => closings.some(isMeanwhile));
  const total = (field: Field, asked: Amount): readonly Fault[] => {
    const raised = lives.flatMap((life) => life[field][sideOf(life, operation.node)]);
    // A total never falls.
    const mayBeOther = field === 'revealTimeout' || shown[field] > asked;
    const isRaisedMeanwhile =
      mayBeOther && raised.some((one) => one.asked === shown[field] && isMeanwhile(one.turn));
    return isRaisedMeanwhile ? [] : compared(FIELD_NAMES[field], asked, shown[field]);
  };
  const deposit = (asked: Amount): readonly Fault[] => total('totalDeposit', asked);
  const withdraw = (asked: Amount): readonly Fault[] => (isClosing ? [] : total('totalWithdraw', asked));
  switch (operation.kind) {
    case 'open': {
      return [
        isClosing ? [] : compared('state', 'opened', shown.state),
        // A channel that was there keeps its withdrawal, and its deposit where none is asked for.
        isNew || operation.totalDeposit > 0n ? deposit(operation.totalDeposit) : [],
        isNew ? withdraw(0n) : [],
      ].flat();
    }
    case 'deposit':
      return deposit(operation.totalDeposit);
    case 'withdraw':
      return withdraw(operation.totalWithdraw);
    case 'set':
      return total('revealTimeout', BigInt(operation.revealTimeout));
    case 'close':
      return shown.state === 'opened' ? compared('state', 'closed, or on its way', shown.state) : [];
  }
}

// A channel that is settled is gone; other dialects may show it.
function settledFault({ operation }: AnsweredChange, shown: ChannelView, { header }: Run): readonly Fault[] {
  const isJudged = operation.kind === 'close' && header.dialects?.[operation.node] === undefined;
  return isJudged && shown.state === 'settled' ? compared('state', 'closed, or null', shown.state) : [];
}

// If a pair had a channel before or opens several, nothing tells which one is shown afterwards.
function identifierFault(
  { operation }: AnsweredChange,
  shown: ChannelView,
  { atEnd }: Story,
): readonly Fault[] {
  const { node, partner, token } = operation;
  const later = shownWith(atEnd.channels.get(node), { token, partner });
  return later === undefined ? [] : compared('identifier', later.channelIdentifier, shown.channelIdentifier);
}

const FIELD_NAMES = {
  totalDeposit: 'total deposit',
  totalWithdraw: 'total withdraw',
  revealTimeout: 'reveal timeout',
};

function compared(
  what: string,
  predicted: string | number | bigint,
  observed: string | number | bigint,
): readonly Fault[] {
  return `${predicted}` === `${observed}`
    ? []
    : [{ what, predicted: `${predicted}`, observed: `${observed}` }];
}

function clueOf({ operation }: AnsweredChange, { what, predicted, observed }: Fault, run: Run): Clue {
  const { token, partner } = operation;
  return {
    ...aboutOperation(operation),
    view: { kind: 'channel', token, partner },
    title: `${describeOperation(operation, tokenWriter(run))}: answered with another ${what}`,
    predicted,
    observed,
    decidedBy: 'the request and the channel afterwards',
  };
}

type Leaving = OperationRecord & {
  readonly operation: Extract<ChannelChange, { readonly kind: 'leave' }>;
  readonly outcome: Pick<AnsweredChange['outcome'], 'channels'> & { readonly partners?: readonly Address[] };
};

function isLeaving(record: OperationRecord): record is Leaving {
  const { operation, outcome } = record;
  return operation.kind === 'leave' && outcome.kind === 'succeeded' && outcome.channels !== undefined;
}

/**
 * Leaving a token network is answered with every channel that the node had there: closed, or null where it is settled
 * already (raiden.md 1.1). What nodes of other dialects answer with is theirs, except for partners they never had.
 */
function leaveClues(record: Leaving, story: Story): readonly Clue[] {
  const { operation, outcome } = record;
  const { node } = operation;
  const { channels, partners = [] } = outcome;
  const had = channelsHad(record, story);
  const unclosed = channels.find((channel) => channel !== null && !CLOSED.has(channel.state));
  const ofToken = story.lives.of(node).filter(({ token }) => token === operation.token);
  const hadPartners = new Set(ofToken.flatMap(({ between }) => between.filter((end) => end !== node)));
  const faults: Fault[] = partners
    .map((partner) => story.names.node(partner))
    .filter((partner) => !hadPartners.delete(partner))
    .map((observed) => ({ what: 'partner', predicted: 'a partner of the node, once', observed }));
  const isJudged = !story.isPredicted && story.run.header.dialects?.[node] === undefined;
  if (isJudged && (channels.length < had.least || channels.length > had.most))
    faults.push({ what: 'number of channels', predicted: rangeText(had), observed: `${channels.length}` });
  if (isJudged && unclosed)
    faults.push({ what: 'state', predicted: 'closed, or null', observed: unclosed.state });
  return faults.map(({ what, ...shown }) => ({
    ...aboutOperation(operation),
    view: { kind: 'channels' },
    title: `${describeOperation(operation)}: answered with another ${what}`,
    ...shown,
    decidedBy: 'the channels of the node at the request',
  }));
}

// States in which a channel that was closed is listed; one that is settled is not any more (raiden.md 1.4).
const CLOSED: ReadonlySet<ChannelView['state']> = new Set([
  'waiting_for_close',
  'closed',
  'waiting_for_settle',
  'channel_unusable',
]);

/** How many channels the node had when it was asked to leave: those that were there for certain, and all that may have been. */
function channelsHad(
  { operation: { node, token, id }, startedAtMs, endedAtMs }: Leaving,
  { lives, atStart }: Story,
): Readonly<Record<'least' | 'most', number>> {
  const ofToken = lives.of(node).filter((life) => life.token === token && life.opened.fromMs <= endedAtMs);
  const before = ofToken.filter(({ opened }) => opened.by === null).length;
  const listed = atStart.channels.get(node)?.filter((one) => one.token === token).length ?? 0;
  const there = ofToken.filter(
    (life) =>
      knownFromMs(life, node) <= startedAtMs &&
      life.closings.every((closing) => closing.by === id || closing.fromMs > endedAtMs),
  );
  return { least: there.length, most: Math.max(listed, before) + ofToken.length - before };
}

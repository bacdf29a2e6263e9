import type { Amount } from '../../model/network/amount.ts';
import type { ChannelView } from '../../model/run/answer.ts';
import { describeOperation } from '../../model/run/describe-operation.ts';
import type { Operation, OperationRecord } from '../../model/run/operation.ts';
import { type Run, snapshotAt } from '../../model/run/run.ts';
import { type Check, type Clue, notChecked } from '../check.ts';
import { channelIn, type Names, namesOf } from '../facts/names.ts';
import { effectOf } from '../refusals.ts';
import { leaveClues } from './leave-answers.ts';

/**
 * The answer to a change of a channel shows what was asked for, whatever else goes on: partner, deposit,
 * withdrawal and state, and a new channel under the identifier it has afterwards. Where a prediction says what each
 * answer has to show, it judges the balances too. Leaving a token network is answered with all channels there.
 */
export const channelAnswers: Check = {
  name: 'channel-answers',
  role: 'operation',
  appliesTo: ['replay', 'load', 'sample'],
  followsFrom: [],
  judge(run, story) {
    if (story.isPredicted) return notChecked('the prediction says what each answer has to show');
    const changes = run.records.filter(isAnsweredChange);
    const clues = changes.flatMap((record) => faultsOf(record, run).map((fault) => clueOf(record, fault)));
    return {
      clues: [...clues, ...leaveClues(run, story)],
      covered: `${changes.length} answers to changes of channels`,
    };
  },
};

type Change = Extract<Operation, { readonly partner: string }>;
type AnsweredChange = OperationRecord & {
  readonly operation: Exclude<Change, { readonly kind: 'expect' }>;
  readonly outcome: {
    readonly kind: 'succeeded';
    readonly status: number;
    readonly channels: readonly (ChannelView | null)[];
  };
};

function isAnsweredChange(record: OperationRecord): record is AnsweredChange {
  const { operation, outcome } = record;
  const isChange = 'partner' in operation && operation.kind !== 'expect';
  return isChange && outcome.kind === 'succeeded' && outcome.channels !== undefined;
}

interface Fault {
  readonly what: string;
  readonly predicted: string;
  readonly observed: string;
}

function faultsOf(record: AnsweredChange, run: Run): readonly Fault[] {
  const names = namesOf(run.start);
  const { operation, outcome } = record;
  const [shown] = outcome.channels;
  if (!shown) {
    const isGone = operation.kind === 'close';
    return isGone ? [] : [{ what: 'channel', predicted: 'the channel', observed: 'none' }];
  }
  return [
    compared('partner', operation.partner, names.node(shown.partnerAddress)),
    compared('token', operation.token, names.token(shown.tokenAddress)),
    ...askedFor(operation, shown, {
      isNew: isOnlyOpening(operation, run),
      meanwhile: changesDuring(record, run),
    }),
    ...settledFault(record, shown, run),
    ...(operation.kind === 'open'
      ? [
          identifierFault(record, shown, run, names),
          balanceFault(record, shown, run),
          statusFault(record, run),
        ]
      : []),
  ].flat();
}

// Nothing can have been paid through a channel whose partner had no other and took part in nothing else.
function balanceFault(record: AnsweredChange, shown: ChannelView, { start, records }: Run): readonly Fault[] {
  const { partner } = record.operation;
  const isTouched = records.some(
    (other) =>
      other.operation !== record.operation &&
      other.startedAtMs <= record.endedAtMs &&
      partiesOf(other.operation).includes(partner),
  );
  return isTouched || start.degree(partner) > 0 ? [] : compared('balance', shown.totalDeposit, shown.balance);
}

function partiesOf(operation: Operation): readonly string[] {
  const parties: readonly (string | undefined)[] = [
    'node' in operation ? operation.node : undefined,
    'partner' in operation ? operation.partner : undefined,
    'target' in operation ? operation.target : undefined,
  ];
  return parties.filter((party) => party !== undefined);
}

const CREATED = 201;

// Other dialects have statuses of their own; a replay compares statuses with the prediction's.
function statusFault({ operation, outcome }: AnsweredChange, { header, load }: Run): readonly Fault[] {
  const isJudged = load !== undefined && header.dialects?.[operation.node] === undefined;
  return isJudged ? compared('status', CREATED, outcome.status) : [];
}

/** The operations that may have been done while an answer was on its way: it may show their results. */
function changesDuring(record: AnsweredChange, { records }: Run): readonly Operation[] {
  return records.flatMap((other) => {
    const endsMs = other.outcome.kind === 'indeterminate' ? Number.POSITIVE_INFINITY : other.endedAtMs;
    const isMeanwhile = other.startedAtMs <= record.endedAtMs && endsMs >= record.startedAtMs;
    return other !== record && isMeanwhile && effectOf(other) !== 'nothing' ? [other.operation] : [];
  });
}

function closes(other: Operation, { node, partner, token }: AnsweredChange['operation']): boolean {
  if (other.kind === 'leave') return other.token === token && [node, partner].includes(other.node);
  if (other.kind !== 'close' || other.token !== token) return false;
  return [other.node, other.partner].every((one) => one === node || one === partner);
}

type Field = 'totalDeposit' | 'totalWithdraw';

/** The totals that other operations asked for at the same end of the channel. */
function totalsOf(
  field: Field,
  others: readonly Operation[],
  { node, partner, token }: AnsweredChange['operation'],
): readonly Amount[] {
  return others.flatMap((other) => {
    const isRaise = other.kind === 'open' || other.kind === 'deposit' || other.kind === 'withdraw';
    if (!isRaise || other.node !== node || other.partner !== partner || other.token !== token) return [];
    const [raised, total] =
      other.kind === 'withdraw'
        ? (['totalWithdraw', other.totalWithdraw] as const)
        : (['totalDeposit', other.totalDeposit] as const);
    return raised === field ? [total] : [];
  });
}

function askedFor(
  operation: AnsweredChange['operation'],
  shown: ChannelView,
  { isNew, meanwhile }: { readonly isNew: boolean; readonly meanwhile: readonly Operation[] },
): readonly Fault[] {
  // Settling a channel together takes out all that is in it.
  const isClosing = meanwhile.some((other) => closes(other, operation));
  const total = (field: Field, asked: Amount): readonly Fault[] => {
    const isRaisedMeanwhile =
      shown[field] > asked && totalsOf(field, meanwhile, operation).includes(shown[field]);
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
    case 'close':
      return shown.state === 'opened' ? compared('state', 'closed, or on its way', shown.state) : [];
  }
}

// A channel that is settled is gone; other dialects may show it.
function settledFault({ operation }: AnsweredChange, shown: ChannelView, { header }: Run): readonly Fault[] {
  const isJudged = operation.kind === 'close' && header.dialects?.[operation.node] === undefined;
  return isJudged && shown.state === 'settled' ? compared('state', 'closed, or null', shown.state) : [];
}

// Of a pair that had a channel before or opens several, nothing tells which one is shown afterwards.
function identifierFault(
  { operation }: AnsweredChange,
  shown: ChannelView,
  run: Run,
  names: Names,
): readonly Fault[] {
  const { node, partner, token } = operation;
  const list = snapshotAt('end', run).channels.get(node);
  const later = list === undefined ? undefined : channelIn(list, { token, partner }, names);
  if (!isOnlyOpening(operation, run) || later === undefined) return [];
  return compared('identifier', later.channelIdentifier, shown.channelIdentifier);
}

function isOnlyOpening(operation: AnsweredChange['operation'], { start, records }: Run): boolean {
  const openings = records.filter(({ operation: other }) => isOpeningOf(other, operation));
  return !start.areNeighbors(operation.node, operation.partner) && openings.length === 1;
}

function isOpeningOf(other: Operation, { node, partner, token }: AnsweredChange['operation']): boolean {
  if (other.kind !== 'open' || other.token !== token) return false;
  return [other.node, other.partner].every((one) => one === node || one === partner);
}

const FIELD_NAMES = { totalDeposit: 'total deposit', totalWithdraw: 'total withdraw' };

function compared(
  what: string,
  predicted: string | number | bigint,
  observed: string | number | bigint,
): readonly Fault[] {
  return `${predicted}` === `${observed}`
    ? []
    : [{ what, predicted: `${predicted}`, observed: `${observed}` }];
}

function clueOf({ operation }: AnsweredChange, { what, predicted, observed }: Fault): Clue {
  const { node, token, partner } = operation;
  return {
    operation: operation.id,
    node,
    view: { kind: 'channel', token, partner },
    title: `${describeOperation(operation)}: answered with another ${what}`,
    predicted,
    observed,
    decidedBy: 'what was asked for, and what the node shows afterwards',
    noticed: operation.id,
  };
}

import type { NodeName } from '../../model/network/network.ts';
import { capacityOf, type ChannelView } from '../../model/run/answer.ts';
import type { OperationRecord, PaymentRecord } from '../../model/run/operation.ts';
import { positionOf } from '../../model/run/reading.ts';
import { predictedRecords, type Run } from '../../model/run/run.ts';
import { isDifference } from '../check.ts';
import { deadEnds, deadEndText, idsOf } from '../failures/dead-ends.ts';
import { NOT_THERE } from '../readings/discrepancy-clue.ts';
import { outcomes } from '../rules/outcomes.ts';
import type { Subject } from '../facts/facts.ts';
import { channelIn, type Names, namesOf } from '../facts/names.ts';
import { hangText, hungPayments } from '../story/hung-payments.ts';
import type { Story } from '../story/story.ts';
import type { FoundClue } from './finding-of.ts';

/** True when a clue says that an operation ended otherwise, which what earlier ones did to channels may explain. */
export function isAnotherOutcome({ check }: FoundClue): boolean {
  return check === outcomes;
}

/** Operations whose outcome differs because channels already stood otherwise, with the operation that did that. */
export function explainOutcomes(clues: readonly FoundClue[], run: Run): ReadonlyMap<number, number> {
  const roots = new Map<number, number>();
  const aboutChannels = clues
    .filter(isAboutChannel)
    .toSorted((one, other) => other.operation - one.operation);
  const differing = new Set(
    clues.filter((clue) => isAnotherOutcome(clue) && isDifference(clue)).map(({ operation }) => operation),
  );
  const names = namesOf(run.start);
  const predicted = predictedRecords(run);
  for (const { operation, outcome } of run.records) {
    const { id } = operation;
    const record = predicted.get(id);
    if (record === undefined || outcome.kind === 'indeterminate' || !differing.has(id)) continue;
    const [observed = [], planned = []] = [run, run.prediction].map((one) =>
      one?.readings.filter(({ moment }) => positionOf(moment) < id),
    );
    const looks: Looks = { observed, planned, names };
    const cause = aboutChannels.find(
      (clue) => clue.operation < id && decidesOtherwise(clue, record, looks),
    )?.operation;
    if (cause !== undefined) roots.set(id, roots.get(cause) ?? cause);
  }
  return roots;
}

/** The readings of before an operation, in the run and in its prediction. */
interface Looks {
  readonly observed: Run['readings'];
  readonly planned: Run['readings'];
  readonly names: Names;
}

type ChannelClue = FoundClue & {
  readonly operation: number;
  readonly node: NodeName;
  readonly subject: Extract<Subject, { kind: 'channel' }>;
};

function isAboutChannel(clue: FoundClue): clue is ChannelClue {
  const { operation, node, subject } = clue;
  return isDifference(clue) && operation !== null && node !== undefined && subject?.kind === 'channel';
}

/**
 * True when the model needs the clue's channel for an operation, and it stood otherwise before it by the word of both
 * its ends, so much that the operation has to end otherwise.
 */
function decidesOtherwise(
  { node, subject: { token, partner } }: ChannelClue,
  { operation, outcome, trace }: OperationRecord,
  { observed, planned, names }: Looks,
): boolean {
  if (!('token' in operation) || operation.token !== token) return false;
  const between = [node, partner];
  const hop = trace?.hops.find(({ payer, payee }) => between.includes(payer) && between.includes(payee));
  if (operation.kind === 'pay') {
    // Where no hop was tried, any channel of the token might have made or broken the route.
    if (hop === undefined && trace?.failure === undefined) return false;
  } else {
    const ends = 'partner' in operation ? [operation.node, operation.partner] : [operation.node];
    if (!ends.every((end) => between.includes(end))) return false;
  }
  const payer = hop?.payer ?? node;
  const payee = payer === node ? partner : node;
  const end = { node: payer, token, partner: payee };
  const paying = lastShown(observed, end, names);
  const paid = lastShown(observed, { node: payee, token, partner: payer }, names);
  if (isAlike(paying, lastShown(planned, end, names)) || paying === undefined || paid === undefined)
    return false;
  if (paying === null || paid === null) return paying === paid;
  if (paying.balance + paid.balance !== capacityOf(paying, paid)) return false;
  // A payment predicted to succeed fails by a channel only when that channel really lacks the amount.
  if (operation.kind !== 'pay' || outcome.kind !== 'succeeded' || hop === undefined) return true;
  return paying.state !== 'opened' || paying.balance < hop.amount;
}

function isAlike(one: ChannelView | null | undefined, other: ChannelView | null | undefined): boolean {
  return (
    one?.state === other?.state &&
    one?.balance === other?.balance &&
    one?.totalDeposit === other?.totalDeposit &&
    one?.totalWithdraw === other?.totalWithdraw
  );
}

/** A channel as one of its ends showed it last; `null`: not there, `undefined`: never looked. */
function lastShown(
  readings: Run['readings'],
  { node, token, partner }: Readonly<Record<'node' | 'token' | 'partner', string>>,
  names: Names,
): ChannelView | null | undefined {
  const value = readings.findLast(({ node: shown, view }) => {
    if (shown !== node) return false;
    if (view.kind === 'channel') return view.token === token && view.partner === partner;
    return view.kind === 'channels' && (view.token === undefined || view.token === token);
  })?.value;
  if (value?.kind === 'channel') return value.channel;
  return value?.kind === 'channels'
    ? (channelIn(value.channels, { token, partner }, names) ?? null)
    : undefined;
}

/**
 * Nodes that lose payments, and a channel that carries nothing, are one cause each, however many payments they cost: the
 * finding about the first of them says so, and the others follow from it, with what they leave pending or missing.
 */
export function withSharedCauses(clues: readonly FoundClue[], run: Run, story: Story): readonly FoundClue[] {
  const causes = sharedCauses(run, hungPayments(story));
  return clues.map((clue) => {
    const { operation, title } = clue;
    const cause = operation === null ? undefined : causes.get(operation);
    if (cause === undefined || !isDifference(clue) || !isOfPayment(clue)) return clue;
    const { first, text } = cause;
    if (operation !== first)
      return { ...clue, severity: 'note', root: first, title: `${title}; follows from operation ${first}` };
    return isAnotherOutcome(clue) ? { ...clue, title: `${title}; ${text}` } : clue;
  });
}

/** Why a payment went otherwise, with the first one that went so. */
interface SharedCause {
  readonly first: number;
  readonly text: string;
}

function sharedCauses(run: Run, hung: readonly PaymentRecord[]): ReadonlyMap<number, SharedCause> {
  const ids = idsOf(hung);
  const causes = [
    { payments: [...ids].toSorted((one, other) => one - other), text: hangText(run, hung) },
    ...deadEnds(run, ids).map((end) => ({ payments: end.payments, text: deadEndText(end) })),
  ];
  return new Map(
    causes.flatMap(({ payments, text }) => {
      const [first = 0] = payments;
      return payments.map((id) => [id, { first, text }] as const);
    }),
  );
}

// How it ended, what it left pending or as it was, the entry of its failure, which has no identifier, and one it did not make.
function isOfPayment(clue: FoundClue): boolean {
  const { view, subject, observed, isOld = false } = clue;
  const isEntry = subject?.kind === 'entry' && (subject.identifier === undefined || observed === NOT_THERE);
  return isAnotherOutcome(clue) || view?.kind === 'pending' || isOld || isEntry;
}

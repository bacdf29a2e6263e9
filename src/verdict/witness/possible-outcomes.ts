import { InvariantError } from '../../errors.ts';
import type { PossibleOutcome } from '../../model/replay/latitude.ts';
import type { Outcome } from '../../model/run/operation.ts';
import type { ReasonClass } from '../../model/run/reason-class.ts';
import { hasExpired } from '../refusals.ts';

// Refusals of a payment before it is sent, when money or locks were elsewhere.
const BEFORE_SENDING: readonly ReasonClass[] = ['no-suitable-channel', 'no-route'];

// Refusals when money went away while the payment was on its way.
const ON_THE_WAY: readonly ReasonClass[] = ['max-fee-exceeded', 'lock-expired'];

const TARGET_OFFLINE: ReasonClass = 'target-offline';

/** How what is asked of a stopped node ends. */
export const NOT_REACHED: PossibleOutcome = { kind: 'failed', status: 0, reason: 'unreachable' };

// Of every payment that was refused for one of these (raiden.md 1.5).
const CONFLICT = 409;

/** How a payment can end between what the model says with the most and with the least of everything. */
export function possiblePayment(asked: {
  readonly most: Outcome;
  readonly least: Outcome;
  /** No order keeps it from its way. */
  readonly isCertainWay: boolean;
  /** Nodes may be too busy to unlock in time, or charge more than when the way was chosen. */
  readonly mayExpire: boolean;
  /** Its way was there for long enough while its locks could still be passed on, whatever kept it from there before. */
  readonly mustArrive: boolean;
  /** They did not run all the time. */
  readonly isPayerOff: boolean;
  readonly isTargetOff: boolean;
  /** Whatever more money there is, it is refused before it is sent only as with the least. */
  readonly isLeastTelling: boolean;
  /** Some mediator charges a fee: between the most and the least, another way may be there that costs too much. */
  readonly mayCharge: boolean;
}): readonly PossibleOutcome[] {
  const { isCertainWay, mayExpire, isPayerOff, isTargetOff, isLeastTelling, mayCharge } = asked;
  const { mustArrive } = asked;
  const [most, least] = [possibleOutcome(asked.most), possibleOutcome(asked.least)];
  const expired = mayExpire ? [refused('lock-expired')] : [];
  if (most.kind === 'succeeded' && isCertainWay) return [most, ...expired];
  // Two successes may have gone different ways, and then anything between may fail.
  if (most.kind === 'failed' && isSame(most, least)) return [most];
  const dear = mayCharge ? (['max-fee-exceeded'] as const) : [];
  const onTheWay = most.kind === 'succeeded' ? ON_THE_WAY : dear;
  const reasons = [
    ...(isLeastTelling ? refusedAtMost(least) : BEFORE_SENDING),
    'no-usable-route' as const,
    ...onTheWay,
    ...(isTargetOff ? [TARGET_OFFLINE] : []),
  ];
  const possible = [most, least, ...reasons.map(refused), ...(isPayerOff ? [NOT_REACHED] : [])];
  return withoutRepetition(mustArrive ? possible.filter((one) => !hasExpired(one)) : possible);
}

// A payer that has a channel for it with the least always has one, and a way that is there with the least is always there.
function refusedAtMost(least: PossibleOutcome): readonly ReasonClass[] {
  if (least.kind === 'succeeded') return [];
  return least.reason === 'no-suitable-channel' ? BEFORE_SENDING : ['no-route'];
}

/** The way an operation can end, by an answer of the model. */
export function possibleOutcome(outcome: Outcome): PossibleOutcome {
  if (outcome.kind === 'indeterminate') throw new InvariantError('the model gave no answer');
  const { status } = outcome;
  return outcome.kind === 'failed'
    ? { kind: 'failed', status, reason: outcome.reason }
    : { kind: 'succeeded', status };
}

/** Each of them once. */
export function withoutRepetition(outcomes: readonly PossibleOutcome[]): readonly PossibleOutcome[] {
  return outcomes.filter((one, at) => outcomes.findIndex((other) => isSame(one, other)) === at);
}

/** True when an operation ended in one of the possible ways. */
export function isAmong(outcome: Outcome, possible: readonly PossibleOutcome[]): boolean {
  return outcome.kind !== 'indeterminate' && possible.some((one) => isSame(possibleOutcome(outcome), one));
}

function refused(reason: ReasonClass): PossibleOutcome {
  return { kind: 'failed', status: CONFLICT, reason };
}

function isSame(one: PossibleOutcome, other: PossibleOutcome): boolean {
  if (one.kind === 'succeeded' || other.kind === 'succeeded')
    return one.kind === other.kind && one.status === other.status;
  return one.status === other.status && one.reason === other.reason;
}

import { isOpen, type OperationRecord, type Outcome } from '../model/run/operation.ts';
import type { ReasonClass } from '../model/run/reason-class.ts';
import type { Run, RunHeader } from '../model/run/run.ts';

/** The meaning of a refusal for a reason of one class. */
interface Refusal {
  /** Whether it had begun before it was refused: a payment's first transfer was sent, a change reached the chain. */
  readonly sent: 'no' | 'yes' | 'unknown';
  /** True when locks of the payment may stand on its way after the answer. */
  readonly mayHold: boolean;
  /** How many entries of the failure the payer's history has. */
  readonly entry: 'none' | 'one' | 'maybe';
  /** True when the node found no way with money and free places for locks, so that payments of others may be the cause. */
  readonly lacksWay: boolean;
}

const NOT_BEGUN: Refusal = { sent: 'no', mayHold: false, entry: 'none', lacksWay: false };
const NO_WAY: Refusal = { ...NOT_BEGUN, lacksWay: true };
// The answer is not the node's, or does not say how far it came.
const UNTOLD: Refusal = { sent: 'unknown', mayHold: true, entry: 'maybe', lacksWay: false };

/** One row for each class, with its section of docs/protocol. */
const REFUSALS: Readonly<Record<ReasonClass, Refusal>> = {
  // raiden.md 2.3, 2: no own channel carries the amount, and nobody is asked for paths.
  'no-suitable-channel': NO_WAY,
  // raiden.md 3.2, 1: the service names no path.
  'no-route': NO_WAY,
  // raiden.md 1.5 (idempotency) and 2.3, point 4: no transfer is sent, and still there is an entry.
  'no-usable-route': { ...NO_WAY, entry: 'one' },
  'max-fee-exceeded': { ...NOT_BEGUN, entry: 'one' },
  // raiden.md 2.3, 1: the service says so before anything is sent.
  'target-offline': NOT_BEGUN,
  // raiden.md 1.5, row 12 and 2.5: the initiator's own lock is the last one that is released.
  'lock-expired': { sent: 'yes', mayHold: true, entry: 'one', lacksWay: false },
  // raiden.md 1.5, the reasons: the transfer was on its way when it was given up.
  canceled: { sent: 'yes', mayHold: true, entry: 'one', lacksWay: false },
  // raiden.md 1.5, rows 1 to 9.
  'identifier-in-flight': NOT_BEGUN,
  'invalid-amount': NOT_BEGUN,
  'invalid-identifier': NOT_BEGUN,
  'self-payment': NOT_BEGUN,
  'unknown-token': NOT_BEGUN,
  // raiden.md 1.2: the request breaks the schema, or names what is no address.
  'invalid-request': NOT_BEGUN,
  'unknown-address': NOT_BEGUN,
  // raiden.md 1.3 and 1.4: looked at before anything is sent to the chain.
  'unknown-channel': NOT_BEGUN,
  'channel-not-open': NOT_BEGUN,
  'channel-exists': NOT_BEGUN,
  'insufficient-funds': NOT_BEGUN,
  'deposit-not-increased': NOT_BEGUN,
  'withdraw-not-increased': NOT_BEGUN,
  'withdraw-exceeds-balance': NOT_BEGUN,
  'partner-offline': NOT_BEGUN,
  'invalid-timeout': NOT_BEGUN,
  // raiden.md 1.5, row 11: routing fails before the dispatch.
  'path-finding-unavailable': NOT_BEGUN,
  // raiden.md 1.2: there is no such route, or no such method.
  'not-supported': NOT_BEGUN,
  // raiden.md 1.2: a node that stops says so, and so does what stands between it and us.
  'service-unavailable': UNTOLD,
  // raiden.md 1.2: the node died of it.
  'server-error': UNTOLD,
  other: UNTOLD,
  // No connection came about, the driver did not send it, or a step that only looks saw something else.
  unreachable: NOT_BEGUN,
  'driver-limit': NOT_BEGUN,
  'expectation-not-met': NOT_BEGUN,
};

/** The meaning of a refusal for this reason. */
export function refusalOf(reason: ReasonClass): Refusal {
  return REFUSALS[reason];
}

/** A prediction in the words of the nodes that were asked: their dialects may tell fewer reasons apart. */
export function predictionAsTold(prediction: Run, { dialects }: Pick<RunHeader, 'dialects'>): Run {
  if (dialects === undefined) return prediction;
  const records = prediction.records.map((record) => {
    const { operation, outcome } = record;
    const words = 'node' in operation ? dialects[operation.node]?.refusals : undefined;
    return outcome.kind === 'failed'
      ? { ...record, outcome: { ...outcome, ...words?.[outcome.reason] } }
      : record;
  });
  return { ...prediction, records };
}

/** True when the answer says that the locks of a payment ran out, so that every node may release them. */
export function hasExpired(outcome: Outcome): boolean {
  return outcome.kind === 'failed' && outcome.reason === 'lock-expired';
}

/** Whether an operation changed anything, as far as its answer tells. `locks`: it held money back for a while. */
export type Effect = 'happened' | 'nothing' | 'locks' | 'maybe';

/** The effect of an operation by what came back, or by what reading showed where nothing did. */
export function effectOf({ operation, outcome }: Pick<OperationRecord, 'operation' | 'outcome'>): Effect {
  switch (outcome.kind) {
    case 'succeeded':
      return 'happened';
    case 'failed':
      // A node refuses a change below status 500, before it is made, in whatever words (raiden.md 1.2 to 1.4).
      if (outcome.reason === 'other' && operation.kind !== 'pay') return 'nothing';
      // It may have been opened, and closed before its deposit was there.
      if (outcome.reason === 'channel-not-open' && operation.kind === 'open') return 'maybe';
      return EFFECTS[refusalOf(outcome.reason).sent];
    case 'indeterminate': {
      if (isOpen(outcome)) return 'maybe';
      if (outcome.resolved === 'happened') return 'happened';
      return operation.kind === 'pay' ? 'locks' : 'nothing';
    }
  }
}

const EFFECTS: Readonly<Record<Refusal['sent'], Effect>> = { no: 'nothing', yes: 'locks', unknown: 'maybe' };

import type { NodeName } from '../../model/network/network.ts';
import type { Operation, OperationRecord } from '../../model/run/operation.ts';
import { type Moment, positionOf } from '../../model/run/reading.ts';
import type { Run } from '../../model/run/run.ts';
import type { Discrepancy } from '../readings/mismatches.ts';
import { factsOf, type Subject } from '../facts/facts.ts';
import { namesOf } from '../facts/names.ts';

/** The operation a discrepancy is about; `null` when none explains it better than the others. */
export function suspectedOperation(found: Discrepancy, run: Run): number | null {
  const named = namedOperation(found, run);
  if (named !== undefined) return named;
  if (typeof found.moment === 'number') return found.moment;
  if (found.moment === 'start') return null;
  const touched = lastTouch(found, run);
  return touched !== undefined && positionOf(found.since ?? 'start') < touched ? touched : null;
}

/** The payment with this identifier that this node sent or received, the latest one up to `moment`. */
export function paymentWithIdentifier(
  identifier: string,
  { records }: Pick<Run, 'records'>,
  { node, moment }: { readonly node?: NodeName; readonly moment: Moment },
): number | undefined {
  const lastRecord = records.findLast(
    ({ operation }) =>
      operation.kind === 'pay' &&
      operation.identifier.toString() === identifier &&
      (typeof moment !== 'number' || operation.id <= moment) &&
      (node === undefined || operation.node === node || operation.target === node),
  );
  return lastRecord?.operation.id;
}

function namedOperation(found: Discrepancy, run: Run): number | undefined {
  const { subject, node, moment } = found;
  const identifier = 'identifier' in subject ? subject.identifier : undefined;
  if (identifier !== undefined) {
    return (
      paymentWithIdentifier(identifier, run, { node, moment }) ??
      // An entry at a node that has no part in the payment is still about that payment.
      paymentWithIdentifier(identifier, run, { moment })
    );
  }
  return subject.kind === 'entry' && found.predicted !== undefined
    ? firstPredictedWith(found, subject, run)
    : undefined;
}

// A failed payment's entry does not say which payment failed; when it was first predicted does.
function firstPredictedWith(found: Discrepancy, subject: Subject, run: Run): number | undefined {
  const { prediction } = run;
  if (prediction === undefined) return undefined;
  const names = namesOf(prediction.start);
  const wanted = JSON.stringify(subject);
  const first = prediction.readings.find(
    ({ node, moment, view, value }) =>
      node === found.node &&
      typeof moment === 'number' &&
      view.kind === 'history' &&
      [...factsOf(value, names).values()].some((fact) => JSON.stringify(fact.subject) === wanted),
  );
  return typeof first?.moment === 'number' ? first.moment : undefined;
}

/** The last operation that, by the prediction, changed what the discrepancy is about. */
function lastTouch({ node, subject }: Discrepancy, run: Run): number | undefined {
  const records = run.prediction?.records ?? [];
  return records.findLast((record) => touches(record, node, subject))?.operation.id;
}

function touches({ operation, trace }: OperationRecord, node: NodeName, subject: Subject): boolean {
  if (subject.kind === 'channel') {
    const { partner } = subject;
    const isHop = trace?.hops.some(
      ({ payer, payee, settled }) =>
        settled && ((payer === node && payee === partner) || (payer === partner && payee === node)),
    );
    return isHop === true || changesChannel(operation, node, partner);
  }
  return subject.kind === 'connection' && changesChannel(operation, node);
}

function changesChannel(operation: Operation, node: NodeName, partner?: NodeName): boolean {
  if (operation.kind === 'leave') return operation.node === node || operation.node === partner;
  if (!('partner' in operation) || operation.kind === 'expect') return false;
  const ends = [operation.node, operation.partner];
  return ends.includes(node) && (partner === undefined || ends.includes(partner));
}

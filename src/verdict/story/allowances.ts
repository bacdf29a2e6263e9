import type { PossibleOutcome } from '../../model/replay/latitude.ts';
import { isPaymentRecord, type OperationRecord } from '../../model/run/operation.ts';
import type { Run } from '../../model/run/run.ts';
import { lockLives } from '../raiden/lock-life.ts';
import { hasExpired } from '../refusals.ts';
import { isAmong } from '../witness/possible-outcomes.ts';
import { hungPayments } from './hung-payments.ts';
import { shapedByConcurrency } from './overlap.ts';
import type { Story } from './story.ts';

/**
 * Whether overlapping allows an outcome that was not predicted. `none`: nothing overlapped. `certain`: in every order it
 * ends like this. `possible`: in some. `impossible`: in none. `unsearched`: the orders were not searched to the end.
 * `waiting`: its locks have to expire first, as predicted or in some order, and it was given up before.
 */
export interface Allowance {
  readonly kind: 'none' | 'certain' | 'possible' | 'impossible' | 'unsearched' | 'waiting';
  readonly possible: readonly PossibleOutcome[];
}

/** The allowance of each record of a run. */
export function allowancesOf(run: Run, story: Story): (record: OperationRecord) => Allowance {
  const { running } = story;
  const shaped = shapedByConcurrency(run);
  const searched = new Map(run.latitude?.outcomes.map(({ operation, possible }) => [operation, possible]));
  const predicted = new Map(run.prediction?.records.map((record) => [record.operation.id, record.outcome]));
  const lifeOf = lockLives(run);
  let hung: ReadonlySet<number> | undefined;
  const isWaiting = (record: OperationRecord): boolean => {
    const { operation, outcome, endedAtMs } = record;
    if (!isPaymentRecord(record) || outcome.kind !== 'indeterminate') return false;
    if (outcome.cause !== 'deadline' || endedAtMs >= lifeOf(record).untilMs) return false;
    // Locks that expired leave an entry, and those that have not are listed.
    hung ??= new Set(hungPayments(story).map((payment) => payment.operation.id));
    if (hung.has(operation.id)) return false;
    const expected = predicted.get(operation.id);
    const possible = [...(expected ? [expected] : []), ...(searched.get(operation.id) ?? [])];
    // A mediator without money waits for some, too, and then the payment is made late.
    const mayHaveEndedSo =
      outcome.resolved !== 'happened' || possible.some(({ kind }) => kind === 'succeeded');
    return mayHaveEndedSo && possible.some(hasExpired);
  };
  return (record) => {
    const { operation, outcome } = record;
    if (isWaiting(record)) return { kind: 'waiting', possible: [] };
    if (!shaped.has(operation.id)) return { kind: 'none', possible: [] };
    if (outcome.kind === 'indeterminate') {
      const isCut = outcome.cause === 'connection-broken' && 'node' in operation;
      // A node that is stopped breaks its connections, and what stands before it those that it is asked for.
      const isOff = isCut && !running.during(operation.node, record).mustRun;
      return { kind: isOff ? 'possible' : 'none', possible: [] };
    }
    const possible = searched.get(operation.id);
    if (possible === undefined) return { kind: 'unsearched', possible: [] };
    if (!isAmong(outcome, possible)) return { kind: 'impossible', possible };
    return { kind: possible.length === 1 ? 'certain' : 'possible', possible };
  };
}

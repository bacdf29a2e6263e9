import { isPaymentRecord, type OperationRecord } from '../../model/run/operation.ts';
import type { Run } from '../../model/run/run.ts';
import { type TravelTime, travelTimeOf } from './travel-time.ts';
import type { PossibleOutcome } from '../../model/replay/latitude.ts';
import { hungPayments } from './hung-payments.ts';
import type { Story } from './story.ts';
import { lockLives } from '../raiden/lock-life.ts';
import { hasExpired } from '../refusals.ts';
import { isAmong } from '../witness/possible-outcomes.ts';

/** Ids of the operations that ran while another one did, or while its messages still travelled. */
export function overlappingOperations(
  records: readonly OperationRecord[],
  travelMs: TravelTime = () => 0,
): ReadonlySet<number> {
  const requests = records
    .filter(({ operation }) => operation.kind !== 'wait')
    .map((record) => ({ ...record, overMs: record.endedAtMs + travelMs(record) }))
    .toSorted((one, other) => one.startedAtMs - other.startedAtMs);
  const overlapping = new Set<number>();
  let longest: (typeof requests)[number] | undefined;
  for (const record of requests) {
    if (longest !== undefined && record.startedAtMs < longest.overMs) {
      overlapping.add(longest.operation.id);
      overlapping.add(record.operation.id);
    }
    if (longest === undefined || record.overMs > longest.overMs) longest = record;
  }
  return overlapping;
}

/** Ids of the operations whose outcome may depend on how others were timed, in the run or in its prediction. */
function shapedByConcurrency(run: Run): ReadonlySet<number> {
  const { header, prediction } = run;
  if (header.pace === 'sequential') return new Set();
  const overlapping = new Set([...overlappingIn(run), ...(prediction ? overlappingIn(prediction) : [])]);
  const driven = inOrder(run);
  const planned = prediction && inOrder(prediction);
  const first = driven.findIndex((id, at) => overlapping.has(id) || (planned && planned[at] !== id));
  // Once two operations overlapped, or changed places, balances may be others than predicted, and so may all that follows.
  return new Set(first < 0 ? [] : driven.slice(first));
}

function inOrder({ records }: Pick<Run, 'records'>): readonly number[] {
  return records
    .filter(({ operation }) => operation.kind !== 'wait')
    .toSorted((one, other) => one.startedAtMs - other.startedAtMs || one.operation.id - other.operation.id)
    .map(({ operation }) => operation.id);
}

/** True when at least one operation may have been shaped by another. */
export function overlapsAnything(run: Run): boolean {
  return shapedByConcurrency(run).size > 0;
}

function overlappingIn({ header, records }: Pick<Run, 'header' | 'records'>): ReadonlySet<number> {
  return overlappingOperations(records, travelTimeOf(header, records));
}

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
  const hung = new Set(hungPayments(story).map(({ operation }) => operation.id));
  const isWaiting = (record: OperationRecord): boolean => {
    const { operation, outcome, endedAtMs } = record;
    if (!isPaymentRecord(record) || outcome.kind !== 'indeterminate') return false;
    if (outcome.cause !== 'deadline' || endedAtMs >= lifeOf(record).untilMs) return false;
    // Locks that expired leave an entry, and those that have not are listed.
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

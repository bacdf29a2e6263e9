import type { Run } from '../../model/run/run.ts';
import { failuresByPlace, failuresByReason } from '../figures/failures.ts';
import type { FailurePlace } from '../../model/failure-place.ts';
import type { FailureReason } from '../../model/run/outcome.ts';
import type { ReportedPayment } from '../figures/reported-payment.ts';
import { countChanges, type MetricChange } from './metric-changes.ts';
import { eachSide, type Sides } from './sides.ts';

type CountChange = Omit<MetricChange, 'metric'>;

/** How failures changed, most changed first. */
export interface FailureChanges {
  readonly byReason: readonly (CountChange & { readonly reason: FailureReason })[];
  /** Where the model refused; the channel is named as in the run that has it. */
  readonly byPlace: readonly (CountChange & FailurePlace)[];
}

/** A run with its payments. */
export interface PaidRun {
  readonly run: Run;
  readonly payments: readonly ReportedPayment[];
}

/** Failed payments of both runs by reason and by place. */
export function failureChanges(sides: Sides<PaidRun>): FailureChanges {
  const reasons = eachSide(
    sides,
    ({ run, payments }) =>
      new Map(failuresByReason(run, payments).map(({ reason, count }) => [reason, count] as const)),
  );
  const places = eachSide(
    sides,
    ({ run, payments }) =>
      new Map(failuresByPlace(run, payments).map((place) => [placeKey(place), place.count])),
  );
  return {
    byReason: mostChanged(countChanges(reasons)).map(([reason, change]) => ({ reason, ...change })),
    byPlace: mostChanged(countChanges(places)).map(([key, change]) => ({ ...placeOf(key), ...change })),
  };
}

function mostChanged<Key>(
  changes: readonly (readonly [Key, CountChange])[],
): readonly (readonly [Key, CountChange])[] {
  return [...changes].sort(([, one], [, other]) => Math.abs(other.difference) - Math.abs(one.difference));
}

function placeKey({ at, channel, check }: FailurePlace): string {
  return JSON.stringify([at, channel, check]);
}

function placeOf(key: string): FailurePlace {
  const [at, channel, check] = JSON.parse(key) as [
    FailurePlace['at'],
    FailurePlace['channel'],
    FailurePlace['check'],
  ];
  return { at, channel, check };
}

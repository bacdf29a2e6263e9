import type { Moment, Reading } from '../../model/run/reading.ts';

/** Readings grouped by the moment they were taken at; both orders are kept. */
export function byMoment(readings: readonly Reading[]): ReadonlyMap<Moment, readonly Reading[]> {
  const moments = new Map<Moment, Reading[]>();
  for (const reading of readings) {
    const group = moments.get(reading.moment);
    if (group) group.push(reading);
    else moments.set(reading.moment, [reading]);
  }
  return moments;
}

/** Orders moments: the start, each operation by its number, the end. */
export function positionOf(moment: Moment): number {
  if (moment === 'start') return -1;
  return moment === 'end' ? Number.POSITIVE_INFINITY : moment;
}

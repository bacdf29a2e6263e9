/** A moment of any clock as a date, ISO 8601 UTC to the millisecond. */
export function dateOf(unixMs: number): string {
  return new Date(unixMs).toISOString();
}

/** A moment as nodes log it: ISO 8601 UTC with six digits of a second and no zone; parts of a millisecond are cut off. */
export function logTimeOf(unixMs: number): string {
  return `${dateOf(Math.floor(unixMs)).slice(0, -1)}000`;
}

/** The moment of a date as nodes log it, in UTC whether or not it says so; undefined: it is no date. */
export function momentOf(date: string): number | undefined {
  const day = date.slice(0, 10);
  const midnightMs = Date.parse(`${day}T00:00:00Z`);
  // The engine takes the 30th of February for the 1st of March.
  if (Number.isNaN(midnightMs) || !dateOf(midnightMs).startsWith(day)) return undefined;
  const unixMs = Date.parse(/(?:Z|[+-]\d\d:?\d\d)$/.test(date) ? date : `${date}Z`);
  return Number.isNaN(unixMs) ? undefined : unixMs;
}

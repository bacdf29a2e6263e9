/** A moment of any clock as a date, ISO 8601 UTC to the millisecond. */
export function dateOf(unixMs: number): string {
  return new Date(unixMs).toISOString();
}

/** A moment as nodes log it: ISO 8601 UTC with six digits of a second and no zone; parts of a millisecond are cut off. */
export function logTimeOf(unixMs: number): string {
  return `${dateOf(Math.floor(unixMs)).slice(0, -1)}000`;
}

const LOG_TIME = /^(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d):(\d\d(?:\.\d+)?)(?:Z|\+00:00)?$/;

/** The inverse of both: a date in UTC, with a zone or without, as milliseconds since 1970; `undefined`: it is no date. */
export function unixMsOf(date: string): number | undefined {
  const parts = LOG_TIME.exec(date);
  if (parts === null) return undefined;
  const [year = 0, month = 0, day = 0, hours = 0, minutes = 0, seconds = 0] = parts.slice(1).map(Number);
  return Date.UTC(year, month - 1, day, hours, minutes) + seconds * 1000;
}

// Simulated time 0 is this moment: 2026-01-01, in days since 1970-01-01.
const FIRST_DAY = 20_454;
const DAY_MS = 86_400_000;

/** Simulated milliseconds as the node's log_time: ISO 8601 UTC with six digits of a second and no zone. */
export function logTime(atMs: number): string {
  const whole = Math.floor(atMs);
  const { year, month, day } = civilDate(FIRST_DAY + Math.floor(whole / DAY_MS));
  const ofDay = whole % DAY_MS;
  const hours = pad(Math.floor(ofDay / 3_600_000), 2);
  const minutes = pad(Math.floor(ofDay / 60_000) % 60, 2);
  const seconds = pad(Math.floor(ofDay / 1000) % 60, 2);
  const fraction = pad(ofDay % 1000, 3);
  return `${year}-${pad(month, 2)}-${pad(day, 2)}T${hours}:${minutes}:${seconds}.${fraction}000`;
}

// Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms": civil_from_days.
function civilDate(days: number): { readonly year: number; readonly month: number; readonly day: number } {
  const shifted = days + 719_468;
  const era = Math.floor(shifted / 146_097);
  const ofEra = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (ofEra - Math.floor(ofEra / 1460) + Math.floor(ofEra / 36_524) - Math.floor(ofEra / 146_096)) / 365,
  );
  const ofYear = ofEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shiftedMonth = Math.floor((5 * ofYear + 2) / 153);
  const day = ofYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1;
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9;
  return { year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day };
}

function pad(number: number, digits: number): string {
  return String(number).padStart(digits, '0');
}

import { RECORDED_OUTCOMES, type RecordedOutcome } from '../../model/scenario/payment-trace.ts';
import { momentOf } from '../../runtime/calendar.ts';

/** The outcomes in words. */
export const OUTCOME_WORDS = RECORDED_OUTCOMES.map((word) => `\`${word}\``).join(' or ');

// Words of nodes, wallets and databases for the same.
const SAME_OUTCOMES: Readonly<Record<RecordedOutcome, readonly string[]>> = {
  succeeded: ['success', 'successful', 'settled', 'complete', 'completed', 'paid', 'ok', 'true', '1'],
  failed: ['failure', 'local_failed', 'error', 'false', '0'],
};

/** The outcome that a word of any of these tools means. */
export function parseOutcome(text: string): RecordedOutcome | undefined {
  const word = text.toLowerCase();
  return RECORDED_OUTCOMES.find((outcome) => outcome === word || SAME_OUTCOMES[outcome].includes(word));
}

const DATE = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?$/;

/** A moment in milliseconds: a number of that unit, or a date, in UTC where it names no zone. */
export function parseMoment(msPerUnit: number): (text: string) => number | undefined {
  return (text) => {
    if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * msPerUnit;
    return DATE.test(text) ? momentOf(text) : undefined;
  };
}

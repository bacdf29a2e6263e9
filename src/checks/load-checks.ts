import type { Run } from '../model/run/run.ts';
import { findingOf } from './blame/finding-of.ts';
import { type Check, isDifference, type JudgedCheck, judgementOf } from './check.ts';
import { withOwnHistories } from './history/own-histories.ts';
import { CHECKS } from './registry.ts';
import { type UnreadView, unreadText, unreadViews } from '../model/run/unread-views.ts';

// Each says the same of another payment; a node that lies about more than this is known for it.
const MOST_FINDINGS_PER_CHECK = 50;

/** Everything that is checked once a load has come to rest, on the records that were kept. */
export function checkLoad(shown: Run): readonly JudgedCheck[] {
  const run = withOwnHistories(shown);
  return CHECKS.filter(({ appliesTo }) => appliesTo.includes('load')).map((check) => judgedBy(check, run));
}

/** What a check says of a load, with as many findings as are worth keeping. */
export function judgedBy(check: Check, run: Run): JudgedCheck {
  const { clues, covered, doubt = 'holds' } = judgementOf(check, run);
  const wrong = clues.filter(isDifference).length;
  const unread = doubt === 'not-checked' ? [] : unreadFor(check, run);
  const detail = [
    covered,
    ...(unread.length > 0 ? [`not read: ${unreadText(unread)}`] : []),
    ...(wrong > MOST_FINDINGS_PER_CHECK
      ? [`the first ${MOST_FINDINGS_PER_CHECK} of ${wrong} findings are kept`]
      : []),
  ].join('; ');
  return {
    check: {
      name: check.name,
      verdict: wrong > 0 ? 'violated' : unread.length > 0 ? 'unknown' : doubt,
      detail,
    },
    findings: clues.slice(0, MOST_FINDINGS_PER_CHECK).map((clue) => findingOf({ ...clue, check }, run)),
  };
}

/** What the check needs and could not be read. */
function unreadFor({ needs = [] }: Check, run: Run): readonly UnreadView[] {
  return needs.length === 0 ? [] : unreadViews(run).filter(({ view }) => needs.includes(view.kind));
}

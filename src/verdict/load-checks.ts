import type { Run } from '../model/run/run.ts';
import { gather } from '../model/gather.ts';
import { traceConsequences } from './causes/consequences.ts';
import { findingOf, foundClue, type FoundClue } from './causes/finding-of.ts';
import { type Check, isDifference, type JudgedCheck, type Judgement, judgementOf } from './check.ts';
import { pagesDiffering } from './history/history-pages.ts';
import { historyTimes } from './history/history-times.ts';
import { withOwnHistories } from './history/own-histories.ts';
import { CHECKS } from './registry.ts';
import { unreadText, unreadViews } from '../model/run/unread-views.ts';
import { Story } from './story.ts';

// Each says the same of another payment; a node that lies about more than this is known for it.
const MOST_FINDINGS_PER_CHECK = 50;

/** Everything that is checked once a load has come to rest, on the records that were kept; one cause is one finding. */
export function checkLoad(shown: Run): readonly JudgedCheck[] {
  const run = withOwnHistories(shown);
  const story = new Story(run);
  const made = CHECKS.filter(({ appliesTo }) => appliesTo.includes('load')).map((check) => ({
    check,
    judgement: withPages(judgementOf(check, run, story), { check, shown }),
  }));
  const foundClues = made.flatMap(({ check, judgement }) =>
    judgement.clues.map((clue) => foundClue(clue, check)),
  );
  const cluesByCheck = new Map<Check, FoundClue[]>();
  for (const clue of traceConsequences(foundClues, run)) gather(cluesByCheck, clue.check, clue);
  return made.map(({ check, judgement }) =>
    judgedAmongOthers(check, run, { judgement, told: cluesByCheck.get(check) ?? [] }),
  );
}

// Pages are parts of the whole history, with what it lists of others' payments.
function withPages(
  judgement: Judgement,
  { check, shown }: { readonly check: Check; readonly shown: Run },
): Judgement {
  if (check !== historyTimes) return judgement;
  return { ...judgement, clues: [...judgement.clues, ...pagesDiffering(shown)] };
}

/** A check with what it says, of which some may follow from what others say. */
function judgedAmongOthers(
  check: Check,
  run: Run,
  { judgement, told }: { readonly judgement: Judgement; readonly told: readonly FoundClue[] },
): JudgedCheck {
  const following = told.filter(({ root }) => root !== undefined);
  if (following.length === 0) return judgedBy(check, run, { ...judgement, clues: told });
  const operations = following.flatMap(({ operation }) => operation ?? []);
  const named = operations.length === 0 ? '' : `: ${listed(operations)}`;
  const covered = `${judgement.covered}; ${following.length} more follow from other findings${named}`;
  const judged = judgedBy(check, run, {
    ...judgement,
    clues: told.filter(({ root }) => root === undefined),
    covered,
  });
  // A check that believed a lie says nothing against the target by that; one that tells the same as another check does.
  if (check.believes === 'answers') return judged;
  return { ...judged, check: { ...judged.check, verdict: 'violated' } };
}

// More numbers than this no reader takes in.
const MOST_NAMED = 10;

function listed(operations: readonly number[]): string {
  const named = operations.slice(0, MOST_NAMED).map((id) => `#${id}`);
  return `${named.join(', ')}${operations.length > MOST_NAMED ? ', ...' : ''}`;
}

/** A check of a load, with as many findings as are worth keeping. */
export function judgedBy(check: Check, run: Run, judgement = judgementOf(check, run)): JudgedCheck {
  const { clues, covered, doubt = 'holds' } = judgement;
  const wrong = clues.filter(isDifference).length;
  const { needs = [] } = check;
  const isJudged = doubt !== 'not-checked' && needs.length > 0;
  const unread = isJudged ? unreadViews(run).filter(({ view }) => needs.includes(view.kind)) : [];
  const detail = [
    covered,
    ...(unread.length > 0 ? [`not read: ${unreadText(unread)} (${unread[0]?.value.detail})`] : []),
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
    findings: clues.slice(0, MOST_FINDINGS_PER_CHECK).map((clue) => findingOf(foundClue(clue, check), run)),
  };
}

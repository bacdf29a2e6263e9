import type { CaseFound } from '../../model/check/counterexample.ts';
import type { Run } from '../../model/run/run.ts';
import type { CaseText } from './settle-draft.ts';
import { foreseenOf, type Tried, type Trying, tryText } from './try-case.ts';
import { isSame } from './shrink-case.ts';

/**
 * What became of a case. `fixed`: nothing is wrong any more. `failed`: it is as it was. `changed`: something else is
 * wrong with it now. `error`: nobody can say.
 */
export interface ReplayedCase {
  readonly verdict: 'fixed' | 'failed' | 'changed' | 'error';
  readonly found: CaseFound;
  /** What is wrong now. */
  readonly now?: CaseFound;
  /** Why nobody can say. */
  readonly why?: string;
  readonly tries: number;
}

// What overlaps may go well by chance; a case at rest goes the same way each time.
const TRIES = { sequential: 1, scenario: 3 };

/** Tries a case again: as often as its pace asks for, until it is seen. */
export async function replayCase(
  what: CaseText & { readonly found: CaseFound },
  trying: Trying,
): Promise<ReplayedCase> {
  const { found, pace } = what;
  let last: Tried | undefined;
  let changed: CaseFound | undefined;
  let tries = 0;
  while (tries < TRIES[pace] && trying.signal?.aborted !== true) {
    tries += 1;
    last = await tryText(what, trying);
    if (last.verdict !== 'violated') continue;
    if (isSame(last.found, found))
      return { verdict: 'failed', found, tries, ...(last.found && { now: last.found }) };
    changed ??= last.found;
  }
  if (changed !== undefined) return { verdict: 'changed', found, now: changed, tries };
  const moved = last?.run === undefined ? undefined : movedOn(found, last.run);
  if (last?.verdict === 'held' && moved !== undefined) return { verdict: 'error', found, why: moved, tries };
  if (last?.verdict === 'held') return { verdict: 'fixed', found, tries };
  return { verdict: 'error', found, why: last?.why ?? 'it was not tried', tries };
}

// Nodes that run on may have nothing left of what the case needs: then it was not tried.
function movedOn({ operation, foreseen }: CaseFound, run: Run): string | undefined {
  if (operation === undefined || foreseen === undefined) return undefined;
  const now = foreseenOf(run, operation);
  return now === foreseen
    ? undefined
    : `the nodes are no longer in a state that shows it: the model expects ${now ?? 'nothing'} of operation ${operation}, it expected ${foreseen}`;
}

import { UnreachableError } from '../../errors.ts';
import type { CaseFound } from '../../model/check/counterexample.ts';
import { UNANSWERED_REASONS } from '../../model/run/operation.ts';
import type { Run } from '../../model/run/run.ts';
import type { Scenario } from '../../model/scenario/scenario.ts';
import { endOf } from '../settle/relative-amounts.ts';
import { channelsInToken } from '../settle/settle-steps.ts';
import type { Supplied } from './listed/supply.ts';
import type { Sequence } from './sequence.ts';
import { foreseenOf, type Tried, type Trying, trySequence } from './try-case.ts';
import { isSame } from './shrink-case.ts';

/**
 * The result of trying a case again. `fixed`: nothing is wrong any more. `failed`: it is as it was. `changed`: something else is
 * wrong with it now. `error`: nobody can say.
 */
export interface ReplayedCase {
  readonly verdict: 'fixed' | 'failed' | 'changed' | 'error';
  readonly found: CaseFound;
  /** The difference that is seen now. */
  readonly now?: CaseFound;
  /** Why nobody can say. */
  readonly why?: string;
  readonly tries: number;
}

// Calls that overlap may go well by chance; calls one after the other go the same way each time.
const TRIES = { sequential: 1, scenario: 3 };
// A try that teaches what nodes do by default is not judged by it, the next one is.
const MOST_TO_LEARN = 2;

/** A sequence with the fault that it showed. */
export type Case = Sequence & { readonly found: CaseFound };

/** Tries a case again: as often as its pace asks for, until it is seen. Nodes that have moved on are supplied before each try. */
export async function replayCase(what: Case, trying: Trying): Promise<ReplayedCase> {
  const { hasMoved, replayed } = await replayAsItIs(what, trying);
  const { bench, signal } = trying;
  if (!hasMoved || bench.supply === undefined || signal?.aborted) return replayed;
  const { supply } = bench;
  const supplied = (): Promise<Supplied> => suppliedFor(what.scenario, supply);
  const { hasChanged, missing } = await supplied();
  if (hasChanged && missing.length === 0) return (await replayAsItIs(what, trying, supplied)).replayed;
  return { ...replayed, why: [replayed.why, ...missing].join('; ') };
}

async function suppliedFor(
  scenario: Scenario,
  supply: NonNullable<Trying['bench']['supply']>,
): Promise<Supplied> {
  try {
    return await supply(scenario);
  } catch (error) {
    if (!(error instanceof UnreachableError)) throw error;
    return { hasChanged: false, missing: [error.message] };
  }
}

interface Replayed {
  readonly replayed: ReplayedCase;
  /** The nodes have no longer what the case needs. */
  readonly hasMoved: boolean;
}

async function replayAsItIs(
  what: Case,
  trying: Trying,
  supplyAgain?: () => Promise<Supplied>,
): Promise<Replayed> {
  const { found, pace } = what;
  let last: Tried | undefined;
  let changed: CaseFound | undefined;
  let tries = 0;
  const ended = (verdict: ReplayedCase['verdict'], more: Pick<ReplayedCase, 'now' | 'why'> = {}) => ({
    replayed: { verdict, found, tries, ...more },
    hasMoved: false,
  });
  let toLearn = MOST_TO_LEARN;
  for (let left = TRIES[pace]; left > 0 && trying.signal?.aborted !== true; ) {
    // The next try needs the money that the last one has paid.
    if (tries > 0) await supplyAgain?.();
    tries += 1;
    last = await trySequence(what, trying);
    if (isNotJudged(last) && toLearn > 0) toLearn -= 1;
    else left -= 1;
    if (last.verdict !== 'violated') continue;
    if (isSame(last.found, found)) return ended('failed', last.found && { now: last.found });
    changed ??= last.found;
  }
  if (changed !== undefined) return ended('changed', { now: changed });
  if (last?.verdict !== 'held' || isNotJudged(last))
    return ended('error', { why: last?.why ?? 'it was not tried' });
  // A sandbox of its own begins with what the case needs.
  const moved =
    last.run === undefined || trying.bench.supply === undefined
      ? undefined
      : (movedOn(found, last.run) ?? openBefore(last.settled.scenario, last.run));
  return moved === undefined ? ended('fixed') : { ...ended('error', { why: moved }), hasMoved: true };
}

function isNotJudged({ verdict, why }: Tried): boolean {
  return verdict === 'held' && why !== undefined;
}

// Nodes that run on may have nothing left of what the case needs: then it was not tried.
function movedOn({ operation, foreseen }: CaseFound, run: Run): string | undefined {
  if (operation === undefined || foreseen === undefined) return undefined;
  const now = foreseenOf(run, operation);
  return endingWord(now) === endingWord(foreseen)
    ? undefined
    : `the nodes are no longer in a state that shows it: the model expects ${now ?? 'nothing'} of operation ${operation}, it expected ${foreseen}`;
}

// An open channel is not opened, though the model expects success as before.
function openBefore({ steps }: Scenario, { start }: Run): string | undefined {
  const seen = new Set<string>();
  for (const step of steps) {
    if (!('from' in step)) continue;
    const { kind, from, to, token } = step;
    const pair = [from, to].toSorted().join(' and ');
    if (seen.has(`${pair} ${token}`)) continue;
    seen.add(`${pair} ${token}`);
    if (kind === 'open' && endOf(channelsInToken(start, token), from, to) !== undefined)
      return `${pair} have an open channel of ${token} already, and the case opens one (--allow-changes closes it before)`;
  }
  return undefined;
}

const UNANSWERED: ReadonlySet<string> = new Set(Object.values(UNANSWERED_REASONS));

// Cases of before the first release tell no kinds of missing answers apart.
function endingWord(foreseen: string | undefined): string | undefined {
  return foreseen === 'indeterminate' || UNANSWERED.has(foreseen ?? '') ? 'no-answer' : foreseen;
}

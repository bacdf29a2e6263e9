import { onError, UnreachableError } from '../../errors.ts';
import type { CaseFound, Reproduced } from '../../model/check/counterexample.ts';
import type { Run } from '../../model/run/run.ts';
import type { Scenario, Step } from '../../model/scenario/scenario.ts';
import { endOf } from '../settle/relative-amounts.ts';
import { channelsInToken } from '../settle/settle-steps.ts';
import type { Sequence } from './sequence.ts';
import { foreseenOf, type Tried, type Trying, trySequence } from './try-case.ts';
import { isAlike, isSame } from './shrink-case.ts';
import type { TestBench } from './test-bench.ts';

/**
 * The result of trying a case again. `fixed`: nothing is wrong any more. `failed`: it is as it was. `changed`: something else is
 * wrong with it now. `error`: it could not be tried.
 */
export interface ReplayedCase {
  readonly verdict: 'fixed' | 'failed' | 'changed' | 'error';
  readonly found: CaseFound;
  /** The mismatch that is seen now. */
  readonly now?: CaseFound;
  /** Why it could not be tried. */
  readonly why?: string;
  readonly tries: number;
}

// Calls that overlap may go well by chance; calls one after the other go the same way each time.
const TRIES = { sequential: 1, scenario: 3 };

// Nothing undoes these on listed nodes.
const LASTING: ReadonlySet<Step['kind']> = new Set(['open', 'set', 'close', 'leave'] as const);

/** A sequence with the fault that it showed. */
export type Case = Sequence & { readonly found: CaseFound };

/** Tries a case again: as often as its pace asks for, until the fault is seen. */
export async function replayCase(what: Case, trying: Trying): Promise<ReplayedCase> {
  const { found, pace, scenario } = what;
  const change = trying.bench.may.opensAndCloses
    ? undefined
    : scenario.steps.find(({ kind }) => LASTING.has(kind));
  if (change !== undefined)
    return {
      verdict: 'error',
      found,
      tries: 0,
      why: `its step \`${change.kind}\` changes channels of listed nodes, which only --allow-changes allows`,
    };
  const {
    tries,
    of,
    same,
    changed,
    why = of === 0 ? 'it was not tried' : undefined,
  } = await tryAgain(what, {
    trySequence: (sequence) => trySequence(sequence, trying),
    supply: trying.bench.supply,
    goesOn: () => trying.signal?.aborted !== true,
    most: TRIES[pace],
    untilSeen: true,
  });
  if (same !== undefined) return { verdict: 'failed', found, tries, now: same };
  if (changed !== undefined) return { verdict: 'changed', found, tries, now: changed };
  return why === undefined ? { verdict: 'fixed', found, tries } : { verdict: 'error', found, tries, why };
}

/** Everything that it takes to try a case again. */
interface TryAgain {
  readonly trySequence: (sequence: Sequence) => Promise<Tried>;
  readonly supply: TestBench['supply'] | undefined;
  /** Asked before each try; false: there is no other one. */
  readonly goesOn: () => boolean;
  readonly most: number;
  /** Ends with the first try that shows the same. */
  readonly untilSeen?: true;
}

/** The tries of a case that were judged, and how many of them showed something like it. */
interface TriedAgain extends Reproduced {
  readonly tries: number;
  /** The fault, as it showed again. */
  readonly same?: CaseFound;
  /** Another fault. */
  readonly changed?: CaseFound;
  /** Why the last try says nothing; absent: it was judged. */
  readonly why?: string;
}

/** Tries a case again. Nodes that have moved on are supplied before each further try, and such a try does not count. */
export async function tryAgain(
  what: Case,
  { trySequence: tryOnce, supply, goesOn, most, untilSeen }: TryAgain,
): Promise<TriedAgain> {
  let [tries, times, of] = [0, 0, 0];
  let [same, changed]: (CaseFound | undefined)[] = [];
  let why: string | undefined;
  let isSupplied = false;
  for (let left = most; left > 0 && goesOn(); ) {
    const missing =
      isSupplied && supply
        ? await supply(what.scenario).catch(onError(UnreachableError, ({ message }) => [message]))
        : [];
    const tried = await tryOnce(what);
    tries += 1;
    // Nodes that are new in every try begin with what the case needs.
    const moved = supply && tried.verdict === 'held' ? movedOn(what.found, tried) : undefined;
    why = moved === undefined ? undefined : [moved, ...missing].join('; ');
    if (moved !== undefined && isSupplied) break;
    isSupplied ||= moved !== undefined;
    if (moved !== undefined) continue;
    left -= 1;
    if (tried.verdict === 'unknown') why = tried.why ?? '';
    else of += 1;
    if (isAlike(tried.found, what.found)) times += 1;
    if (isSame(tried.found, what.found)) same = tried.found;
    else changed ??= tried.found;
    if (untilSeen === true && same !== undefined) break;
  }
  return { tries, times, of, ...(same && { same }), ...(changed && { changed }), ...(why && { why }) };
}

// Nodes that run on may have nothing left of what the case needs.
function movedOn({ operation, foreseen }: CaseFound, { run, settled }: Tried): string | undefined {
  if (run === undefined) return undefined;
  if (operation === undefined || foreseen === undefined) return openBefore(settled.scenario, run);
  const now = foreseenOf(run, operation);
  return now === foreseen
    ? openBefore(settled.scenario, run)
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
      return `${pair} have an open channel of ${token} already, and the case opens one: close it before`;
  }
  return undefined;
}

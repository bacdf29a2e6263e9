import {
  acceptedAs,
  type AcceptedViolation,
  type CheckReport,
  type OutcomeCoverage,
} from '../../model/check/check-report.ts';
import type { ContractReport } from '../../model/check/contract-report.ts';
import { type Counterexample, isSeenAgain, seenOnceText } from '../../model/check/counterexample.ts';
import type { Run } from '../../model/run/run.ts';
import type { FurtherOutcome } from '../../rest/contract/contract-case.ts';
import { Coverage, coverOutcomes } from './coverage.ts';
import { isSame } from './shrink-case.ts';
import { PAIRS } from './arbitraries/space.ts';
import type { Tried } from './try-case.ts';

/** How far a check is. */
export interface CheckProgress {
  readonly sequences: number;
  readonly calls: number;
  readonly pairs: number;
  readonly found: number;
  /** A case is being made smaller. */
  readonly isShrinking: boolean;
}

/** The violations that are known, and who hears how far a check is. */
export interface CountedCheck {
  readonly accepted?: readonly AcceptedViolation[];
  readonly onProgress?: (progress: CheckProgress) => void;
}

/** Everything that is counted while nodes are checked: sequences by verdict, calls, outcomes, cases, and the time it took. */
export class CheckTally {
  readonly #options: CountedCheck;
  readonly #coverage = new Coverage();
  #space: Set<string> | undefined;
  readonly #counterexamples: Counterexample[] = [];
  readonly #unknowns = new Set<string>();
  readonly #notJudged: string[] = [];
  readonly #sequences = { held: 0, violated: 0, accepted: 0, unknown: 0 };
  readonly #accepted = new Map<AcceptedViolation, number>();
  #calls = 0;
  #isShrinking = false;

  constructor(options: CountedCheck) {
    this.#options = options;
  }

  /** How many sequences have a verdict. */
  get sequences(): number {
    return Object.values(this.#sequences).reduce((sum, times) => sum + times, 0);
  }

  /** The cases that showed again, or could not be tried again. */
  get confirmed(): readonly Counterexample[] {
    return this.#counterexamples.filter(isSeenAgain);
  }

  /** The pairs of the space of calls and states that a tried sequence covers; absent: it belongs to no space. */
  addPairs(pairs: readonly string[] | undefined): void {
    if (pairs !== undefined) this.#space = new Set([...(this.#space ?? []), ...pairs]);
  }

  addCalls(calls: number): void {
    this.#calls += calls;
    this.#tell();
  }

  addOutcomes(run: Run): void {
    this.#coverage.add(run);
  }

  addNotJudged(what: string): void {
    this.#notJudged.push(what);
  }

  /** A sequence that could not be judged. */
  addUnknown(why: string): void {
    this.#sequences.unknown += 1;
    this.#unknowns.add(why);
  }

  /** Counts a sequence. A violation that is neither accepted nor known becomes a case by `keep`. */
  async addSequence(tried: Tried, keep: () => Promise<Counterexample>): Promise<void> {
    if (tried.why !== undefined) this.#unknowns.add(tried.why);
    if (this.#isAccepted(tried)) {
      this.#sequences.accepted += 1;
      return;
    }
    const isKnown = this.confirmed.some(({ found }) => isSame(found, tried.found));
    const kept = tried.verdict === 'violated' && !isKnown ? await keep() : undefined;
    // It may be the machine that stood still, or a race that is rare: nobody can say.
    if (kept !== undefined && !isSeenAgain(kept)) this.addUnknown(seenOnceText(kept));
    else this.#sequences[tried.verdict] += 1;
    this.#tell();
  }

  /** Keeps a case as it was found while it is made smaller. */
  async whileShrinking(
    found: Counterexample,
    shrink: () => Promise<Counterexample>,
  ): Promise<Counterexample> {
    this.#isShrinking = true;
    const at = this.#counterexamples.push(found) - 1;
    try {
      const kept = await shrink();
      this.#counterexamples[at] = kept;
      return kept;
    } finally {
      this.#isShrinking = false;
    }
  }

  /** The outcomes that the contract's cases and sequences have covered. */
  outcomesWith(
    contract: ContractReport,
    asked: { readonly further: readonly FurtherOutcome[]; readonly isSandbox: boolean },
  ): OutcomeCoverage {
    return coverOutcomes({ ...asked, contract, covered: this.#coverage.pairs });
  }

  get counts(): Omit<CheckReport, 'seed' | 'uncovered' | 'ended' | 'isolation'> {
    return {
      sequences: { ...this.#sequences },
      calls: this.#calls,
      counterexamples: [...this.#counterexamples],
      covered: this.#coverage.pairs,
      ...(this.#space && { space: { covered: this.#space.size, of: PAIRS } }),
      unknowns: [...this.#unknowns],
      notJudged: [...this.#notJudged],
      accepted: (this.#options.accepted ?? []).map((each) => ({
        ...each,
        times: this.#accepted.get(each) ?? 0,
      })),
    };
  }

  #isAccepted({ found }: Tried): boolean {
    const known = acceptedAs(found, this.#options.accepted);
    if (known === undefined) return false;
    this.#accepted.set(known, (this.#accepted.get(known) ?? 0) + 1);
    return true;
  }

  #tell(): void {
    this.#options.onProgress?.({
      sequences: this.sequences,
      calls: this.#calls,
      pairs: this.#coverage.pairs.length,
      found: this.#counterexamples.length,
      isShrinking: this.#isShrinking,
    });
  }
}

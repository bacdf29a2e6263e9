import { InterruptedError, UnreachableError } from '../../errors.ts';
import {
  acceptedAs,
  type AcceptedViolation,
  type CheckEnd,
  type CheckReport,
  type OutcomeCoverage,
} from '../../model/check/check-report.ts';
import type { ContractReport } from '../../model/check/contract-report.ts';
import { type Counterexample, isSeenAgain, seenOnceText } from '../../model/check/counterexample.ts';
import type { Clock } from '../../ports/clock.ts';
import { anyAborted } from '../../runtime/unless-aborted.ts';
import { RealClock } from '../../runtime/real-clock.ts';
import {
  type DrawnSequence,
  drawnSequences,
  type FirstSequences,
  type SequenceChoices,
} from './arbitraries/sequences.ts';
import { ChainTime } from './chain-time.ts';
import { CheckedNetwork, type CheckedNetworkSpec } from './checked-network.ts';
import { type RunContract, runContract } from './contract/run-contract.ts';
import { Coverage, coverOutcomes } from './coverage.ts';
import { everyNodesTurn, type FirstCases, rareSequences } from './first-sequences.ts';
import { inOrder, isSame, type TriedSequence } from './shrink-case.ts';
import { keepCase, lookedClosely, type TryingAgain } from './keep-case.ts';
import type { Sequence } from './sequence.ts';
import type { TestBench } from './test-bench.ts';
import { type Tried, type Trying, trySequence } from './try-case.ts';

/** The nodes to check, the time for it, and when to stop. */
export interface CheckNodes extends CheckedNetworkSpec {
  readonly bench: TestBench;
  /** The contract of a dialect, which nodes are asked first; absent: only sequences. */
  readonly contractOf?: RunContract['contractOf'];
  /** At most so many sequences; absent: as many as the time allows. */
  readonly runs?: number;
  /** Asks for nothing new after so many milliseconds, but to make a case smaller. */
  readonly timeMs: number;
  /** Stops after so many different faults. */
  readonly cases: number;
  readonly paces?: SequenceChoices['paces'];
  /** Tried before chance has its turn; absent: none are. */
  readonly firstCases?: FirstCases | undefined;
  /** Violations that are known. */
  readonly accepted?: readonly AcceptedViolation[];
  /** Only violations by these checks count; absent: all. */
  readonly only?: readonly string[];
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: CheckProgress) => void;
}

/** How far a check is. */
export interface CheckProgress {
  readonly sequences: number;
  readonly calls: number;
  readonly pairs: number;
  readonly found: number;
  /** A case is being made smaller. */
  readonly isShrinking: boolean;
}

// A case of the contract opens a channel at most, which takes a node 26 s (python-node.md 2).
const CONTRACT_DEADLINE_MS = 60_000;

/**
 * Makes up networks and calls, asks nodes for them, and judges every answer as a replay does. What is wrong is made as
 * small as it goes. Same seed, same sequences; how many of them fit into the time depends on the nodes.
 */
export async function checkNodes(options: CheckNodes): Promise<CheckReport> {
  return await new Checking(options).report();
}

class Checking {
  readonly #options: CheckNodes;
  readonly #clock: Clock = new RealClock();
  readonly #coverage = new Coverage();
  readonly #counterexamples: Counterexample[] = [];
  readonly #unknowns = new Set<string>();
  readonly #sequences = { held: 0, violated: 0, accepted: 0, unknown: 0 };
  readonly #accepted = new Map<AcceptedViolation, number>();
  readonly #network: CheckedNetwork;
  readonly #chainTime: ChainTime;
  #calls = 0;
  #isShrinking = false;
  #hasBegun = false;

  constructor(options: CheckNodes) {
    this.#options = options;
    this.#network = new CheckedNetwork(options);
    this.#chainTime = new ChainTime({ isKnown: options.bench.isChainSlow !== true });
  }

  async report(): Promise<CheckReport> {
    const { seed, bench } = this.#options;
    const contract = await this.#askContract();
    const ended = await this.#learnAndSearch();
    return {
      seed,
      ...(contract && { contract }),
      sequences: { ...this.#sequences },
      calls: this.#calls,
      counterexamples: this.#counterexamples,
      covered: this.#coverage.pairs,
      ...(contract && { outcomes: this.#outcomesOf(contract) }),
      ended,
      isolation: bench.isolation,
      ...(bench.cannot !== undefined && { notDone: bench.cannot }),
      ...(this.#network.fees && { fees: this.#network.fees }),
      ...(this.#chainTime.leftOutMs !== undefined && { leftOutMs: this.#chainTime.leftOutMs }),
      unknowns: [...this.#unknowns],
      accepted: (this.#options.accepted ?? []).map((each) => ({
        ...each,
        times: this.#accepted.get(each) ?? 0,
      })),
    };
  }

  // First, because it takes seconds, and what it finds needs no shrinking.
  async #askContract(): Promise<ContractReport | undefined> {
    const { bench, contractOf, only, signal } = this.#options;
    if (bench.askContract === undefined || contractOf === undefined || only !== undefined) return undefined;
    const { release, ...nodes } = await bench.askContract();
    try {
      return await runContract({
        ...nodes,
        contractOf,
        deadlineMs: CONTRACT_DEADLINE_MS,
        signal,
        onCase: () => {
          this.#calls += 1;
          this.#tell();
        },
      });
    } finally {
      await release();
    }
  }

  #outcomesOf(contract: ContractReport): OutcomeCoverage {
    const { bench, contractOf } = this.#options;
    const further = contractOf?.(contract.dialect).further ?? [];
    return coverOutcomes({
      contract,
      further,
      covered: this.#coverage.pairs,
      isSandbox: bench.may.stopsNodes,
    });
  }

  // Stopped while nodes are prepared: what was found until then stays.
  async #learnAndSearch(): Promise<CheckEnd> {
    const { signal } = this.#options;
    try {
      if (signal?.aborted !== true) await this.#network.look(this.#trying());
      this.#hasBegun = true;
      return await this.#search();
    } catch (error) {
      if (!(error instanceof InterruptedError) || signal?.aborted !== true) throw error;
      return 'interrupted';
    }
  }

  async #search(): Promise<CheckEnd> {
    const { bench, runs, timeMs, cases, signal } = this.#options;
    const tries = inOrder(this.#drawn(), bench.atOnce ?? 1, (one) => this.#tryUntil(timeMs, one));
    try {
      for await (const { item, result } of tries) {
        if (signal?.aborted) return 'interrupted';
        if (result === undefined) continue;
        await this.#judge(await lookedClosely({ sequence: item.sequence, tried: result }, this.#again()));
        if (this.#confirmed().length >= cases) return 'cases';
      }
    } catch (error) {
      // Nodes that answered once and no longer do end the search; what was found stays.
      if (!(error instanceof UnreachableError) || this.#count === 0) throw error;
      this.#sequences.unknown += 1;
      this.#unknowns.add(error.message);
      return 'time';
    }
    if (signal?.aborted) return 'interrupted';
    return this.#count >= (runs ?? Number.POSITIVE_INFINITY) ? 'runs' : 'time';
  }

  async #judge({ sequence, tried }: TriedSequence): Promise<void> {
    if (tried.why !== undefined) this.#unknowns.add(tried.why);
    if (this.#isAccepted(tried)) {
      this.#sequences.accepted += 1;
      return;
    }
    const isKnown = this.#confirmed().some(({ found }) => isSame(found, tried.found));
    const kept = tried.verdict === 'violated' && !isKnown ? await this.#keep({ sequence, tried }) : undefined;
    if (kept === undefined || isSeenAgain(kept)) this.#sequences[tried.verdict] += 1;
    else {
      // It may be the machine that stood still, or a race that is rare: nobody can say.
      this.#sequences.unknown += 1;
      this.#unknowns.add(seenOnceText(kept));
    }
    this.#tell();
  }

  #drawn(): Generator<DrawnSequence> {
    const { bench, seed, paces = ['sequential', 'scenario'], runs, timeMs, signal } = this.#options;
    const choices = { paces, mediates: this.#network.knowsFees, ...bench.may };
    return drawnSequences({
      seed,
      choices,
      first: this.#first(choices),
      given: () => this.#network.given,
      runs: runs ?? Number.POSITIVE_INFINITY,
      timeMs,
      nowMs: () => this.#clock.nowMs(),
      chainTime: this.#chainTime,
      signal,
    });
  }

  #first(choices: SequenceChoices): FirstSequences {
    const { firstCases, bench } = this.#options;
    const { given } = this.#network;
    if (firstCases === undefined) return { atOnce: [] };
    if (given === undefined) return rareSequences(firstCases, choices);
    return everyNodesTurn(firstCases, given, { ...choices, keepsNodes: bench.isChainSlow === true });
  }

  #isAccepted({ found }: Tried): boolean {
    const known = acceptedAs(found, this.#options.accepted);
    if (known === undefined) return false;
    this.#accepted.set(known, (this.#accepted.get(known) ?? 0) + 1);
    return true;
  }

  async #keep(first: TriedSequence): Promise<Counterexample> {
    this.#isShrinking = true;
    try {
      // The one that showed it is counted when its verdict is known.
      const kept = await keepCase(first, { ...this.#again(), afterSequences: this.#count + 1 });
      this.#counterexamples.push(kept);
      return kept;
    } finally {
      this.#isShrinking = false;
    }
  }

  #again(): TryingAgain {
    const { accepted, signal, bench, seed } = this.#options;
    return {
      seed,
      accepted,
      signal,
      atOnce: bench.atOnce,
      nowMs: () => this.#clock.nowMs(),
      supply: bench.supply,
      trySequence: (sequence) => this.#try(sequence),
    };
  }

  #confirmed(): readonly Counterexample[] {
    return this.#counterexamples.filter(isSeenAgain);
  }

  // Between calls a sequence ends when the time is over; in the midst of one, where blocks may take longer than that. One
  // that was cut off before it could be judged is left out.
  async #tryUntil(timeMs: number, { sequence, chain }: DrawnSequence): Promise<Tried | undefined> {
    const { signal } = this.#options;
    const startedMs = this.#clock.nowMs();
    const goesOn = (): boolean => this.#clock.nowMs() < timeMs;
    if (chain !== 'asked-until-the-end') {
      const tried = await this.#try(sequence, { goesOn });
      const isCutOff = tried.verdict === 'unknown' && tried.run?.partial === true && !goesOn();
      return isCutOff ? undefined : tried;
    }
    const over = new AbortController();
    const timer = this.#clock.schedule(timeMs - startedMs, () => over.abort());
    try {
      const tried = await this.#try(sequence, { goesOn, signal: anyAborted([signal, over.signal]) });
      if (!over.signal.aborted || tried.found !== undefined) return tried;
    } catch (error) {
      if (!(error instanceof InterruptedError) || !over.signal.aborted) throw error;
    } finally {
      timer.cancel();
    }
    this.#chainTime.learnCut(this.#clock.nowMs() - startedMs);
    return undefined;
  }

  async #try(sequence: Sequence, until: Pick<Trying, 'goesOn' | 'signal'> = {}): Promise<Tried> {
    const tried = await trySequence(sequence, { ...this.#trying(), ...until });
    this.#calls += tried.calls;
    if (tried.run !== undefined && until.signal?.aborted !== true) {
      this.#coverage.add(tried.run);
      this.#network.see(tried.run.start);
      // On a virtual clock blocks take no time.
      if (this.#options.bench.isChainSlow === true) this.#chainTime.learn(tried.run);
    }
    this.#tell();
    return tried;
  }

  #trying(): Trying {
    const { bench, seed, signal, only } = this.#options;
    return { bench, seed, only, signal, hasBegun: this.#hasBegun, knowsFees: this.#network.knowsFees };
  }

  get #count(): number {
    return Object.values(this.#sequences).reduce((sum, times) => sum + times, 0);
  }

  #tell(): void {
    this.#options.onProgress?.({
      sequences: this.#count,
      calls: this.#calls,
      pairs: this.#coverage.pairs.length,
      found: this.#counterexamples.length,
      isShrinking: this.#isShrinking,
    });
  }
}

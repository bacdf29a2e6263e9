import { InterruptedError, NodeAnswerError, UnreachableError } from '../../errors.ts';
import type { CheckEnd, CheckReport } from '../../model/check/check-report.ts';
import type { ContractReport } from '../../model/check/contract-report.ts';
import type { Counterexample } from '../../model/check/counterexample.ts';
import { earlierTransfers } from '../../model/earlier-transfers.ts';
import type { Amount } from '../../model/network/amount.ts';
import type { Clock } from '../../ports/clock.ts';
import { RealClock } from '../../runtime/real-clock.ts';
import { drawnSequences, type FirstSequences, type SequenceChoices } from './arbitraries/sequences.ts';
import { CheckTally, type CountedCheck } from './check-tally.ts';
import { CheckedNetwork, type CheckedNetworkSpec } from './checked-network.ts';
import { askContract } from './contract/ask-contract.ts';
import type { RunContract } from './contract/run-contract.ts';
import { deadEndsIn } from '../../verdict/failures/dead-ends.ts';
import { everyChannel, everyNodesTurn, type FirstCases, rareSequences } from './first-sequences.ts';
import { inOrder, type TriedSequence } from './shrink-case.ts';
import { foundCase, keepCase, lookedClosely, type TryingAgain } from './keep-case.ts';
import { firstWithoutExpiry, type Sequence } from './sequence.ts';
import type { TestBench } from './test-bench.ts';
import { uncoveredKinds } from './coverage.ts';
import { openAtTheEnd } from './open-at-the-end.ts';
import { type Tried, type Trying, trySequence } from './try-case.ts';
import { isOutOfTime, type TimeLimit, withinTime } from './within-time.ts';

/** The nodes to check, the time for it, and when to stop. */
export interface CheckNodes extends CheckedNetworkSpec, CountedCheck {
  readonly bench: TestBench;
  /** The contract of a dialect, which nodes are asked first; absent: only sequences. */
  readonly contractOf?: RunContract['contractOf'];
  /** At most so many sequences; absent: as many as the time allows. */
  readonly runs?: number;
  /** Asks for nothing new after so many milliseconds; everything has ended a fifteenth later. */
  readonly timeMs: number;
  /** Stops after so many different faults. */
  readonly cases: number;
  readonly paces?: SequenceChoices['paces'];
  readonly firstCases?: FirstCases | undefined;
  /** Only violations by these checks count; absent: all. */
  readonly only?: readonly string[];
  readonly signal?: AbortSignal;
  /** Called with all that is known when the contract was asked, a case was found, or one was made smaller. */
  readonly onFound?: (sofar: CheckReport) => void;
  /** Called with the most that one call moves; the first call waits for it, and the time does not run. */
  readonly onLimit?: (most: Amount) => Promise<void>;
}

// Everything ends so much later than the time, as a share of it: sequences that are under way, and smaller cases.
const LATE_SHARE = 1 / 15;
// The limit of one smaller case, or the longest sequence so far: two payments without an answer, and all looks.
const LONGEST_TRY_MS = 45_000;
// The share of the time that shrinking gets, and of what is left afterwards: then each case only has to be seen again.
const SHRINK_SHARE = 1 / 3;

/**
 * Generates networks and calls, runs them against nodes, judges each answer as a replay does and shrinks each mismatch.
 * The same seed gives the same sequences; how many fit into the time depends on the nodes.
 */
export async function checkNodes(options: CheckNodes): Promise<CheckReport> {
  return await new Checking(options).report();
}

type DeadEnds = ReturnType<typeof deadEndsIn>;

class Checking {
  readonly #options: CheckNodes;
  #clock: Clock = new RealClock();
  readonly #tally: CheckTally;
  readonly #network: CheckedNetwork;
  #contract: ContractReport | undefined;
  /** The transfers that were pending before the last sequence, and that no sequence sent. */
  #leftOver: string | undefined;
  #longestMs = 0;
  #hasBegun = false;

  constructor(options: CheckNodes) {
    this.#options = options;
    this.#tally = new CheckTally(options);
    this.#network = new CheckedNetwork(options);
  }

  async report(): Promise<CheckReport> {
    return this.#reportAt(await this.#learnAndSearch());
  }

  #reportAt(ended: CheckEnd): CheckReport {
    const { seed, bench, contractOf } = this.#options;
    const contract = this.#contract;
    const further = (contract && contractOf?.(contract.dialect).further) ?? [];
    const isSandbox = bench.may.stopsNodes;
    const { counts } = this.#tally;
    return {
      seed,
      ...counts,
      uncovered: uncoveredKinds(counts.covered, { ...bench.may, mediates: this.#network.knowsFees }),
      notJudged: this.#leftOver === undefined ? counts.notJudged : [...counts.notJudged, this.#leftOver],
      ...(contract && { contract, outcomes: this.#tally.outcomesWith(contract, { further, isSandbox }) }),
      ended,
      ...(ended === 'time' && { longestMs: this.#longestMs }),
      isolation: bench.isolation,
      ...(bench.cannot !== undefined && { notDone: bench.cannot }),
      ...(this.#network.fees && { fees: this.#network.fees }),
    };
  }

  // Before the sequences, because it takes seconds, and what it finds needs no shrinking.
  async #askContract(dead: DeadEnds): Promise<ContractReport | undefined> {
    const { only, timeMs } = this.#options;
    if (only !== undefined) return undefined;
    const onCase = (): void => this.#tally.addCalls(1);
    return await askContract({ ...this.#options, ...this.#until(timeMs), dead, onCase });
  }

  async #learnAndSearch(): Promise<CheckEnd> {
    const { signal, cases } = this.#options;
    try {
      await withinTime(this.#until(this.#endMs), (over) => this.#prepare(over));
      const first = await this.#tryEveryChannel();
      const dead = first?.tried.run === undefined ? [] : deadEndsIn(first.tried.run);
      this.#contract = await this.#askContract(dead);
      if (this.#contract !== undefined) this.#tellFound();
      // Shrinking a mismatch before would use the time of the contract.
      if (first !== undefined) await this.#judge(first);
      await withinTime(this.#until(this.#endMs), (over) => this.#learn(dead, over));
      return this.#tally.confirmed.length >= cases ? 'cases' : await this.#search();
    } catch (error) {
      if (!(error instanceof InterruptedError)) throw error;
      return signal?.aborted === true ? 'interrupted' : 'time';
    }
  }

  async #prepare(signal: AbortSignal): Promise<void> {
    if (!signal.aborted) await this.#network.look({ ...this.#trying(), signal });
    const agoMs = this.#clock.nowMs();
    if (this.#network.most !== undefined) await this.#options.onLimit?.(this.#network.most);
    this.#clock = new RealClock({ agoMs });
    this.#hasBegun = true;
  }

  // Nodes that run may have a channel that carries nothing, which would spoil most of what is asked of them.
  async #tryEveryChannel(): Promise<TriedSequence | undefined> {
    const { bench, timeMs, paces = ['sequential'], signal } = this.#options;
    const { given } = this.#network;
    if (given === undefined || bench.supply === undefined || !paces.includes('sequential')) return undefined;
    const sequence = everyChannel(given);
    const first = signal?.aborted ? undefined : await this.#tryUntil(timeMs, sequence);
    return first && (await lookedClosely({ sequence, tried: first }, this.#again()));
  }

  async #learn(dead: DeadEnds, signal: AbortSignal): Promise<void> {
    try {
      const judge = (one: TriedSequence): Promise<void> => this.#judge(one);
      if (!signal.aborted) await this.#network.learn({ ...this.#trying(), signal }, { dead, judge });
    } catch (error) {
      // Nodes that answered rightly before answer nonsense now.
      if (!(error instanceof NodeAnswerError)) throw error;
      this.#tally.addUnknown(error.message);
    }
  }

  async #search(): Promise<CheckEnd> {
    const { bench, runs, timeMs, cases, signal } = this.#options;
    const tries = inOrder(this.#drawn(), bench.atOnce ?? 1, (one) => this.#tryChosen(timeMs, one));
    try {
      for await (const { result } of tries) {
        if (signal?.aborted) return 'interrupted';
        if (result === undefined) continue;
        // In the order of the sequences: what is found does not depend on which of them ends first.
        this.#tally.addPairs(result.sequence.pairs);
        await this.#judge(await lookedClosely(result, this.#again()));
        if (this.#tally.confirmed.length >= cases) return 'cases';
      }
    } catch (error) {
      // Nodes that answered once and no longer do end the search; what was found stays.
      if (!(error instanceof UnreachableError) || this.#tally.sequences === 0) throw error;
      this.#tally.addUnknown(error.message);
      return 'time';
    }
    if (signal?.aborted) return 'interrupted';
    return this.#tally.sequences >= (runs ?? Number.POSITIVE_INFINITY) ? 'runs' : 'time';
  }

  async #judge(judged: TriedSequence): Promise<void> {
    await this.#tally.addSequence(judged.tried, () => this.#keep(judged));
  }

  #drawn(): Generator<readonly Sequence[]> {
    const { bench, seed, paces = ['sequential', 'scenario'], runs, timeMs, signal } = this.#options;
    const choices = { paces, mediates: this.#network.knowsFees, ...bench.may };
    const first = this.#first(choices);
    if (first.coversSpace) this.#tally.addPairs([]);
    return drawnSequences({
      seed,
      choices,
      first,
      given: () => this.#network.given,
      runs: (runs ?? Number.POSITIVE_INFINITY) - this.#tally.sequences,
      timeMs,
      nowMs: () => this.#clock.nowMs(),
      isChainSlow: bench.isChainSlow === true,
      signal,
    });
  }

  #first(choices: SequenceChoices): FirstSequences {
    const { firstCases, bench } = this.#options;
    const { given } = this.#network;
    if (firstCases === undefined) return { atOnce: [] };
    if (given === undefined) return rareSequences(firstCases, choices, this.#options.seed);
    return everyNodesTurn(firstCases, given, { ...choices, keepsNodes: bench.isChainSlow === true });
  }

  async #keep(first: TriedSequence): Promise<Counterexample> {
    const how = { ...this.#again(), afterSequences: this.#tally.sequences + 1 };
    const kept = await this.#tally.whileShrinking(foundCase(first, how), async () => {
      this.#tellFound();
      return await keepCase(first, how);
    });
    this.#tellFound();
    return kept;
  }

  #again(): TryingAgain {
    const { accepted, signal, bench, seed, timeMs } = this.#options;
    const nowMs = this.#clock.nowMs();
    const tryUntilMs = (): number => this.#clock.nowMs() + Math.max(LONGEST_TRY_MS, this.#longestMs);
    return {
      seed,
      shrinkUntilMs: Math.max(
        Math.min(timeMs, nowMs + timeMs * SHRINK_SHARE),
        nowMs + (this.#endMs - nowMs) * SHRINK_SHARE,
      ),
      accepted,
      signal,
      atOnce: bench.atOnce,
      nowMs: () => this.#clock.nowMs(),
      supply:
        bench.supply &&
        ((scenario) =>
          withinTime(this.#until(this.#endMs), async (over) => (await bench.supply?.(scenario, over)) ?? [])),
      trySequence: (sequence) =>
        withinTime(this.#until(tryUntilMs()), (over) => this.#try(sequence, { signal: over })),
    };
  }

  get #endMs(): number {
    return this.#options.timeMs * (1 + LATE_SHARE);
  }

  #until(untilMs: number): TimeLimit {
    const { signal } = this.#options;
    return { clock: this.#clock, untilMs: Math.min(untilMs, this.#endMs), signal };
  }

  async #tryChosen(timeMs: number, candidates: readonly Sequence[]): Promise<TriedSequence | undefined> {
    const sequence = await firstWithoutExpiry(candidates, this.#network.given?.network);
    const tried = await this.#tryUntil(timeMs, sequence);
    return tried && { sequence: tried.asked ?? sequence, tried };
  }

  // Out of time, a sequence ends after its call, or within one that waits for blocks; what was not judged is left out.
  async #tryUntil(timeMs: number, sequence: Sequence): Promise<Tried | undefined> {
    const startedMs = this.#clock.nowMs();
    const goesOn = (): boolean => this.#clock.nowMs() < timeMs;
    if (!goesOn()) return undefined;
    const limit = this.#until(this.#endMs);
    try {
      const tried = await withinTime(limit, (signal) => this.#try(sequence, { goesOn, signal }));
      const isCutOff = tried.verdict === 'unknown' && tried.run?.partial === true && !goesOn();
      if (!isCutOff) return tried;
      for (const { text, isOverdue } of tried.run === undefined ? [] : openAtTheEnd(tried.run))
        if (isOverdue) this.#tally.addUnknown(text);
        else this.#tally.addNotJudged(text);
    } catch (error) {
      if (!isOutOfTime(error, limit)) throw error;
    } finally {
      this.#longestMs = Math.max(this.#longestMs, this.#clock.nowMs() - startedMs);
    }
    return undefined;
  }

  async #try(sequence: Sequence, until: Pick<Trying, 'goesOn' | 'signal'> = {}): Promise<Tried> {
    const tried = await trySequence(sequence, { ...this.#trying(), ...until });
    if (tried.run !== undefined && until.signal?.aborted !== true) {
      this.#tally.addOutcomes(tried.run);
      this.#network.see(tried.run.start);
      const { payments, channels } = earlierTransfers(tried.run);
      this.#leftOver =
        payments === 0 ? undefined : `pending transfers that no sequence sent, in ${channels.join(', ')}`;
    }
    this.#tally.addCalls(tried.calls);
    return tried;
  }

  #trying(): Trying {
    const { bench, seed, signal, only } = this.#options;
    const { knowsFees, most } = this.#network;
    return { bench, seed, only, signal, hasBegun: this.#hasBegun, knowsFees, most };
  }

  #tellFound(): void {
    this.#options.onFound?.(this.#reportAt('interrupted'));
  }
}

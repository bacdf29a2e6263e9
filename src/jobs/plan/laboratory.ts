import { hash } from 'node:crypto';
import { InterruptedError } from '../../errors.ts';
import { toJson } from '../../model/json.ts';
import type { Experiment, ReplicationJob } from '../../model/plan/experiment.ts';
import type { MeasuredRun, Replication } from '../../model/plan/replication.ts';
import type { Scenario } from '../../model/scenario/scenario.ts';
import type { MeasuredParts } from '../../model/run/selected-metric.ts';
import type { ReplicationRunner } from '../../ports/replication-runner.ts';
import { unlessAborted } from '../../runtime/unless-aborted.ts';
import { TurnTimeout } from './time-shares.ts';

export interface LaboratoryOptions {
  readonly runner: ReplicationRunner;
  /** Replication `i` of every experiment has the same seed, so that experiments meet the same chance. */
  readonly seed: string;
  /** `fixed`: every replication has the network of the scenario's own seed. */
  readonly network: 'fixed' | 'drawn';
  readonly warmUpMs: number;
  /** Parts of each run that are measured by themselves; absent: none. */
  readonly parts?: MeasuredParts | undefined;
  /** The replications of an earlier, interrupted plan, by key. */
  readonly known?: ReadonlyMap<string, Replication>;
  /** Called once for each job that was simulated here, in the order in which they end. */
  readonly onReplication?: (key: string, replication: Replication) => void;
  /** Called when replications are asked for: how many of them are to be simulated now. */
  readonly onAsked?: ((jobs: number) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Whether the question that asks has had its share of the time: no simulation is begun for it then. */
  readonly isOver?: () => boolean;
  /**
   * Aborted when the plan's time is up: what is being simulated then is not waited for. Without it a plan ends later
   * than it should by one simulation at most.
   */
  readonly deadline?: AbortSignal | undefined;
}

/** How many replications of which experiment are wanted. */
export interface Wanted {
  readonly experiment: Experiment;
  readonly count: number;
  /** The index of the first one; absent: 0. */
  readonly first?: number;
}

type WantedFigures = Wanted & Pick<ReplicationJob, 'metricsOnly'>;

interface KeyedJob {
  readonly key: string;
  readonly job: ReplicationJob;
}

/**
 * Simulates what answers ask for, each job once; what has been simulated before is looked up. Throws InterruptedError
 * when its signal is aborted: what was simulated has been handed out already.
 */
export class Laboratory {
  readonly #options: LaboratoryOptions;
  readonly #replications = new Map<string, Promise<Replication>>();
  readonly #ended = new Map<string, Replication>();
  readonly #scenarioKeys = new WeakMap<Scenario, string>();
  /** Experiments in which chance decides nothing, each with the index of the one replication that stands for all. */
  readonly #certain = new Map<string, number>();
  /** Whether chance decides something in what is measured first; undefined: nothing was measured yet. */
  #isByChance: boolean | undefined;

  constructor(options: LaboratoryOptions) {
    this.#options = options;
  }

  /** How many different jobs have ended, here or before. */
  get ended(): number {
    return this.#ended.size;
  }

  /** The replications that are wanted of each experiment, in order, all at once. */
  async replicationsOf(wanted: readonly WantedFigures[]): Promise<readonly (readonly Replication[])[]> {
    if (this.#isByChance !== true) await this.#findCertain(wanted);
    return await this.#simulated(wanted);
  }

  // The first replication of each comes alone: where chance decides nothing, no other seed gives other figures.
  async #findCertain(wanted: readonly WantedFigures[]): Promise<void> {
    const one = wanted.filter(({ count }) => count > 0).map((each) => ({ ...each, count: 1 }));
    const firsts = (await this.#simulated(one)).map(([replication]) => replication);
    for (const [at, { experiment, first = 0 }] of one.entries()) {
      const key = this.#keyOf(experiment);
      if (firsts[at]?.isCertain && !this.#certain.has(key)) this.#certain.set(key, first);
    }
    this.#isByChance ??= firsts.some((replication) => !replication?.isCertain);
  }

  async #simulated(wanted: readonly WantedFigures[]): Promise<readonly (readonly Replication[])[]> {
    const jobs = wanted.map((each) => this.#jobsOf(each));
    const { known, onAsked } = this.#options;
    const keys = new Set(jobs.flatMap((list) => list.map(({ key }) => key)));
    onAsked?.([...keys].filter((key) => !this.#replications.has(key) && known?.has(key) !== true).length);
    await this.#runAll(bySeed(jobs));
    return await Promise.all(
      jobs.map((list) => Promise.all(list.map(({ key, job }) => this.#once(key, job)))),
    );
  }

  /** The same, of which only metrics are read: smaller, unless they are there already. */
  async metricsOf(wanted: readonly Wanted[]): Promise<readonly (readonly MeasuredRun[])[]> {
    return await this.replicationsOf(wanted.map((each) => ({ ...each, metricsOnly: true })));
  }

  /** The wanted replications of an experiment that have ended, up to the first that has not. */
  endedOf(wanted: WantedFigures): readonly Replication[] {
    const replications = this.#jobsOf(wanted).map(({ key }) => this.#ended.get(key));
    const missing = replications.indexOf(undefined);
    return (missing < 0 ? replications : replications.slice(0, missing)) as readonly Replication[];
  }

  #jobsOf({ experiment, count, first = 0, metricsOnly }: WantedFigures): readonly KeyedJob[] {
    const { seed, network, warmUpMs, parts } = this.#options;
    const named = this.#keyOf(experiment);
    const jobAt = (index: number): KeyedJob => {
      const ownSeed = replicationSeed(seed, index);
      const chance = {
        seed: ownSeed,
        networkSeed: network === 'fixed' ? seed : ownSeed,
        warmUpMs,
        ...(parts && { parts }),
      };
      const whole = { key: jobKey(named, chance), job: { ...experiment, ...chance } };
      if (metricsOnly === undefined || this.#replications.has(whole.key)) return whole;
      return { key: `${whole.key}, metrics`, job: { ...whole.job, metricsOnly } };
    };
    const standsForAll = this.#certain.get(named);
    if (standsForAll !== undefined) return Array.from<KeyedJob>({ length: count }).fill(jobAt(standsForAll));
    return Array.from({ length: count }, (_, index) => jobAt(first + index));
  }

  // Thousands of experiments share a scenario, which may be a snapshot of a network.
  #keyOf(experiment: Experiment): string {
    const { scenario } = experiment;
    const key = this.#scenarioKeys.get(scenario) ?? scenarioKey(scenario);
    this.#scenarioKeys.set(scenario, key);
    return experimentKey(experiment, key);
  }

  // As many at once as the runner takes: a job that waits in its queue would hold its scenario in memory.
  async #runAll(queue: readonly KeyedJob[]): Promise<void> {
    let next = 0;
    const work = async (): Promise<void> => {
      for (let at = next++; at < queue.length; at = next++) {
        const { key, job } = queue[at] as KeyedJob;
        await this.#once(key, job);
      }
    };
    await Promise.all(Array.from({ length: this.#options.runner.width }, work));
  }

  #once(key: string, job: ReplicationJob): Promise<Replication> {
    const earlier = this.#replications.get(key);
    if (earlier !== undefined) return earlier;
    const { isOver, known: kept } = this.#options;
    if (isOver?.() === true && kept?.has(key) !== true) return Promise.reject(new TurnTimeout());
    const started = this.#start(key, job);
    this.#replications.set(key, started);
    return started;
  }

  async #start(key: string, job: ReplicationJob): Promise<Replication> {
    const replication = this.#options.known?.get(key) ?? (await this.#simulate(key, job));
    this.#ended.set(key, replication);
    return replication;
  }

  // A simulation that is under way is left alone: how long it takes is not known, nor whether a queue has any workers.
  async #simulate(key: string, job: ReplicationJob): Promise<Replication> {
    const { runner, onReplication, signal, deadline } = this.#options;
    if (signal?.aborted) throw new InterruptedError();
    if (deadline?.aborted) throw new TurnTimeout();
    const inTime = unlessAborted(runner.run(job, key), undefined, deadline);
    const replication = await unlessAborted(inTime, undefined, signal);
    if (replication === undefined) throw signal?.aborted ? new InterruptedError() : new TurnTimeout();
    onReplication?.(key, replication);
    return replication;
  }
}

// Orders jobs by seed, so that a worker builds each network once.
function bySeed(lists: readonly (readonly KeyedJob[])[]): readonly KeyedJob[] {
  const longest = lists.reduce((most, { length }) => Math.max(most, length), 0);
  return Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list[at] ?? [])).flat();
}

/** The seed of the replication at that index, counted from 0. */
export function replicationSeed(seed: string, index: number): string {
  return `${seed}.${index + 1}`;
}

// 128 bits: no two of any number of jobs that can be simulated share one.
const KEY_DIGITS = 32;

/** Names an experiment by all that decides its figures; what is merely told or expected is left out. */
export function experimentKey({ scenario, changes }: Experiment, ofScenario = scenarioKey(scenario)): string {
  return keyOf([ofScenario, changes]);
}

function scenarioKey(scenario: Scenario): string {
  const {
    name: _,
    question: _q,
    description: _d,
    seed: _s,
    expect: _e,
    load: _l,
    plan: _p,
    ...decisive
  } = scenario;
  return keyOf(decisive);
}

/** Names a job of that experiment, so that what is known of it can be kept and found again. */
export function jobKey(
  experiment: string,
  { seed, networkSeed, warmUpMs, parts }: Pick<ReplicationJob, 'seed' | 'networkSeed' | 'warmUpMs' | 'parts'>,
): string {
  return keyOf([experiment, seed, networkSeed, warmUpMs, ...(parts === undefined ? [] : [parts])]);
}

function keyOf(value: unknown): string {
  return digestOf(toJson(value));
}

/** Names a text by what it says. */
export function digestOf(text: string): string {
  return hash('sha256', text).slice(0, KEY_DIGITS);
}

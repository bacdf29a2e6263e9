import type { Job } from 'bullmq';
import { InputError } from '../../../errors.ts';
import { toJson } from '../../../model/json.ts';
import type { Scenario } from '../../../model/scenario/scenario.ts';
import type { ReplicationRunner } from '../../../ports/replication-runner.ts';
import { MILLRACE_VERSION } from '../../../runtime/versions.ts';
import {
  EXPIRING,
  type JobMessage,
  packText,
  readJob,
  readScenario,
  resultKey,
  scenarioKey,
  unpackText,
} from './job-message.ts';
import { failureText, isFinal, ScenarioGone } from './queue-failure.ts';
import { KEY_PREFIX, linkToRedis, QUEUE_NAME, redisAddress, type RedisLink } from './redis-link.ts';

export interface QueueWorkerOptions {
  readonly url: string;
  /** Simulates the jobs, beside this thread: who simulates does not renew locks. */
  readonly runner: ReplicationRunner;
  /** A worker that was not heard of for so long is taken for dead, and its jobs go to others. */
  readonly lockMs: number;
  /** Told what the person who started the worker should know. */
  readonly note: (text: string) => void;
}

/** A worker at work. */
export interface QueueWorker {
  /** How many jobs it has simulated. */
  readonly simulated: () => number;
  /** Takes no more jobs; resolves when those under way have ended. */
  close(): Promise<void>;
}

// A job is lost when its worker dies; more often than this the job itself is what they die of.
const MOST_LOSSES = 20;

// Points of a plan are scenarios of their own; more of them than this are seldom simulated in turn.
const SCENARIOS_KEPT = 16;

/** Takes jobs from a queue in Redis; throws InputError and UnreachableError as `queueRunner` does. */
export async function startQueueWorker(options: QueueWorkerOptions): Promise<QueueWorker> {
  const { url, runner, lockMs, note } = options;
  const address = redisAddress(url);
  const link = await linkToRedis(address);
  const bench = new Workbench(link, options);
  const worker = new link.packages.Worker(QUEUE_NAME, (job) => bench.simulate(job), {
    connection: link.blocking,
    prefix: KEY_PREFIX,
    concurrency: runner.width,
    lockDuration: lockMs,
    stalledInterval: lockMs / 2,
    maxStalledCount: MOST_LOSSES,
    name: `millrace ${MILLRACE_VERSION}`,
  });
  let isAway = false;
  worker.on('error', (error) => {
    if (link.blocking.status === 'ready' || isAway) return;
    isAway = true;
    note(`Lost ${address.shown} (${error.message}); trying again until it is back.\n`);
  });
  link.blocking.on('ready', () => {
    if (isAway) note(`${address.shown} is back.\n`);
    isAway = false;
  });
  await worker.waitUntilReady();
  return {
    simulated: () => bench.simulated,
    async close() {
      await worker.close();
      link.close();
    },
  };
}

class Workbench {
  readonly #link: RedisLink;
  readonly #options: QueueWorkerOptions;
  /** In the order in which they were last used. */
  readonly #scenarios = new Map<string, Promise<Scenario>>();
  readonly #refused = new Set<string>();
  simulated = 0;

  constructor(link: RedisLink, options: QueueWorkerOptions) {
    this.#link = link;
    this.#options = options;
  }

  async simulate({ id = '', data }: Job<JobMessage>): Promise<void> {
    try {
      this.#requireVersion(data.millrace);
      const scenario = await this.#scenario(data.scenario);
      const replication = await this.#options.runner.run({ scenario, ...readJob(data.job) }, id);
      await this.#link.redis.set(resultKey(id), await packText(toJson(replication)), ...EXPIRING);
      this.simulated += 1;
    } catch (error) {
      const text = failureText(error);
      throw isFinal(error) ? new this.#link.packages.UnrecoverableError(text) : new Error(text);
    }
  }

  #requireVersion(asks: string): void {
    if (asks === MILLRACE_VERSION) return;
    const message = `a worker is Millrace ${MILLRACE_VERSION} and the plan is Millrace ${asks}`;
    if (!this.#refused.has(asks)) this.#options.note(`Refused a job: ${message}.\n`);
    this.#refused.add(asks);
    throw new InputError({ message, hint: 'Start workers of the same version as the plan.' });
  }

  #scenario(digest: string): Promise<Scenario> {
    const scenario = this.#scenarios.get(digest) ?? this.#fetch(digest);
    this.#scenarios.delete(digest);
    this.#scenarios.set(digest, scenario);
    scenario.catch(() => this.#scenarios.delete(digest));
    const [oldest] = this.#scenarios.keys();
    if (oldest !== undefined && this.#scenarios.size > SCENARIOS_KEPT) this.#scenarios.delete(oldest);
    return scenario;
  }

  async #fetch(digest: string): Promise<Scenario> {
    const packed = await this.#link.redis.get(scenarioKey(digest));
    if (packed === null) throw new ScenarioGone(digest);
    return readScenario(await unpackText(packed));
  }
}

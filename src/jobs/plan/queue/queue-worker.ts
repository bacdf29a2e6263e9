import type { Job } from 'bullmq';
import { InputError } from '../../../errors.ts';
import { toJson } from '../../../model/json.ts';
import type { Scenario } from '../../../model/scenario/scenario.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { ReplicationRunner } from '../../../ports/replication-runner.ts';
import { RealClock } from '../../../runtime/real-clock.ts';
import { sleep } from '../../../runtime/sleep.ts';
import { unlessAborted } from '../../../runtime/unless-aborted.ts';
import { MILLRACE_VERSION } from '../../../runtime/versions.ts';
import {
  EXPIRING,
  packText,
  readJob,
  readMessage,
  readScenario,
  resultKey,
  scenarioKey,
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
  readonly clock?: Clock;
}

/** A worker at work. */
export interface QueueWorker {
  /** How many jobs it has simulated. */
  readonly simulated: () => number;
  /** Aborted when Redis has stayed away for half a minute; its reason is an UnreachableError. */
  readonly lost: AbortSignal;
  /** Takes no more jobs; resolves when those under way have ended. */
  close(): Promise<void>;
}

// The longest wait for a Redis that hangs; one that answers takes milliseconds.
const PARTING_MS = 2000;

// A job is lost when its worker dies; more often than this the job itself is what they die of.
const MOST_LOSSES = 20;

// Points of a plan are scenarios of their own; more of them than this are seldom simulated in turn.
const SCENARIOS_KEPT = 16;

/** Takes jobs from a queue in Redis; throws InputError and UnreachableError as `queueRunner` does. */
export async function startQueueWorker(options: QueueWorkerOptions): Promise<QueueWorker> {
  const { url, runner, lockMs, note, clock = new RealClock() } = options;
  const link = await linkToRedis(redisAddress(url), { clock, note });
  const bench = new Workbench(link, options);
  const worker = new link.packages.Worker(QUEUE_NAME, (job) => bench.simulate(job), {
    connection: link.redis,
    prefix: KEY_PREFIX,
    concurrency: runner.width,
    lockDuration: lockMs,
    stalledInterval: lockMs / 2,
    maxStalledCount: MOST_LOSSES,
    name: `millrace ${MILLRACE_VERSION}`,
  });
  worker.on('error', () => {});
  await worker.waitUntilReady();
  return {
    simulated: () => bench.simulated,
    lost: link.lost,
    async close() {
      // While Redis is away there is no one to tell what came of a job.
      const isThere = link.isThere();
      const closed = worker.close(!isThere);
      if (isThere) {
        await unlessAborted(bench.rest(), undefined, link.lost);
        await Promise.race([closed, sleep(clock, PARTING_MS)]);
      }
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
  readonly #running = new Set<Promise<void>>();
  simulated = 0;

  constructor(link: RedisLink, options: QueueWorkerOptions) {
    this.#link = link;
    this.#options = options;
  }

  async simulate(job: Job<unknown>): Promise<void> {
    const running = this.#simulate(job);
    this.#running.add(running);
    try {
      await running;
    } finally {
      this.#running.delete(running);
    }
  }

  /** Resolves when nothing is simulated. */
  async rest(): Promise<void> {
    await Promise.allSettled(this.#running);
  }

  async #simulate({ id = '', data }: Job<unknown>): Promise<void> {
    try {
      const message = await readMessage(data);
      this.#requireVersion(message.millrace);
      const scenario = await this.#scenario(message.scenario);
      const job = await readJob(message.job);
      const replication = await this.#options.runner.run({ scenario, ...job }, id);
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
    return await readScenario(packed, digest);
  }
}

import { InputError } from '../../../errors.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { ReplicationRunner } from '../../../ports/replication-runner.ts';
import { RealClock } from '../../../runtime/real-clock.ts';
import {
  KEY_PREFIX,
  linkToRedis,
  QUEUE_NAME,
  redisAddress,
  type RedisLink,
  unreachable,
  type LinkOptions,
} from './redis-link.ts';
import type { Queue, QueueEvents } from 'bullmq';
import type { ReplicationJob } from '../../../model/plan/experiment.ts';
import type { Replication } from '../../../model/plan/replication.ts';
import { sleep } from '../../../runtime/sleep.ts';
import { unlessAborted } from '../../../runtime/unless-aborted.ts';
import { jobId, jobMessage, readFigures, requireMessage, resultKey, ScenarioShelf } from './job-message.ts';
import { failureFrom, ScenarioGone } from './queue-failure.ts';

/** The Redis server through which workers are reached. */
export interface QueueOptions {
  /** `redis://...`; what may be in it of a password is never shown. */
  readonly url: string;
  /** Told what the person who waits should know: that no worker is there, what was left behind. */
  readonly note?: (text: string) => void;
  readonly clock?: Clock;
}

// More cores than a plan is given; a job that waits in Redis takes a few hundred bytes.
const WIDTH = 512;

/**
 * Puts jobs into a queue in Redis, from which `millrace worker` processes take them, here and on other machines. A
 * job is named by its key, so that however often it is put there, taken, lost and taken again, it counts once.
 * Rejects with InputError where the address is wrong or the packages are missing, with UnreachableError without the
 * Redis.
 */
export async function queueRunner(options: QueueOptions): Promise<ReplicationRunner> {
  const { url, note = () => {}, clock = new RealClock() } = options;
  const address = redisAddress(url);
  const link = await linkToRedis(address, { clock, note });
  const jobs = new OpenJobs(link, { shown: address.shown, note, clock });
  await jobs.listen();
  return { width: WIDTH, run: (job, key) => jobs.run(job, key), close: () => jobs.close() };
}

// A worker may run out of memory or be cut off; what fails three times fails for a reason of its own.
const ATTEMPTS = 3;
const FIRST_BACKOFF_MS = 1000;

// An event may be lost, and another plan may take a job away that both wanted: both are noticed so soon.
const LOOK_EVERY_MS = 2000;

// A job that vanishes more often than this is removed by some other program.
const MOST_RENEWALS = 100;

// Workers take a job at once; a queue from which none was taken for so long has hardly any.
const LONELY_AFTER_MS = 10_000;

// Events that a plan which lost Redis for a minute can still read.
const EVENTS_KEPT = 5000;

interface OpenJob {
  readonly id: string;
  readonly job: ReplicationJob;
  renewals: number;
  /** Resolves when the job is in the queue. */
  adding: Promise<void>;
  readonly succeed: (replication: Replication) => void;
  readonly fail: (error: Error) => void;
}

interface OpenJobsOptions extends LinkOptions {
  /** The address, without secrets. */
  readonly shown: string;
}

/** The jobs that a plan has put into a queue and that have not ended yet. */
class OpenJobs {
  readonly #link: RedisLink;
  readonly #options: OpenJobsOptions;
  readonly #queue: Queue;
  readonly #shelf: ScenarioShelf;
  readonly #open = new Map<string, OpenJob>();
  readonly #closing = new AbortController();
  #events: QueueEvents | undefined;
  #wasTaken = false;

  constructor(link: RedisLink, options: OpenJobsOptions) {
    this.#link = link;
    this.#options = options;
    this.#shelf = new ScenarioShelf(link.redis, options.clock);
    this.#queue = new link.packages.Queue(QUEUE_NAME, {
      connection: link.redis,
      prefix: KEY_PREFIX,
      streams: { events: { maxLen: EVENTS_KEPT } },
    });
    this.#queue.on('error', () => {});
  }

  /** Hears from now on how jobs end. */
  async listen(): Promise<void> {
    const { packages, redis, lost } = this.#link;
    const [newest] = await redis.xrevrange(this.#queue.toKey('events'), '+', '-', 'COUNT', 1);
    this.#events = new packages.QueueEvents(QUEUE_NAME, {
      connection: redis,
      prefix: KEY_PREFIX,
      lastEventId: newest?.[0] ?? '0-0',
    });
    this.#events
      .on('error', () => {})
      .on('active', () => {
        this.#wasTaken = true;
      })
      .on('completed', ({ jobId: id }) => void this.#guard(id, (open) => this.#fetch(open)))
      .on('failed', ({ jobId: id, failedReason }) => {
        void this.#guard(id, (open) => this.#giveUp(open, failedReason));
      });
    await this.#events.waitUntilReady();
    lost.addEventListener('abort', () => {
      for (const { fail } of this.#takeAll()) fail(lost.reason as Error);
    });
    void this.#lookNowAndThen();
    void this.#lookForWorkers();
  }

  run(job: ReplicationJob, key: string): Promise<Replication> {
    return new Promise((succeed, fail) => {
      const { lost } = this.#link;
      if (this.#closing.signal.aborted) return fail(closed());
      if (lost.aborted) return fail(lost.reason as Error);
      const id = jobId(key);
      const open: OpenJob = { id, job, renewals: 0, adding: Promise.resolve(), succeed, fail };
      this.#open.set(id, open);
      open.adding = this.#guard(id, () => this.#add(open));
    });
  }

  /** Takes out of the queue what no worker has begun. */
  async close(): Promise<void> {
    this.#closing.abort();
    const left = this.#takeAll();
    for (const { fail } of left) fail(closed());
    const kept = left.length - (await this.#whileThere(() => this.#remove(left), 0));
    if (kept > 0) this.#options.note(leftBehind(kept, this.#options.shown));
    const parted = Promise.allSettled([this.#events?.close(), this.#queue.close()]).then(() => undefined);
    await this.#whileThere(() => parted, undefined);
    this.#link.close();
  }

  // How many of them no worker had begun. A job that is still on its way into the queue cannot be taken out of it.
  async #remove(jobs: readonly OpenJob[]): Promise<number> {
    await Promise.all(jobs.map(({ adding }) => adding));
    const removed = await Promise.allSettled(jobs.map(({ id }) => this.#queue.remove(id)));
    return removed.filter((each) => each.status === 'fulfilled' && each.value > 0).length;
  }

  // BullMQ waits for ever for a Redis that is away.
  async #whileThere<T>(act: () => Promise<T>, instead: T): Promise<T> {
    const { isThere, lost } = this.#link;
    return isThere() ? await unlessAborted(act(), instead, lost) : instead;
  }

  #takeAll(): readonly OpenJob[] {
    const all = [...this.#open.values()];
    this.#open.clear();
    return all;
  }

  async #add({ id, job }: OpenJob): Promise<void> {
    const digest = await this.#shelf.put(job.scenario);
    await this.#queue.add('replication', jobMessage(job, digest), {
      jobId: id,
      attempts: ATTEMPTS,
      backoff: { type: 'exponential', delay: FIRST_BACKOFF_MS },
      removeOnComplete: true,
      removeOnFail: true,
    });
  }

  /** Reads the figures of a job that has ended; where they are not there, it is asked for again. */
  async #fetch(open: OpenJob): Promise<void> {
    const { redis } = this.#link;
    const packed = await redis.get(resultKey(open.id));
    if (packed === null) return await this.#renew(open);
    const replication = await readFigures(packed);
    if (!this.#open.delete(open.id)) return;
    await redis.del(resultKey(open.id));
    open.succeed(replication);
  }

  async #giveUp(open: OpenJob, reason: string): Promise<void> {
    const failure = failureFrom(reason, `the replication with seed ${open.job.seed}`);
    if (failure instanceof ScenarioGone) {
      this.#shelf.forget();
      return await this.#renew(open);
    }
    this.#open.delete(open.id);
    open.fail(failure);
  }

  async #renew(open: OpenJob): Promise<void> {
    // Another look at the same job may have found and taken its figures meanwhile.
    if (!this.#open.has(open.id)) return;
    open.renewals += 1;
    if (open.renewals <= MOST_RENEWALS) return await this.#add(open);
    this.#open.delete(open.id);
    open.fail(new Error(`the replication with seed ${open.job.seed} vanished ${MOST_RENEWALS} times`));
  }

  async #lookNowAndThen(): Promise<void> {
    const { clock } = this.#options;
    while (!this.#closing.signal.aborted) {
      await Promise.all([...this.#open.keys()].map((id) => this.#guard(id, (open) => this.#look(open))));
      await sleep(clock, LOOK_EVERY_MS, this.#closing.signal);
    }
  }

  async #look(open: OpenJob): Promise<void> {
    await this.#shelf.put(open.job.scenario);
    const state = await this.#queue.getJobState(open.id);
    if (state === 'unknown') await this.#fetch(open);
    // No worker can say of a job that its text is no JSON: it holds the job, and never sees it.
    if (state === 'active')
      await requireMessage(await this.#link.redis.hget(this.#queue.toKey(open.id), 'data'));
  }

  async #lookForWorkers(): Promise<void> {
    const { clock, note, shown } = this.#options;
    await sleep(clock, LONELY_AFTER_MS, this.#closing.signal);
    if (this.#wasTaken || this.#open.size === 0 || !this.#link.isThere()) return;
    note(`No worker takes jobs from ${shown}. Start some, on any machine: millrace worker redis://...\n`);
  }

  // Does something for a job that is open; a Redis that refuses, or holds something else, ends it.
  async #guard(id: string, act: (open: OpenJob) => Promise<void>): Promise<void> {
    const open = this.#open.get(id);
    if (open === undefined) return;
    try {
      await act(open);
    } catch (error) {
      if (!this.#open.delete(id)) return;
      open.fail(error instanceof InputError ? error : unreachable(this.#options.shown, error as Error));
    }
  }
}

function closed(): Error {
  return new Error('the queue was closed');
}

function leftBehind(count: number, shown: string): string {
  const jobs = count === 1 ? '1 job of this plan is' : `${count} jobs of this plan are`;
  return `${jobs} with workers of ${shown}, or could not be withdrawn: workers finish them, and Redis drops the results after an hour.\n`;
}

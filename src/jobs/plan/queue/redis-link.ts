import type { Queue, QueueEvents, UnrecoverableError, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import { InputError, UnreachableError } from '../../../errors.ts';
import type { Clock } from '../../../ports/clock.ts';
import { sleep } from '../../../runtime/sleep.ts';

/** The queue that plans put jobs in and workers take them from; plans and workers of one database share it. */
export const QUEUE_NAME = 'replications';

/** All keys in Redis begin with this. */
export const KEY_PREFIX = 'millrace';

// A Redis that does not answer within this time does not answer at all.
const CONNECT_TIMEOUT_MS = 5000;

const LONGEST_RETRY_DELAY_MS = 2000;

// A Redis that restarts is back within half a minute; one that stands still keeps its connections and says nothing.
const ASK_EVERY_MS = 2000;
const TOLD_AFTER = 5;
const LOST_AFTER = 15;

interface QueuePackages {
  readonly Queue: typeof Queue;
  readonly QueueEvents: typeof QueueEvents;
  readonly Worker: typeof Worker;
  readonly UnrecoverableError: typeof UnrecoverableError;
  readonly Redis: typeof Redis;
}

/** A Redis that answers, and what BullMQ makes of it. */
export interface RedisLink {
  readonly packages: QueuePackages;
  /** Its commands wait for a Redis that is away, until the link is closed. */
  readonly redis: Redis;
  /** Whether Redis answered when it was last asked. */
  readonly isThere: () => boolean;
  /** Aborted when Redis has stayed away for half a minute; its reason is an UnreachableError. */
  readonly lost: AbortSignal;
  close(): void;
}

/** The clock of timeouts, and the place for notes to the user. */
export interface LinkOptions {
  readonly clock: Clock;
  /** Told that Redis is away, and that it is back. */
  readonly note: (text: string) => void;
}

/** Connects to a Redis; throws InputError without the packages that it takes, UnreachableError without the Redis. */
export async function linkToRedis({ url, shown }: RedisAddress, options: LinkOptions): Promise<RedisLink> {
  const packages = await queuePackages();
  await probe(packages.Redis, { url, shown });
  const redis = new packages.Redis(url, { maxRetriesPerRequest: null, retryStrategy });
  const watch = new RedisWatch(redis, { ...options, shown });
  const closing = new AbortController();
  void watch.ask(closing.signal);
  return {
    packages,
    redis,
    isThere: () => redis.status === 'ready' && watch.missed === 0,
    lost: watch.lost,
    close() {
      closing.abort();
      redis.disconnect();
    },
  };
}

/** Asks a Redis now and then whether it is there: a command that waits does not tell. */
class RedisWatch {
  readonly #redis: Redis;
  readonly #options: LinkOptions & Pick<RedisAddress, 'shown'>;
  readonly #lost = new AbortController();
  #error: Error | undefined;
  #isHeard = false;
  /** How many times in a row there was no answer. */
  missed = 0;

  constructor(redis: Redis, options: LinkOptions & Pick<RedisAddress, 'shown'>) {
    this.#redis = redis;
    this.#options = options;
    redis.on('error', (error: Error) => {
      this.#error = error;
    });
  }

  get lost(): AbortSignal {
    return this.#lost.signal;
  }

  /** Goes on until closed or lost. Questions are counted, not time: a machine that stood still asked none. */
  async ask(closing: AbortSignal): Promise<void> {
    const { clock, note, shown } = this.#options;
    while (!closing.aborted && !this.lost.aborted) {
      this.#isHeard = false;
      this.#redis.ping().then(
        () => {
          this.#isHeard = true;
        },
        () => {},
      );
      await sleep(clock, ASK_EVERY_MS, closing);
      if (closing.aborted) return;
      if (this.#isHeard && this.missed >= TOLD_AFTER) note(`${shown} is back.\n`);
      this.missed = this.#isHeard ? 0 : this.missed + 1;
      if (this.#isHeard) this.#error = undefined;
      const why = this.#error ?? new Error('it does not answer');
      if (this.missed === TOLD_AFTER)
        note(`Lost ${shown} (${why.message}); trying again for half a minute.\n`);
      if (this.missed === LOST_AFTER) this.#lost.abort(unreachable(shown, why));
    }
  }
}

function retryStrategy(times: number): number {
  return Math.min(100 * times, LONGEST_RETRY_DELAY_MS);
}

async function probe(client: typeof Redis, { url, shown }: RedisAddress): Promise<void> {
  const redis = new client(url, {
    lazyConnect: true,
    connectTimeout: CONNECT_TIMEOUT_MS,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  });
  let reason: Error | undefined;
  redis.on('error', (error: Error) => {
    reason = error;
  });
  try {
    await redis.connect();
    await redis.ping();
  } catch (error) {
    throw unreachable(shown, reason ?? (error as Error));
  } finally {
    redis.disconnect();
  }
}

/** Says that a Redis does not do what is asked of it. */
export function unreachable(shown: string, { message }: Error): UnreachableError {
  const why = /^(?:NOAUTH|WRONGPASS)/.test(message)
    ? 'it wants another user or password (redis://user:password@host)'
    : message;
  return new UnreachableError(`cannot use the Redis at ${shown}: ${why}`);
}

// Optional: who plans on one machine needs neither.
async function queuePackages(): Promise<QueuePackages> {
  try {
    const [bullmq, ioredis] = await Promise.all([import('bullmq'), import('ioredis')]);
    const { Queue, QueueEvents, Worker, UnrecoverableError } = bullmq;
    return { Queue, QueueEvents, Worker, UnrecoverableError, Redis: ioredis.Redis };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new InputError({
      message: 'a queue needs the packages bullmq and ioredis, and they are not installed',
      hint: 'Install them beside Millrace: npm install bullmq@6 ioredis@6',
    });
  }
}

/** Where a Redis listens. */
interface RedisAddress {
  /** With user and password, where it needs them: never shown. */
  readonly url: string;
  /** For people: scheme, host, port and database. */
  readonly shown: string;
}

const REDIS_PORT = '6379';

/** Reads `redis://[[user]:password@]host[:port][/database]`, or `rediss://` for TLS; throws InputError. */
export function redisAddress(text: string): RedisAddress {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isRedis = url !== undefined && /^rediss?:$/.test(url.protocol) && url.hostname !== '';
  if (!isRedis || !/^(?:\/\d*)?$/.test(url.pathname))
    throw new InputError({
      message: 'found another text, expected the address of a Redis',
      // The text itself may hold a password.
      hint: 'Give redis://host:6379, redis://user:password@host:6379/1, or rediss://... for TLS.',
    });
  const { protocol, hostname, port, pathname } = url;
  const database = pathname.length > 1 ? pathname : '';
  return { url: url.href, shown: `${protocol}//${hostname}:${port || REDIS_PORT}${database}` };
}

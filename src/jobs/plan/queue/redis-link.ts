import type { Queue, QueueEvents, UnrecoverableError, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import { InputError, UnreachableError } from '../../../errors.ts';

/** The queue that plans put jobs in and workers take them from; plans and workers of one database share it. */
export const QUEUE_NAME = 'replications';

/** All keys in Redis begin with this. */
export const KEY_PREFIX = 'millrace';

// A Redis that does not answer within this time does not answer at all.
const CONNECT_TIMEOUT_MS = 5000;

// Twenty tries of at most two seconds each: a Redis that restarts is back by then.
const MOST_RETRIES = 20;
const LONGEST_RETRY_DELAY_MS = 2000;

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
  /** For commands: they fail when Redis stays away. */
  readonly redis: Redis;
  /** For commands that wait, which go on when Redis is back. */
  readonly blocking: Redis;
  close(): void;
}

/** Connects to a Redis; throws InputError without the packages that it takes, UnreachableError without the Redis. */
export async function linkToRedis({ url, shown }: RedisAddress): Promise<RedisLink> {
  const packages = await queuePackages();
  await probe(packages.Redis, { url, shown });
  const redis = new packages.Redis(url, { maxRetriesPerRequest: MOST_RETRIES, retryStrategy });
  const blocking = new packages.Redis(url, { maxRetriesPerRequest: null, retryStrategy });
  // The command that fails decides what a lost connection means.
  for (const client of [redis, blocking]) client.on('error', () => {});
  return {
    packages,
    redis,
    blocking,
    close() {
      redis.disconnect();
      blocking.disconnect();
    },
  };
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

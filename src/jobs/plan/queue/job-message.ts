import type { Redis } from 'ioredis';
import { z } from 'zod';
import { InputError } from '../../../errors.ts';
import { INTEGER, jsonReader, toJson } from '../../../model/json.ts';
import type { ReplicationJob } from '../../../model/plan/experiment.ts';
import { readReplication, type Replication } from '../../../model/plan/replication.ts';
import { FEE_INTEGERS, SCENARIO_INTEGERS } from '../../../model/scenario/scenario-integers.ts';
import type { Scenario } from '../../../model/scenario/scenario.ts';
import type { Clock } from '../../../ports/clock.ts';
import { MILLRACE_VERSION } from '../../../runtime/versions.ts';
import { digestOf } from '../laboratory.ts';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { KEY_PREFIX } from './redis-link.ts';

const JOB_MESSAGE = z.object({
  /** The version that asks: another one may give other figures. */
  millrace: z.string(),
  /** The digest of the scenario. */
  scenario: z.string(),
  /** All the rest, as JSON. */
  job: z.string(),
});

/** A job as it lies in Redis; its scenario lies beside, once for all jobs that have it. */
type JobMessage = Readonly<z.infer<typeof JOB_MESSAGE>>;

/** A scenario as it lies in Redis. */
interface ScenarioMessage {
  readonly digest: string;
  readonly text: string;
}

type WithoutScenario = Omit<ReplicationJob, 'scenario'>;

/** The scenario as it is sent, without the parts that change no figure: description, load, plan, expectations. */
function scenarioMessage(scenario: Scenario): ScenarioMessage {
  const { description: _d, load: _l, plan: _p, ...decisive } = scenario;
  const text = toJson({ ...decisive, expect: [] });
  return { digest: digestOf(text), text };
}

/** The job as it is sent, its scenario named by the digest. */
export function jobMessage({ scenario: _s, ...job }: ReplicationJob, digest: string): JobMessage {
  return { millrace: MILLRACE_VERSION, scenario: digest, job: toJson(job) };
}

/** Reads a job, but for what its version decides; throws InputError for what no plan has written. */
export async function readMessage(data: unknown): Promise<JobMessage> {
  return await unspoilt('a job', () => JOB_MESSAGE.parse(data));
}

/** Throws InputError where the text of a job in Redis is no message; `null`: it is no longer there. */
export async function requireMessage(text: string | null): Promise<void> {
  if (text !== null) await unspoilt('a job', () => JOB_MESSAGE.parse(JSON.parse(text)));
}

const jobIn = jsonReader<WithoutScenario>({
  changes: { amount: INTEGER, deposits: INTEGER, fees: FEE_INTEGERS },
}) as (text: string) => WithoutScenario;

/** Reads the rest of a job back; throws InputError. */
export async function readJob(text: string): Promise<WithoutScenario> {
  return await unspoilt('a job', () => jobIn(text));
}

const scenarioIn = jsonReader<Scenario>(SCENARIO_INTEGERS) as (text: string) => Scenario;

/** Reads the scenario of that digest back; throws InputError. */
export async function readScenario(packed: string, digest: string): Promise<Scenario> {
  return await unspoilt('a scenario', async () => {
    const text = await unpackText(packed);
    if (digestOf(text) !== digest) throw new Error('another scenario');
    return scenarioIn(text);
  });
}

/** Reads what came of a job; throws InputError. */
export async function readFigures(packed: string): Promise<Replication> {
  return await unspoilt('what came of a job', async () => readReplication(await unpackText(packed)));
}

async function unspoilt<T>(what: string, read: () => T | Promise<T>): Promise<T> {
  try {
    return await read();
  } catch {
    throw new InputError({
      message: `${what} is spoilt in Redis: something else has written there`,
      hint: 'Give plans and workers a separate database, such as redis://HOST/1; --resume goes on with a plan.',
    });
  }
}

/** Jobs of one version that have the same key are one job, whichever plan asks. */
export function jobId(key: string): string {
  return `${MILLRACE_VERSION}-${key}`;
}

const [pack, unpack] = [promisify(gzip), promisify(gunzip)];

/** A text as Redis keeps it, a fifth of its size. */
export async function packText(text: string): Promise<string> {
  return (await pack(text)).toString('base64');
}

async function unpackText(packed: string): Promise<string> {
  return (await unpack(Buffer.from(packed, 'base64'))).toString();
}

// Plans renew what they still need; what a killed one has left is gone after this time.
const KEPT_S = 3600;

/** When a plan renews what it has put into Redis. */
const RENEW_AFTER_MS = (KEPT_S * 1000) / 2;

/** The arguments of SET that make a key expire. */
export const EXPIRING = ['EX', KEPT_S] as const;

/** Where a scenario lies. */
export function scenarioKey(digest: string): string {
  return `${KEY_PREFIX}:scenario:${digest}`;
}

/** Where the figures of a job lie until its plan has read them. */
export function resultKey(id: string): string {
  return `${KEY_PREFIX}:result:${id}`;
}

interface Shelved {
  readonly digest: string;
  readonly packed: Promise<string>;
}

/** The scenarios of a plan's jobs, each in Redis once: a snapshot of a network is a thousand times its job. */
export class ScenarioShelf {
  readonly #redis: Redis;
  readonly #clock: Clock;
  readonly #packed = new WeakMap<Scenario, Shelved>();
  /** When it was put there. */
  readonly #putAtMs = new Map<string, number>();

  constructor(redis: Redis, clock: Clock) {
    this.#redis = redis;
    this.#clock = clock;
  }

  /** Puts a scenario there where it is not, or soon would not be; returns its digest. */
  async put(scenario: Scenario): Promise<string> {
    const { digest, packed } = this.#packed.get(scenario) ?? this.#pack(scenario);
    const nowMs = this.#clock.nowMs();
    if (nowMs - (this.#putAtMs.get(digest) ?? Number.NEGATIVE_INFINITY) < RENEW_AFTER_MS) return digest;
    this.#putAtMs.set(digest, nowMs);
    try {
      await this.#redis.set(scenarioKey(digest), await packed, ...EXPIRING);
    } catch (error) {
      this.#putAtMs.delete(digest);
      throw error;
    }
    return digest;
  }

  /** Forgets all stored scenarios, for example after Redis was flushed. */
  forget(): void {
    this.#putAtMs.clear();
  }

  #pack(scenario: Scenario): Shelved {
    const { digest, text } = scenarioMessage(scenario);
    const shelved = { digest, packed: packText(text) };
    this.#packed.set(scenario, shelved);
    return shelved;
  }
}

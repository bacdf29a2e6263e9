import type { Redis } from 'ioredis';
import type { Scenario } from '../../../model/scenario/scenario.ts';
import type { Clock } from '../../../ports/clock.ts';
import { scenarioMessage } from './job-message.ts';
import { packText } from './packed-text.ts';
import { EXPIRING, RENEW_AFTER_MS, scenarioKey } from './redis-keys.ts';

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

  /** Takes it that Redis has none of them any more. */
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

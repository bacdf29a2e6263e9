import type { Clock } from '../../../ports/clock.ts';
import type { ReplicationRunner } from '../../../ports/replication-runner.ts';
import { RealClock } from '../../../runtime/real-clock.ts';
import { OpenJobs } from './open-jobs.ts';
import { redisAddress } from './redis-address.ts';
import { linkToRedis } from './redis-link.ts';

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
export async function queueRunner({ url, note = () => {}, clock }: QueueOptions): Promise<ReplicationRunner> {
  const { shown, ...address } = redisAddress(url);
  const link = await linkToRedis({ ...address, shown });
  const jobs = new OpenJobs(link, { shown, note, clock: clock ?? new RealClock() });
  await jobs.listen();
  return { width: WIDTH, run: (job, key) => jobs.run(job, key), close: () => jobs.close() };
}

import { availableParallelism } from 'node:os';
import { once } from 'node:events';
import { redisAddress } from '../jobs/plan/queue/redis-link.ts';
import { startQueueWorker } from '../jobs/plan/queue/queue-worker.ts';
import { anyAborted } from '../runtime/unless-aborted.ts';
import { MILLRACE_VERSION } from '../runtime/versions.ts';
import { declareCommand } from './command.ts';
import { countUpTo, durationUpTo, MOST_THREADS } from './options/numbers.ts';
import { or, redisUrl, value } from './options/option.ts';
import { workerPool } from './plan/worker-pool.ts';
import { listenForInterruption } from './terminal/interruption.ts';

// Short enough that what a dead worker held is soon taken by another, long enough for a machine that is busy.
const LOCK_S = 10;

/** `millrace worker`: takes simulations of plans from a queue, until stopped. */
export const workerCommand = declareCommand({
  name: 'worker',
  says: 'simulate for plans with --queue, on this machine, until Ctrl-C',
  arguments: [{ form: '[redis]', says: 'the queue, as redis://host:6379 (default: $MILLRACE_REDIS)' }],
  options: {
    threads: value(
      '<number>',
      'number of jobs at once (default: one for each core)',
      countUpTo(MOST_THREADS),
    ),
    lock: or(
      value(
        '<duration>',
        'a worker that was not heard of for so long, such as 10s, counts as dead, and others take its jobs',
        durationUpTo(3600),
      ),
      LOCK_S,
    ),
  },
  examples: {
    'millrace worker redis://10.0.0.5:6379': 'on all cores',
    'MILLRACE_REDIS=redis://:secret@10.0.0.5 millrace worker': 'with a password that `ps` does not show',
  },
  async run({ terminal, env }, { threads = availableParallelism(), lock }, redis) {
    const url = redisUrl(redis, env);
    const runner = workerPool(threads);
    const interruption = listenForInterruption(
      terminal,
      () => 'Stopping when the simulations under way have ended; the others stay in the queue.',
    );
    try {
      const note = (message: string): void => terminal.note(message);
      const worker = await startQueueWorker({ url, runner, lockMs: lock * 1000, note });
      terminal.note(
        `Millrace ${MILLRACE_VERSION} takes jobs from ${redisAddress(url).shown}, ${threads} at once. Stop with Ctrl-C.\n`,
      );
      const ending = anyAborted([interruption.signal, worker.lost]);
      if (!ending.aborted) await once(ending, 'abort');
      await worker.close();
      terminal.note(`${worker.simulated()} simulated here.\n`);
      if (!interruption.signal.aborted) throw worker.lost.reason;
    } finally {
      await runner.close();
      interruption.release();
    }
  },
});

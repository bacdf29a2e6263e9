import { availableParallelism } from 'node:os';
import { once } from 'node:events';
import { Command } from '@commander-js/extra-typings';
import { redisAddress } from '../jobs/plan/queue/redis-address.ts';
import { startQueueWorker } from '../jobs/plan/queue/queue-worker.ts';
import { saveHelperThreads } from '../runtime/v8-flags.ts';
import { MILLRACE_VERSION } from '../runtime/versions.ts';
import { type CommandContext, examples } from './command.ts';
import { countUpTo, numberUpTo } from './options/numbers.ts';
import { redisUrl } from './options/redis-url.ts';
import { workerPool } from './plan/worker-pool.ts';
import { listenForInterruption } from './terminal/interruption.ts';

const MOST_THREADS = 1024;

// Short enough that what a dead worker held is soon taken by another, long enough for a machine that is busy.
const LOCK_S = 10;

/** `millrace worker`: takes simulations of plans from a queue, until stopped. */
export function workerCommand({ terminal, env }: CommandContext) {
  return new Command('worker')
    .description('simulate for plans with --queue, on this machine, until Ctrl-C')
    .argument('[redis]', 'the queue, as redis://host:6379; absent: what MILLRACE_REDIS says')
    .option(
      '--threads <number>',
      'simulate so many jobs at once instead of one for each core',
      countUpTo(MOST_THREADS),
    )
    .option(
      '--lock <seconds>',
      'a worker that was not heard of for so long counts as dead, and others take its jobs',
      numberUpTo(3600, ', at most'),
      LOCK_S,
    )
    .addHelpText(
      'after',
      examples({
        'millrace worker redis://10.0.0.5:6379': 'on all cores',
        'MILLRACE_REDIS=redis://:secret@10.0.0.5 millrace worker': 'with a password that `ps` does not show',
      }),
    )
    .action(async (redis, { threads = availableParallelism(), lock }) => {
      const url = redisUrl(redis, env);
      saveHelperThreads();
      const runner = workerPool(threads);
      const interruption = listenForInterruption(
        terminal,
        () => 'Stopping when the simulations under way have ended; the others stay in the queue.',
      );
      try {
        const note = (text: string): void => terminal.note(text);
        const worker = await startQueueWorker({ url, runner, lockMs: lock * 1000, note });
        terminal.note(
          `Millrace ${MILLRACE_VERSION} takes jobs from ${redisAddress(url).shown}, ${threads} at once. Stop with Ctrl-C.\n`,
        );
        if (!interruption.signal.aborted) await once(interruption.signal, 'abort');
        await worker.close();
        terminal.note(`${worker.simulated()} simulated here.\n`);
      } finally {
        await runner.close();
        interruption.release();
      }
    });
}

import type { Clock } from '../ports/clock.ts';

/** Waits on the run's clock; an aborted signal ends the wait early. */
export function sleep(clock: Clock, ms: number, signal?: AbortSignal): Promise<void> {
  if (signal?.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const finish = (): void => {
      timer.cancel();
      signal?.removeEventListener('abort', finish);
      clock.answer(resolve);
    };
    const timer = clock.schedule(ms, finish);
    signal?.addEventListener('abort', finish, { once: true });
  });
}

import { InterruptedError } from '../errors.ts';
import { unlessAborted } from './unless-aborted.ts';

/** What some work brings; throws InterruptedError once the signal is aborted, and nothing hears of the work any more. */
export async function orInterrupted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  const ended = await unlessAborted<{ readonly value: T } | undefined>(
    work.then((value) => ({ value })),
    undefined,
    signal,
  );
  if (ended === undefined) throw new InterruptedError();
  return ended.value;
}

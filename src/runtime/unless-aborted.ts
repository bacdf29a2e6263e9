import { setMaxListeners } from 'node:events';
import { InterruptedError } from '../errors.ts';

/** The result of some work, or `instead` when the signal is aborted before; the work itself goes on. */
export async function unlessAborted<T>(
  work: Promise<T>,
  instead: T,
  signal: AbortSignal | undefined,
): Promise<T> {
  if (!signal) return await work;
  let stop = (): void => {};
  const aborted = new Promise<T>((resolve) => {
    stop = () => resolve(instead);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** Aborted when one of these is. Every operation under way may listen, which Node would call a leak from ten on. */
export function anyAborted(signals: readonly (AbortSignal | undefined)[]): AbortSignal {
  const joined = AbortSignal.any(signals.filter((signal) => signal !== undefined));
  setMaxListeners(0, joined);
  return joined;
}

const INTERRUPTED = Symbol('interrupted');

/** The result of some work; throws InterruptedError once the signal is aborted, and the work itself goes on unheard. */
export async function orInterrupted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  const ended = await unlessAborted<T | typeof INTERRUPTED>(work, INTERRUPTED, signal);
  if (ended === INTERRUPTED) throw new InterruptedError();
  return ended;
}

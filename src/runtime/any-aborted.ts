import { setMaxListeners } from 'node:events';

/** Aborted when one of these is. Every operation under way may listen, which Node would call a leak from ten on. */
export function anyAborted(signals: readonly (AbortSignal | undefined)[]): AbortSignal {
  const joined = AbortSignal.any(signals.filter((signal) => signal !== undefined));
  setMaxListeners(0, joined);
  return joined;
}

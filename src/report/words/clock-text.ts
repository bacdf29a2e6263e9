import type { RunHeader } from '../../model/run/run.ts';
import { readable } from './number-format.ts';

/**
 * How latencies relate to the wall's time where the nodes' clock is not the wall's; undefined: they are the same.
 * A replay measures on the nodes' clock, a load on the wall's.
 */
export function clockText({ speed = 1, timing }: Pick<RunHeader, 'speed' | 'timing'>): string | undefined {
  if (speed !== 1) return `latencies are wall time × ${readable(speed, 3)}: the nodes ran that much faster`;
  if (timing?.ownClock === undefined) return undefined;
  return `latencies are wall time; the nodes ran ${readable(timing.ownClock, 3)} times as fast`;
}

import type { ArrivalProcess } from '../../ports/workload.ts';

/** One arrival every 1 / rate, the first one at once. */
export const constant: ArrivalProcess<'constant'> = {
  kind: 'constant',
  *arrivals({ ratePerSecond }) {
    // Multiplied, not summed up: after a million arrivals the last one is still where it belongs.
    for (let index = 0; ; index += 1) yield Math.floor((index * 1_000_000) / ratePerSecond) / 1000;
  },
};

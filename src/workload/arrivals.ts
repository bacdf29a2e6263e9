import type { ArrivalProcess } from '../ports/workload.ts';
import { exponentialDraw } from '../runtime/continuous-draws.ts';

/** Independent arrivals: the gaps between them are exponential with mean 1 / rate. */
export const poisson: ArrivalProcess<'poisson'> = {
  kind: 'poisson',
  *arrivals({ ratePerSecond }, random) {
    let atMs = 0;
    for (;;) {
      atMs += (exponentialDraw(random) / ratePerSecond) * 1000;
      // Whole microseconds: what anyone can read, far finer than any node's clock.
      yield Math.floor(atMs * 1000) / 1000;
    }
  },
};

/** One arrival every 1 / rate, the first one at once. */
export const constant: ArrivalProcess<'constant'> = {
  kind: 'constant',
  *arrivals({ ratePerSecond }) {
    // Multiplied, not summed up: after a million arrivals the last one is still where it belongs.
    for (let index = 0; ; index += 1) yield Math.floor((index * 1_000_000) / ratePerSecond) / 1000;
  },
};

/** `size` arrivals at the same moment, every `everyMs`, the first ones at once. */
export const burst: ArrivalProcess<'burst'> = {
  kind: 'burst',
  *arrivals({ size, everyMs }) {
    for (let index = 0; ; index += 1) yield Math.floor(index / size) * everyMs;
  },
};

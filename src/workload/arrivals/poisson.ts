import type { ArrivalProcess } from '../../ports/workload.ts';
import { exponentialDraw } from '../../runtime/continuous-draws.ts';

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

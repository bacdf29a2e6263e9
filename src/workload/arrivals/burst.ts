import type { ArrivalProcess } from '../../ports/workload.ts';

/** `size` arrivals at the same moment, every `everyMs`, the first ones at once. */
export const burst: ArrivalProcess<'burst'> = {
  kind: 'burst',
  *arrivals({ size, everyMs }) {
    for (let index = 0; ; index += 1) yield Math.floor(index / size) * everyMs;
  },
};

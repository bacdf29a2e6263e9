import type { ArrivalProcess, PairChooser } from '../../src/ports/workload.ts';
import { burst, constant, poisson } from '../../src/workload/arrivals.ts';
import { pairList, uniformPairs } from '../../src/workload/pairs/uniform-pairs.ts';
import { byCapacity, hotSpots } from '../../src/workload/pairs/weighted-pairs.ts';

/** Every arrival process and every way to choose pairs. */
export const allArrivals = [poisson, constant, burst] as readonly unknown[] as readonly ArrivalProcess[];
export const allPairs = [
  uniformPairs,
  hotSpots,
  byCapacity,
  pairList,
] as readonly unknown[] as readonly PairChooser[];

import type { ArrivalProcess, PairChooser } from '../../src/ports/workload.ts';
import { burst } from '../../src/workload/arrivals/burst.ts';
import { constant } from '../../src/workload/arrivals/constant.ts';
import { poisson } from '../../src/workload/arrivals/poisson.ts';
import { byCapacity } from '../../src/workload/pairs/by-capacity.ts';
import { hotSpots } from '../../src/workload/pairs/hot-spots.ts';
import { pairList } from '../../src/workload/pairs/pair-list.ts';
import { uniformPairs } from '../../src/workload/pairs/uniform-pairs.ts';

/** Every arrival process and every way to choose pairs. */
export const allArrivals = [poisson, constant, burst] as readonly unknown[] as readonly ArrivalProcess[];
export const allPairs = [
  uniformPairs,
  hotSpots,
  byCapacity,
  pairList,
] as readonly unknown[] as readonly PairChooser[];

import type { ArrivalProcess, PairChooser } from '../../src/ports.ts';
import { burst } from '../../src/workload/burst.ts';
import { byCapacity } from '../../src/workload/by-capacity.ts';
import { constant } from '../../src/workload/constant.ts';
import { hotSpots } from '../../src/workload/hot-spots.ts';
import { pairList } from '../../src/workload/pair-list.ts';
import { poisson } from '../../src/workload/poisson.ts';
import { uniformPairs } from '../../src/workload/uniform-pairs.ts';

/** Every arrival process and every way to choose pairs. */
export const allArrivals = [poisson, constant, burst] as readonly unknown[] as readonly ArrivalProcess[];
export const allPairs = [
  uniformPairs,
  hotSpots,
  byCapacity,
  pairList,
] as readonly unknown[] as readonly PairChooser[];

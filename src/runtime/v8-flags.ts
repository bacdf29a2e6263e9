import { setFlagsFromString } from 'node:v8';

/**
 * How much may be added to what is in use, in percent of it, before the heap is collected in full; for the whole
 * process from now on. V8 alone waits for three times as much, which keeps a hundred megabytes of garbage.
 */
export function limitHeapGrowth(percent: number): void {
  // Read anew at each full collection, so that it may be changed while the program runs.
  setFlagsFromString(`--heap-growing-percent=${percent}`);
}

/**
 * For work whose cost is counted in CPU time and not in how soon it answers: young garbage is collected on this thread,
 * because helpers wait for each other where cores are busy. For the whole process.
 */
export function saveHelperThreads(): void {
  // A flag that a version does not know is complained about on stderr: this one is known to Node 20 and 24.
  setFlagsFromString('--no-parallel-scavenge');
}

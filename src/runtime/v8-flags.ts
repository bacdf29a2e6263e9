import { setFlagsFromString } from 'node:v8';

/**
 * How much may be added to what is in use, in percent of it, before the heap is collected in full; for the whole
 * process from now on. V8 alone waits for three times as much, which keeps a hundred megabytes of garbage.
 */
export function limitHeapGrowth(percent: number): void {
  // Read anew at each full collection, so that it may be changed while the program runs.
  setFlagsFromString(`--heap-growing-percent=${percent}`);
}

// V8 begins to optimize a function after a fifth of this. Compiling takes threads of their own, but their time counts.
const INTERRUPT_BUDGET = 600_000;

/**
 * For work whose cost is counted in CPU time and not in how soon it answers: optimizes later, so that fewer functions
 * are, and collects garbage on this thread, because helpers wait for each other where cores are busy. For the whole process.
 */
export function saveHelperThreads(): void {
  setFlagsFromString(`--interrupt-budget=${INTERRUPT_BUDGET}`);
  setFlagsFromString('--no-parallel-scavenge');
}

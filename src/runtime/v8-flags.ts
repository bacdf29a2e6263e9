import { setFlagsFromString } from 'node:v8';

/** As growth in percent: for those whose process outlives the work that a limit was set for. */
export const V8_DECIDES = 0;

/**
 * How much may be added to what is in use, in percent of it, before the heap is collected in full; for the whole
 * process from now on. V8 alone waits for three times as much, which keeps a hundred megabytes of garbage.
 */
export function limitHeapGrowth(percent: number): void {
  // Read anew at each full collection, so that it may be changed while the program runs.
  setFlagsFromString(`--heap-growing-percent=${percent}`);
}

// Bytes of bytecode; V8 alone takes 920.
const INLINED_BYTES = 300;

/**
 * For commands whose cost is counted in CPU time: young garbage is collected on this thread, because helpers wait for each
 * other where cores are busy, and V8 inlines less, because optimizing takes as long as a short run. For the whole process.
 */
export function saveHelperThreads(): void {
  // V8 complains on stderr about a flag that a version does not know: Node 20 and 24 know both.
  setFlagsFromString('--no-parallel-scavenge');
  setFlagsFromString(`--max-inlined-bytecode-size-cumulative=${INLINED_BYTES}`);
}

/** Threads that start from now on collect young objects when there are so many megabytes of them, also at their start. */
export function giveThreadsRoom(youngMB: number): void {
  setFlagsFromString(`--min-semi-space-size=${youngMB}`);
}

import { setFlagsFromString } from 'node:v8';

// As growth in percent.
const V8_DECIDES = 0;

/**
 * How much may be added to what is in use, in percent of it, before the heap is collected in full; for the whole
 * process from now on. V8 alone waits for three times as much, which keeps a hundred megabytes of garbage.
 */
export function limitHeapGrowth(percent: number): void {
  // Read anew at each full collection, so that it may be changed while the program runs.
  setFlagsFromString(`--heap-growing-percent=${percent}`);
}

/** Takes back what `limitHeapGrowth` said, for those whose process outlives the work that it was said for. */
export function letHeapGrow(): void {
  limitHeapGrowth(V8_DECIDES);
}

import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

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

// In bytes of bytecode; V8 alone takes 920.
const INLINED_BYTES = { little: 300, much: 600 };

/**
 * How much of what a function calls is optimized with it, for the whole process from now on: `little` where many
 * functions are called for a moment each, so that optimizing costs more than it saves; `much` where they are called ten
 * or a hundred thousand times, which still is less than what V8 takes by itself.
 */
export function inline(share: keyof typeof INLINED_BYTES): void {
  setFlagsFromString(`--max-inlined-bytecode-size-cumulative=${INLINED_BYTES[share]}`);
}

/**
 * For work whose cost is counted in CPU time and not in how soon it answers: young garbage is collected on this thread,
 * because helpers wait for each other where cores are busy. For the whole process.
 */
export function saveHelperThreads(): void {
  // A flag that a version does not know is complained about on stderr: this one is known to Node 20 and 24.
  setFlagsFromString('--no-parallel-scavenge');
}

/**
 * Lets the heap hold so many megabytes before the first full collection, for work that ends soon and throws little away
 * until then; later ones come when V8 thinks fit. V8 alone begins at some twenty, and again at fifty.
 */
export function makeRoomInHeap(megabytes: number): void {
  const used = getHeapStatistics().used_heap_size;
  const percent = Math.floor(((megabytes * 2 ** 20) / used - 1) * 100);
  if (percent <= 0) return;
  // How far the heap may grow is decided at the end of a full collection, so that one is made while there is little in it.
  limitHeapGrowth(percent);
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  collect();
  setFlagsFromString('--no-expose-gc');
  letHeapGrow();
}

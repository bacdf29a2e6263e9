import { constants, type PerformanceEntry, PerformanceObserver } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';

// The report of a run needs about half as much again as the run itself.
const NEARLY_FULL = 0.6;

// V8 counts the room for new objects into its limit, and what stays in use cannot go there.
// Measured: the limit of a heap of 75 MB is 123 MB on Node 20 and 22, 267 MB on 24, 171 MB on 26.
const NODE = Number.parseInt(process.versions.node);
const NEW_OBJECTS_BYTES = (NODE < 23 ? 48 : NODE < 26 ? 192 : 96) * 2 ** 20;

/** How much a run may fill, in bytes: what is left of V8's limit is for its report. */
export function heapRoomBytes(): number {
  return NEARLY_FULL * (getHeapStatistics().heap_size_limit - NEW_OBJECTS_BYTES);
}

/** How much of that is left. */
export function heapLeftBytes(): number {
  return Math.max(0, heapRoomBytes() - getHeapStatistics().used_heap_size);
}

/** Calls `nearlyFull` once, after the first full collection that leaves more in the heap than a run may fill. */
export function watchHeap(nearlyFull: () => void): { end(): void } {
  const observer = new PerformanceObserver((list) => {
    const isCollected = list.getEntries().some(isFullCollection);
    if (!isCollected || getHeapStatistics().used_heap_size < heapRoomBytes()) return;
    observer.disconnect();
    nearlyFull();
  });
  observer.observe({ entryTypes: ['gc'] });
  return { end: () => observer.disconnect() };
}

// Only what a full collection leaves is in use; before it, nothing tells that from garbage.
function isFullCollection(entry: PerformanceEntry & { readonly detail?: unknown }): boolean {
  return (entry.detail as { readonly kind?: number }).kind === constants.NODE_PERFORMANCE_GC_MAJOR;
}

import { BalanceTimeline } from './balance-timeline.ts';
import { networkMap } from './network-map.ts';
import { openStories } from './story-drawer.ts';
import { showNetworkTables, showOperations } from './tables.ts';
import type { PackedRun } from './packed-run.ts';
import { RunData } from './run-data.ts';

// The page of one run can do all this beyond being read.
void runOfPage().then((data) => {
  if (data === undefined) return;
  const timeline = data.packed.balances.kind === 'unknown' ? undefined : new BalanceTimeline(data);
  openStories({ data, timeline }, networkMap(data));
  showNetworkTables(data);
  showOperations(data);
});

/** Unpacks what the page carries; undefined where there is nothing, or the browser cannot. */
async function runOfPage(): Promise<RunData | undefined> {
  const source = document.querySelector('#run-data')?.textContent;
  if (!source || typeof DecompressionStream === 'undefined') return undefined;
  const text = atob(source);
  const bytes = new Uint8Array(text.length);
  // Uint8Array.from takes thirty times as long: a quarter of a second for a large run.
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = text.charCodeAt(at);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new RunData((await new Response(stream).json()) as PackedRun);
}

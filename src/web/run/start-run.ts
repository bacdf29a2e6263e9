import { BalanceTimeline } from './balance-timeline.ts';
import { exploreNetwork } from './explorer.ts';
import { runOfPage } from './run-of-page.ts';
import { openStories } from './story-drawer.ts';
import { showNetworkTables, showOperations } from './tables.ts';

// The page of one run can do all this beyond being read.
void runOfPage().then((data) => {
  if (data === undefined) return;
  const timeline = data.packed.balances.kind === 'unknown' ? undefined : new BalanceTimeline(data);
  const explorer = exploreNetwork(data, timeline);
  openStories({ data, timeline }, (story, target) => {
    void explorer.then((map) => map?.show(story, target?.atMs));
  });
  showNetworkTables(data);
  afterNextFrame(() => showOperations(data));
});

// A large table would hold up the map. A page in the background has no frames.
function afterNextFrame(act: () => void): void {
  if (document.hidden) act();
  else requestAnimationFrame(() => setTimeout(act));
}

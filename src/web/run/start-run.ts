import { BalanceTimeline } from './balance-timeline.ts';
import { networkMap } from './network-map.ts';
import { runOfPage } from './run-of-page.ts';
import { openStories } from './story-drawer.ts';
import { showNetworkTables, showOperations } from './tables.ts';

// The page of one run can do all this beyond being read.
void runOfPage().then((data) => {
  if (data === undefined) return;
  const timeline = data.packed.balances.kind === 'unknown' ? undefined : new BalanceTimeline(data);
  openStories({ data, timeline }, networkMap(data));
  showNetworkTables(data);
  showOperations(data);
});

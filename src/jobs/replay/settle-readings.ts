import type { ReadingComparison } from '../../verdict/comparison/reading-comparison.ts';
import { gather } from '../../model/gather.ts';
import { toJson } from '../../model/json.ts';
import type { NodeName } from '../../model/network/network.ts';
import { type Moment, type Reading, type View, viewKey, type ViewValue } from '../../model/run/reading.ts';
import type { Clock } from '../../ports/clock.ts';
import type { WantedView } from './wanted-views.ts';
import { unlessAborted } from '../../runtime/unless-aborted.ts';
import { sleep } from '../../runtime/sleep.ts';

// Between two looks, on the wall: news travels in milliseconds on loopback and in seconds over Matrix.
const FIRST_WAIT_MS = 5;
const LONGEST_WAIT_MS = 500;

// A view that is late twice, after another view of the node showed the news in between, is not late but wrong.
const SECOND = 2;

/** Asks a node what one of its views shows now. */
export type ReadNode = (node: NodeName, view: View) => Promise<ViewValue>;

export interface SettleOptions {
  readonly moment: Moment;
  readonly wanted: readonly WantedView[];
  readonly read: ReadNode;
  readonly comparison: Pick<ReadingComparison, 'agrees'>;
  /** Asked when what is not as predicted stands still: true when from now on it is. */
  readonly explain?: ((readings: readonly Reading[]) => Promise<boolean>) | undefined;
  /** The run's clock, `speed` times as fast as the wall. */
  readonly clock: Clock;
  readonly speed: number;
  /** How long nodes may take to agree. */
  readonly settleMs: number;
  /** Looks once more at what has settled: a node must not go back. */
  readonly confirm: boolean;
  readonly signal: AbortSignal | undefined;
}

/**
 * Reads until every view is as predicted, or was asked for after the deadline, as a target that is held up may answer
 * late what it showed before. Of each view the first attempt, every change, a second late one and the last state are
 * kept, in the order they were read. After an abort, views that had not settled are dropped.
 */
export async function settleReadings(options: SettleOptions): Promise<readonly Reading[]> {
  const { wanted, clock, speed, settleMs, signal, confirm, explain } = options;
  const views: readonly WatchedView[] = wanted.map(({ node, view }) => ({
    node,
    view,
    attempts: 0,
    isLate: false,
  }));
  const kept: Reading[] = [];
  const limitMs = clock.nowMs() + settleMs;
  let open: readonly WatchedView[] = views;
  let confirmed = !confirm;
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS)) {
    const before = kept.length;
    const askedMs = clock.nowMs();
    open = await look(open, kept, options);
    const isStill = kept.length === before && open.length > 0;
    if (isStill && (await explain?.(views.flatMap(({ reading }) => reading ?? [])))) {
      open = views;
      continue;
    }
    if (open.length === 0 && !confirmed) {
      confirmed = true;
      open = await look(views, kept, options);
    }
    if (open.length === 0 || signal?.aborted || askedMs >= limitMs) break;
    await sleep(clock, Math.max(0, Math.min(waitMs * speed, limitMs - clock.nowMs())), signal);
  }
  const unsettled = new Set(views.filter(({ isLate }) => isLate).map(keyOf));
  return signal?.aborted ? kept.filter((reading) => !unsettled.has(keyOf(reading))) : kept;
}

function keyOf({ node, view }: WantedView): string {
  return `${node} ${viewKey(view)}`;
}

interface WatchedView extends WantedView {
  /** It was not as predicted when it was last read. */
  isLate: boolean;
  attempts: number;
  reading?: Reading;
  last?: string;
}

/** Reads each view once, node by node in parallel; returns those that are not as predicted. */
async function look(
  views: readonly WatchedView[],
  kept: Reading[],
  options: SettleOptions,
): Promise<readonly WatchedView[]> {
  const { moment, read, comparison, clock, signal } = options;
  const open: WatchedView[] = [];
  const byNode = new Map<NodeName, WatchedView[]>();
  for (const view of views) gather(byNode, view.node, view);
  await Promise.all(
    [...byNode].map(async ([node, own]) => {
      // One after the other, so that a node's readings have an order.
      for (const watched of own) {
        if (signal?.aborted) return;
        const value = await unlessAborted(read(node, watched.view), undefined, signal);
        if (value === undefined) return;
        watched.attempts += 1;
        const { attempts: attempt, view } = watched;
        const reading: Reading = { moment, node, view, value, attempt, atMs: clock.nowMs() };
        const text = toJson(value);
        const agrees = comparison.agrees(reading);
        if (text !== watched.last || (attempt === SECOND && !agrees)) kept.push(reading);
        watched.last = text;
        watched.reading = reading;
        watched.isLate = !agrees;
        if (!agrees) open.push(watched);
      }
    }),
  );
  return open;
}

// Overlapping operations may end in other balances than predicted; then a view has settled when it stands still
// for this share of the time it has.
const QUIET_SHARE = 0.2;

/** A comparison to which also agrees what stands still. */
export function orQuiet(
  comparison: Pick<ReadingComparison, 'agrees'>,
  { clock, settleMs }: Pick<SettleOptions, 'clock' | 'settleMs'>,
): Pick<ReadingComparison, 'agrees'> {
  const shown = new Map<string, { readonly text: string; readonly sinceMs: number }>();
  return {
    agrees(reading) {
      if (comparison.agrees(reading)) return true;
      const name = JSON.stringify([reading.moment, reading.node, reading.view]);
      const text = toJson(reading.value);
      const before = shown.get(name);
      const nowMs = clock.nowMs();
      if (before?.text !== text) shown.set(name, { text, sinceMs: nowMs });
      const isPending = reading.value.kind === 'pending' && reading.value.transfers.length > 0;
      return before?.text === text && !isPending && nowMs - before.sinceMs >= QUIET_SHARE * settleMs;
    },
  };
}

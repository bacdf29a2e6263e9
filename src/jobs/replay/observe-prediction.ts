import { directoryOf } from '../../model/network/directory.ts';
import type { Operation } from '../../model/run/operation.ts';
import { positionOf, type Reading } from '../../model/run/reading.ts';
import type { Observe } from '../simulate.ts';
import { readView } from '../targets/read-view.ts';
import { viewsAfter, viewsAtEnd, viewsAtStart, type WantedView } from './wanted-views.ts';

// Two nodes that paid each other more often than this are compared by their whole histories at the end only:
// reading everything after every payment grows with the square of their number.
const LONGEST_HISTORY_PER_STEP = 200;

/** Takes from a simulation the readings that a replay takes from its targets; `from` a moment on, at that one these views. */
export function observePrediction(
  operations: readonly Operation[],
  from?: { readonly moment: number; readonly wanted: readonly WantedView[] },
): Observe {
  return async (observed) => {
    const at = positionOf(observed.moment);
    if (from !== undefined && at < from.moment) return [];
    if (at === from?.moment) return await readAll(observed, from.wanted);
    return await readAll(observed, wantedViews(observed, operations));
  };
}

async function readAll(
  { moment, simulation, network, nowMs }: Parameters<Observe>[0],
  wanted: readonly WantedView[],
): Promise<readonly Reading[]> {
  const directory = directoryOf(network);
  const readings: Reading[] = [];
  for (const { node, view } of wanted) {
    if (!simulation.control.isRunning(node)) continue;
    const value = await readView(simulation.node(node), view, directory);
    const isLong = value.kind === 'history' && value.events.length > LONGEST_HISTORY_PER_STEP;
    if (isLong && typeof moment === 'number') continue;
    readings.push({ moment, node, view, value, attempt: 1, atMs: nowMs() });
  }
  return readings;
}

function wantedViews(
  { moment, record, network }: Parameters<Observe>[0],
  operations: readonly Operation[],
): readonly WantedView[] {
  if (moment === 'start') return viewsAtStart(network);
  if (moment === 'end') return viewsAtEnd(network, operations);
  return record === undefined ? [] : viewsAfter(record, network);
}

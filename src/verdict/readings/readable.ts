import { type Reading, viewKey } from '../../model/run/reading.ts';
import type { Run } from '../../model/run/run.ts';
import { type Check, type Clue, nodesRead } from '../check.ts';
import {
  unreadNodes,
  unreadText,
  type UnreadView,
  unreadViews,
  viewsText,
} from '../../model/run/unread-views.ts';

/**
 * Every node that was running shows what it is asked for before and after a load, and before a replay. One that does
 * not answer may be out of reach: that is unknown; an answer that is not as the API says is the node's, once as well as
 * each time. What a prediction says of a reading is judged by that.
 */
export const readable: Check = {
  name: 'readable',
  role: 'state',
  appliesTo: ['replay', 'load', 'sample'],
  judge(run, { isPredicted }) {
    const what = run.prediction === undefined ? 'load' : 'operations';
    const lasting = new Set(unreadViews(run).map(nameOf));
    const clues = unreadNodes(nonsense(run, isPredicted)).map(({ moment, node, views, answer }): Clue => {
      const when = moment === 'start' ? 'before' : 'after';
      const isLasting = views.some((view) => lasting.has(nameOf(view)));
      const rest = isLasting ? 'so that nothing can be said of them' : 'when it was asked once';
      return {
        node,
        view: views[0].view,
        title: `${node} does not show its ${viewsText(views)} ${when} the ${what}, ${rest}`,
        predicted: 'an answer as the API says',
        observed: answer,
        decidedBy: `reading every running node before and after the ${what}`,
        noticed: moment,
      };
    });
    // A prediction tells what else could not be read.
    const silent =
      run.prediction !== undefined ? [] : unreadViews(run).filter(({ value }) => value.isAnswered !== true);
    if (silent.length === 0) return { clues, covered: nodesRead(run) };
    const why = silent[0]?.value.detail;
    return {
      clues,
      covered: `${nodesRead(run)}; no answer: ${unreadText(silent)} (${why})`,
      doubt: 'unknown',
    };
  },
};

/** Answers that are not as the API says, each view of a node once a moment. */
function nonsense(run: Run, isPredicted: boolean): readonly UnreadView[] {
  const predicted = new Set(isPredicted ? run.prediction?.readings.map(nameOf) : []);
  const told = new Set<string>();
  return run.readings.flatMap((reading) => {
    const { moment, node, view, value } = reading;
    const name = nameOf(reading);
    if (value.kind !== 'unread' || value.isAnswered !== true) return [];
    if (told.has(name) || predicted.has(name)) return [];
    told.add(name);
    return [{ moment, node, view, value }];
  });
}

function nameOf({ moment, node, view }: Pick<Reading, 'moment' | 'node' | 'view'>): string {
  return `${moment} ${node} ${viewKey(view)}`;
}

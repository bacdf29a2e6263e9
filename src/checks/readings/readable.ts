import type { Check } from '../check.ts';
import { nodesRead } from '../coverage.ts';
import { unreadText, unreadViews, VIEW_NAMES } from '../../model/run/unread-views.ts';

/**
 * Every node that was running shows what it is asked for before and after a load. One that does not answer may be out
 * of reach: that is unknown; an answer that is not as the API says is the node's.
 */
export const readable: Check = {
  name: 'readable',
  role: 'state',
  appliesTo: ['load', 'sample'],
  judge(run) {
    const unread = unreadViews(run);
    const silent = unread.filter(({ value }) => value.isAnswered !== true);
    const clues = unread.flatMap(({ moment, node, view, value }) => {
      if (value.isAnswered !== true) return [];
      const when = moment === 'start' ? 'before' : 'after';
      return {
        operation: null,
        node,
        view,
        title: `${node} does not show its ${VIEW_NAMES[view.kind]} ${when} the load, so that nothing can be said of it`,
        predicted: 'an answer as the API says',
        observed: value.detail,
        decidedBy: 'reading every running node before and after the load',
        noticed: moment,
      };
    });
    if (silent.length === 0) return { clues, covered: nodesRead(run) };
    const why = silent[0]?.value.detail;
    return {
      clues,
      covered: `${nodesRead(run)}; no answer: ${unreadText(silent)} (${why})`,
      doubt: 'unknown',
    };
  },
};

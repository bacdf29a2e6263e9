import type { Check } from '../check.ts';
import { nodesRead } from '../coverage.ts';
import { unreadNodes, unreadText, unreadViews, viewsText } from '../../model/run/unread-views.ts';

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
    const answered = unreadNodes(unread.filter(({ value }) => value.isAnswered === true));
    const clues = answered.map(({ moment, node, views, answer }) => ({
      operation: null,
      node,
      view: views[0].view,
      title: `${node} does not show its ${viewsText(views)} ${moment === 'start' ? 'before' : 'after'} the load, so that nothing can be said of them`,
      predicted: 'an answer as the API says',
      observed: answer,
      decidedBy: 'reading every running node before and after the load',
      noticed: moment,
    }));
    if (silent.length === 0) return { clues, covered: nodesRead(run) };
    const why = silent[0]?.value.detail;
    return {
      clues,
      covered: `${nodesRead(run)}; no answer: ${unreadText(silent)} (${why})`,
      doubt: 'unknown',
    };
  },
};

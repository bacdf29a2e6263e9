import type { Check } from '../check.ts';
import { nodesRead } from '../coverage.ts';

/** Every node that was running shows what it is asked for once a load has ended. */
export const readable: Check = {
  name: 'readable',
  role: 'state',
  appliesTo: ['load', 'sample'],
  judge(run) {
    const stopped = new Set(
      run.records.flatMap(({ operation }) => (operation.kind === 'stop' ? [operation.node] : [])),
    );
    const clues = run.readings.flatMap(({ moment, node, view, value }) => {
      if (moment !== 'end' || value.kind !== 'unread') return [];
      if (stopped.has(node) || !run.start.getNodeAttribute(node, 'online')) return [];
      return {
        operation: null,
        node,
        view,
        title: `${node} does not show its ${NAMES[view.kind]} after the load, so that nothing can be said of it`,
        predicted: 'an answer as the API says',
        observed: value.detail,
        decidedBy: 'reading every running node after the load',
        noticed: moment,
      };
    });
    return { clues, covered: nodesRead(run) };
  },
};

const NAMES = {
  channels: 'channels',
  channel: 'channel',
  history: 'history',
  connections: 'connections',
  pending: 'pending transfers',
};

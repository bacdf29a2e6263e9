import type { Finding } from '../../model/run/finding.ts';
import type { Run } from '../../model/run/run.ts';
import { curlOf } from '../blame/curl.ts';

/** Every node that was running shows what it is asked for once a load has ended. */
export function judgeReadable(run: Run): readonly Finding[] {
  const stopped = new Set(
    run.records.flatMap(({ operation }) => (operation.kind === 'stop' ? [operation.node] : [])),
  );
  return run.readings.flatMap(({ moment, node, view, value }) => {
    if (moment !== 'end' || value.kind !== 'unread') return [];
    if (stopped.has(node) || !run.start.getNodeAttribute(node, 'online')) return [];
    const curl = curlOf({ run, node, view });
    return {
      check: 'readable',
      severity: 'difference' as const,
      operation: null,
      node,
      title: `${node} does not show its ${NAMES[view.kind]} after the load, so that nothing can be said of it`,
      predicted: 'an answer as the API says',
      observed: value.detail,
      decidedBy: 'reading every running node after the load',
      ...(curl === undefined ? {} : { curl }),
    };
  });
}

const NAMES = {
  channels: 'channels',
  channel: 'channel',
  history: 'history',
  connections: 'connections',
  pending: 'pending transfers',
};

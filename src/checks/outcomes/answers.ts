import type { Finding } from '../../model/run/finding.ts';
import type { OperationRecord } from '../../model/run/outcome.ts';
import type { Run } from '../../model/run/run.ts';
import { what } from '../blame/decided-by.ts';

/**
 * Every payment is answered, in the way the API says: with 200 and a receipt, or with a refusal. What was cut off by
 * a deadline or by us is nobody's fault; a node that is stopped under load breaks its connections.
 */
export function judgeAnswers({ records }: Pick<Run, 'records'>): readonly Finding[] {
  const isStopped = records.some(({ operation }) => operation.kind === 'stop');
  return records.flatMap((record) => {
    const { operation } = record;
    const fault = operation.kind === 'pay' ? faultOf(record, isStopped) : undefined;
    if (fault === undefined || operation.kind !== 'pay') return [];
    return {
      check: 'answers',
      severity: 'difference' as const,
      operation: operation.id,
      node: operation.node,
      title: `${what(operation)}: ${fault.title}`,
      predicted: 'status 200 with a receipt, or a refusal with its reason',
      observed: fault.observed,
      decidedBy: 'what the API says a payment is answered with',
    };
  });
}

function faultOf(
  { outcome }: OperationRecord,
  isStopped: boolean,
): Pick<Finding, 'title' | 'observed'> | undefined {
  switch (outcome.kind) {
    case 'succeeded':
      return outcome.status === 200
        ? undefined
        : { title: 'succeeded with another status', observed: `status ${outcome.status}` };
    case 'failed':
      return outcome.status === 501
        ? {
            title: 'the node says that it makes no payments',
            observed: `${outcome.status} ${outcome.message}`,
          }
        : undefined;
    case 'indeterminate': {
      const { cause, detail, resolved = 'unknown' } = outcome;
      if (cause === 'unreadable-answer')
        return { title: `answered with nothing readable; ${BECAME[resolved]}`, observed: detail };
      return cause === 'connection-broken' && !isStopped
        ? { title: `the connection broke instead of an answer; ${BECAME[resolved]}`, observed: detail }
        : undefined;
    }
  }
}

const BECAME = {
  happened: 'it was paid',
  'did-not-happen': 'it was not paid',
  unknown: 'nothing says whether it was paid',
};

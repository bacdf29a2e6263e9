import { contradicts } from '../../model/load/load-aggregate.ts';
import { describeOperation } from '../../model/run/describe-operation.ts';
import type { OperationRecord } from '../../model/run/outcome.ts';
import type { Check, Clue } from '../check.ts';
import { operationsKept } from '../coverage.ts';
import { foreseenDespite } from './foreseen-despite.ts';

/** No payment ended otherwise than was certain when it was sent. */
export const foreseen: Check = {
  name: 'foreseen',
  role: 'operation',
  appliesTo: ['load', 'sample'],
  judge: (run) => ({ clues: run.records.filter(contradicts).map(clueOf), covered: operationsKept(run) }),
  despite: foreseenDespite,
};

function clueOf({ operation, outcome, foreseen: certain }: OperationRecord): Clue {
  const mustFail = certain === 'must-fail';
  return {
    operation: operation.id,
    ...('node' in operation ? { node: operation.node } : {}),
    title: `${describeOperation(operation)}, and it ended otherwise than was certain when it was sent`,
    predicted: mustFail ? 'it fails' : 'it succeeds',
    observed: outcome.kind === 'failed' ? `${outcome.status} ${outcome.message}` : outcome.kind,
    decidedBy: mustFail
      ? 'more than could be available on the way, whatever was in flight'
      : 'at most what was certainly available on the whole way, whatever was in flight',
    noticed: operation.id,
  };
}

import { contradicts } from '../../model/load/load-aggregate.ts';
import { type AmountWriter, describeOperation, tokenWriter } from '../../model/run/describe-operation.ts';
import type { OperationRecord } from '../../model/run/operation.ts';
import { type Check, type Clue, operationsKept } from '../check.ts';

/** No payment ended otherwise than was certain when it was sent. */
export const foreseen: Check = {
  name: 'foreseen',
  role: 'operation',
  appliesTo: ['load', 'sample'],
  judge(run) {
    const write = tokenWriter(run);
    const clues = run.records.filter(contradicts).map((record) => clueOf(record, write));
    return { clues, covered: operationsKept(run) };
  },
};

function clueOf({ operation, outcome, foreseen: certain }: OperationRecord, write: AmountWriter): Clue {
  const mustFail = certain === 'must-fail';
  return {
    operation: operation.id,
    ...('node' in operation ? { node: operation.node } : {}),
    title: `${describeOperation(operation, write)}, and it ended otherwise than was certain when it was sent`,
    predicted: mustFail ? 'it fails' : 'it succeeds',
    observed: outcome.kind === 'failed' ? `${outcome.status} ${outcome.message}` : outcome.kind,
    decidedBy: mustFail
      ? 'more than could be available on the way, whatever was in flight'
      : 'at most what was certainly available on the whole way, whatever was in flight',
    noticed: operation.id,
  };
}

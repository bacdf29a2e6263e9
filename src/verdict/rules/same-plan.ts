import { toJson } from '../../model/json.ts';
import { describeOperation, tokenWriter } from '../../model/run/describe-operation.ts';
import type { Operation } from '../../model/run/operation.ts';
import { type Check, type Clue, notChecked, operationsKept } from '../check.ts';

/** Both runs attempted the same operations; without that nothing else can be compared. */
export const samePlan: Check = {
  name: 'same-plan',
  role: 'operation',
  appliesTo: ['replay'],
  judge(run, { predicted }) {
    const { prediction, records, partial } = run;
    if (prediction === undefined) return notChecked('there is no prediction');
    const write = tokenWriter(run);
    const observed = new Set(records.map(({ operation }) => operation.id));
    const other = records.flatMap(({ operation }) => {
      const expected = predicted.get(operation.id)?.operation;
      if (expected !== undefined && requestText(expected) === requestText(operation)) return [];
      const predictedText = expected === undefined ? 'no such operation' : describeOperation(expected, write);
      return [clueOf(operation, { predicted: predictedText, observed: describeOperation(operation, write) })];
    });
    const missing = partial
      ? []
      : [...predicted.values()].filter(({ operation }) => !observed.has(operation.id));
    const clues = [
      ...other,
      ...missing.map(({ operation }) =>
        clueOf(operation, { predicted: describeOperation(operation, write), observed: 'not attempted' }),
      ),
    ];
    return { clues, covered: operationsKept(run) };
  },
};

// Two operations are the same where their requests are: planned times, origins and expected outcomes may differ.
function requestText(operation: Operation): string {
  const { atMs: _atMs, after: _after, origin: _origin, expected: _expected, ...request } = operation;
  return toJson(request);
}

function clueOf({ id }: Operation, shown: Pick<Clue, 'predicted' | 'observed'>): Clue {
  return {
    operation: id,
    title: `operation ${id} is not the same in both runs`,
    ...shown,
    decidedBy: 'the plans of both runs',
    noticed: id,
  };
}

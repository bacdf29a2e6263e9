import type { OperationRecord } from '../../model/run/outcome.ts';
import { toJson } from '../../model/json.ts';
import type { Check, Clue } from '../check.ts';
import { what } from '../blame/decided-by.ts';

/** Both runs attempted the same operations; without that nothing else can be compared. */
export const samePlan: Check = {
  name: 'same-plan',
  judge({ prediction, records, partial }) {
    if (prediction === undefined) return [];
    const predicted = new Map(prediction.records.map((record) => [record.operation.id, record]));
    const observed = new Set(records.map(({ operation }) => operation.id));
    const other = records.flatMap(({ operation }) => {
      const expected = predicted.get(operation.id)?.operation;
      if (expected !== undefined && plan(expected) === plan(operation)) return [];
      const shown = expected === undefined ? 'no such operation' : what(expected);
      return [clue(operation.id, shown, what(operation))];
    });
    const missing = partial
      ? []
      : [...predicted.values()].filter(({ operation }) => !observed.has(operation.id));
    return [
      ...other,
      ...missing.map(({ operation }) => clue(operation.id, what(operation), 'not attempted')),
    ];
  },
};

// When and why an operation was planned does not matter, what was asked does.
function plan(operation: OperationRecord['operation']): string {
  const { atMs: _atMs, after: _after, origin: _origin, expected: _expected, ...request } = operation;
  return toJson(request);
}

function clue(operation: number, predicted: string, observed: string): Clue {
  return {
    check: samePlan.name,
    severity: 'difference',
    operation,
    title: `operation ${operation} is not the same in both runs`,
    predicted,
    observed,
    decidedBy: 'the plans of both runs',
    noticed: operation,
  };
}

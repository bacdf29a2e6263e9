import type { CaseFound, StoryCall } from '../../model/check/counterexample.ts';
import { describeOperation, describeOutcome, tokenWriter } from '../../model/run/describe-operation.ts';
import type { Run } from '../../model/run/run.ts';

/** The calls of a run, each with its outcome and the predicted one. */
export function caseStory(run: Run, { operation: blamed }: CaseFound): readonly StoryCall[] {
  const observed = new Map(run.records.map((record) => [record.operation.id, record]));
  const write = tokenWriter(run);
  return (run.prediction?.records ?? run.records).map(({ operation, outcome, trace }) => {
    const record = observed.get(operation.id);
    const route = trace?.path ?? [];
    return {
      node: 'node' in operation ? operation.node : undefined,
      ...(route.length > 2 && { route }),
      asked: describeOperation(operation, write),
      predicted: describeOutcome(outcome),
      ...(record && { observed: describeOutcome(record.outcome) }),
      isBlamed: operation.id === blamed,
    };
  });
}

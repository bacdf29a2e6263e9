import type { CaseFound, CaseStory, StoryCall } from '../../model/check/counterexample.ts';
import type { NodeName } from '../../model/network/network.ts';
import { describeOperation, describeOutcome, tokenWriter } from '../../model/run/describe-operation.ts';
import type { Operation, OperationRecord } from '../../model/run/operation.ts';
import type { Run } from '../../model/run/run.ts';

/** The calls of a run, each with its outcome and the predicted one. */
export function caseStory(run: Run, found: CaseFound): CaseStory {
  const { prediction } = run;
  const observed = new Map(run.records.map((record) => [record.operation.id, record]));
  const planned = prediction?.records ?? run.records;
  const write = tokenWriter(run);
  const calls = planned.map((record) => ({
    ...storyCall(record, observed.get(record.operation.id), found),
    asked: describeOperation(record.operation, write),
  }));
  const concerned = new Set(
    calls.flatMap(({ node, way }) => [...(node === undefined ? [] : [node]), ...way]),
  );
  return {
    nodes: run.start
      .nodes()
      .filter((node) => concerned.has(node))
      .toSorted(),
    calls,
  };
}

function storyCall(
  predicted: OperationRecord,
  observed: OperationRecord | undefined,
  { operation: blamed }: CaseFound,
): Omit<StoryCall, 'asked'> {
  const { operation, trace } = predicted;
  return {
    node: 'node' in operation ? operation.node : undefined,
    way: trace !== undefined && trace.path.length > 1 ? trace.path : otherOf(operation),
    predicted: describeOutcome(predicted.outcome),
    ...(observed === undefined ? {} : { observed: describeOutcome(observed.outcome) }),
    isBlamed: operation.id === blamed,
  };
}

function otherOf(operation: Operation): readonly NodeName[] {
  if (operation.kind === 'pay') return [operation.node, operation.target];
  return 'partner' in operation ? [operation.node, operation.partner] : [];
}

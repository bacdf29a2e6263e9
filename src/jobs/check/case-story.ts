import type { CaseFound, CaseStory, StoryBalance, StoryCall } from '../../model/check/counterexample.ts';
import { directoryOf } from '../../model/network/directory.ts';
import type { NodeName } from '../../model/network/network.ts';
import { describeOperation, describeOutcome, tokenWriter } from '../../model/run/describe-operation.ts';
import type { Operation, OperationRecord } from '../../model/run/operation.ts';
import type { Reading } from '../../model/run/reading.ts';
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
    balances: balancesOf(run),
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

function balancesOf(run: Run): readonly StoryBalance[] {
  const directory = directoryOf(run.start);
  const ends = new Map<
    string,
    { node: NodeName; partner: NodeName; observed: Map<number, bigint>; predicted: Map<number, bigint> }
  >();
  const note = (readings: readonly Reading[], side: 'observed' | 'predicted'): void => {
    for (const { moment, node, value } of readings) {
      if (value.kind !== 'channels' || moment === 'end') continue;
      for (const { partnerAddress, balance } of value.channels) {
        const partner = directory.nodeAt(partnerAddress) ?? partnerAddress;
        const key = `${node} ${partner}`;
        const end = ends.get(key) ?? { node, partner, observed: new Map(), predicted: new Map() };
        end[side].set(moment === 'start' ? 0 : moment + 1, balance);
        ends.set(key, end);
      }
    }
  };
  note(run.prediction?.readings ?? [], 'predicted');
  note(run.readings, 'observed');
  const moments = 1 + (run.prediction?.records ?? run.records).length;
  const inOrder = (values: ReadonlyMap<number, bigint>): readonly (bigint | undefined)[] =>
    Array.from({ length: moments }, (_, at) => values.get(at));
  return [...ends.values()].map(({ node, partner, observed, predicted }) => ({
    node,
    partner,
    observed: inOrder(observed),
    predicted: inOrder(predicted),
  }));
}

import { describeOperation } from '../../model/run/describe-operation.ts';
import type { OperationRecord } from '../../model/run/outcome.ts';
import type { Trace } from '../../model/run/trace.ts';
import type { Check, Clue } from '../check.ts';
import { notChecked, operationsKept } from '../coverage.ts';

/**
 * Every payment takes the predicted path, or another one that weighs the same: which of these a path-finding service
 * names first is its own affair. Balances tell the path, and the prediction then goes on from it.
 */
export const ways: Check = {
  name: 'ways',
  role: 'operation',
  appliesTo: ['replay'],
  judge(run) {
    if (run.prediction === undefined) return notChecked('there is no prediction');
    return { clues: run.prediction.records.flatMap(clueOf), covered: operationsKept(run) };
  },
};

function clueOf({ operation, trace, inPlaceOf }: OperationRecord): readonly Clue[] {
  if (trace === undefined || inPlaceOf === undefined || operation.kind !== 'pay') return [];
  const isEqual =
    trace.hops.length === inPlaceOf.hops.length &&
    trace.sent === inPlaceOf.sent &&
    trace.received === inPlaceOf.received;
  const what = isEqual
    ? 'the target chose another of several paths that weigh the same; predicted from there on'
    : 'the target took another path than the one that weighs least; predicted from there on';
  return [
    {
      operation: operation.id,
      node: operation.node,
      view: { kind: 'channels' },
      ...(isEqual ? { severity: 'note' } : {}),
      title: `${describeOperation(operation)}: ${what}`,
      predicted: inWords(inPlaceOf),
      observed: inWords(trace),
      decidedBy: 'what each node on the way has less than before',
      noticed: operation.id,
    },
  ];
}

function inWords({ path, sent, fee }: Trace): string {
  return `${path.join(' -> ')}, sent ${sent}, fee ${fee}`;
}

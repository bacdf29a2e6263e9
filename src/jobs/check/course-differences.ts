import type { CaseFound } from '../../model/check/counterexample.ts';
import { toJson } from '../../model/json.ts';
import type { NodeName } from '../../model/network/network.ts';
import { describeOperation, describeOutcome } from '../../model/run/describe-operation.ts';
import { type OperationRecord, outcomeName } from '../../model/run/operation.ts';

/** The first mismatch of a call with its prediction: its outcome, its time, or its answer. */
export function differentEnd(
  record: OperationRecord,
  foretold: OperationRecord | undefined,
): CaseFound | undefined {
  if (foretold === undefined) return undefined;
  const { operation, outcome } = record;
  const difference = differing(endText(foretold), endText(record));
  if (difference === undefined) return undefined;
  const shows = operation.kind === 'pay' ? 'receipts' : 'channel-answers';
  const isAnswer = difference.fields.some((field) => ['outcome', 'ms'].includes(field));
  return {
    check: isAnswer ? 'outcomes' : shows,
    title: `${describeOperation(operation)}: ${isAnswer ? 'ended otherwise' : 'another answer'}`,
    predicted: difference.predicted,
    observed: difference.observed,
    operation: operation.id,
    kind: operation.kind,
    seen: outcomeName(outcome),
    foreseen: outcomeName(foretold.outcome),
  };
}

function endText({ outcome, startedAtMs, endedAtMs }: OperationRecord): string {
  const common = { outcome: describeOutcome(outcome), ms: Math.round(endedAtMs - startedAtMs) };
  if (outcome.kind === 'failed')
    return toJson({ ...common, message: outcome.status === 0 ? '' : outcome.message });
  if (outcome.kind === 'indeterminate') return toJson(common);
  return toJson({ ...common, ...outcome.receipt, channels: toJson(outcome.channels ?? []) });
}

const CHECKS: Readonly<Record<string, string>> = {
  channels: 'balances',
  connections: 'connections',
  payments: 'history',
};

/** What a node showed at a moment of a course. */
export interface Shown {
  readonly atMs: number;
  readonly node: NodeName;
  readonly view: { readonly name: string };
  readonly text: string;
}

/** The mismatch of what a node shows with what the model shows then; blamed is the last call before. */
export function differentView(
  { node, view: { name }, atMs, text }: Shown,
  shown: string,
  records: readonly OperationRecord[],
): CaseFound | undefined {
  const difference = differing(text, shown);
  if (difference === undefined) return undefined;
  const blamed = records.findLast(({ startedAtMs }) => startedAtMs <= atMs);
  const end = blamed === undefined ? '' : outcomeName(blamed.outcome);
  const { predicted, observed } = difference;
  return {
    check: CHECKS[name.split(' ')[0] ?? ''] ?? 'in-flight',
    title: `${node} shows other ${name} ${atMs / 1000} s after the start`,
    predicted,
    observed,
    ...(blamed && { operation: blamed.operation.id, kind: blamed.operation.kind, seen: end, foreseen: end }),
  };
}

type Entry = Readonly<Record<string, unknown>>;

interface Difference extends Pick<CaseFound, 'predicted' | 'observed'> {
  readonly fields: readonly string[];
}

/** Two texts of JSON as far as they differ: the fields of the first entries that do. */
function differing(predicted: string, observed: string): Difference | undefined {
  if (predicted === observed) return undefined;
  const [ones, others] = [entriesOf(predicted), entriesOf(observed)];
  const isOther = (one: Entry | undefined, at: number): boolean => toJson(one) !== toJson(others[at]);
  const first = ones.findIndex(isOther);
  const at = first < 0 ? ones.length : first;
  const [one, other] = [ones[at], others[at]];
  const names = new Set([...Object.keys(one ?? {}), ...Object.keys(other ?? {})]);
  const fields = [...names].filter((name) => toJson(one?.[name]) !== toJson(other?.[name]));
  const text = (entry: Entry | undefined): string =>
    entry ? fields.map((name) => `${name} ${String(entry[name])}`).join(', ') : 'no such entry';
  return { fields, predicted: text(one), observed: text(other) };
}

// What is no list of objects is one entry of one field.
function entriesOf(text: string): readonly Entry[] {
  const value: unknown = /^[[{]/.test(text) ? JSON.parse(text) : text;
  return [value]
    .flat()
    .map((each) => (typeof each === 'object' && each !== null ? { ...each } : { answer: each }));
}

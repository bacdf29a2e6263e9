import {
  type AmountWriter,
  describeFailure,
  describeOperation,
  describeOutcome,
  tokenWriter,
} from '../../model/run/describe-operation.ts';
import {
  type ExpectedOutcome,
  hasStatus,
  type Operation,
  type OperationRecord,
} from '../../model/run/operation.ts';
import type { TokenName } from '../../model/network/network.ts';
import { expectedInWords } from '../../model/run/observation.ts';
import type { RunHeader } from '../../model/run/run.ts';
import { durationText, given } from '../words/number-format.ts';

/** Every step that did not end as the scenario expects, in words, in the order of the records. */
export function unexpectedSteps(records: Iterable<OperationRecord>, header: RunHeader, write?: AmountWriter) {
  // Balances that are held against each other are told with all of their digits.
  const exact = write && tokenWriter({ header });
  return [...records]
    .filter((record) => isUnexpected(record, header))
    .map((record) => ({
      operation: record.operation.id,
      // Where the scenario says it: `steps[3]`.
      step: record.operation.origin,
      asked: describeOperation(record.operation, write),
      expected: expectedText(record.operation, exact),
      observed: observedText(record, exact),
    }));
}

/** True for a step whose outcome the scenario states; an `expect` step says it must succeed. */
export function isStated({ operation }: OperationRecord): boolean {
  return operation.expected !== undefined || operation.kind === 'expect' || operation.kind === 'observe';
}

/** True for a step that did not end as the scenario expects. */
export function isUnexpected(record: OperationRecord, { dialects }: Pick<RunHeader, 'dialects'>): boolean {
  const { operation, outcome } = record;
  if (!isStated(record)) return false;
  const expected: ExpectedOutcome = operation.expected ?? { kind: 'succeeded' };
  if (outcome.kind === 'failed' && !outcome.message.includes(expected.says ?? '')) return true;
  if (expected.kind === 'answered')
    return outcome.kind === 'indeterminate' || !hasStatus(outcome.status, expected.status);
  const { kind, reason } = expected;
  const told = 'node' in operation ? dialects?.[operation.node]?.refusals : undefined;
  switch (outcome.kind) {
    case 'succeeded':
      return kind !== 'succeeded';
    case 'failed':
      // Scenarios state the reasons of a Python node; others may tell fewer apart.
      return (
        kind !== 'failed' ||
        (reason !== undefined && reason !== outcome.reason && told?.[reason]?.reason !== outcome.reason)
      );
    case 'indeterminate':
      return outcome.resolved !== (kind === 'succeeded' ? 'happened' : 'did-not-happen');
  }
}

function expectedText(operation: Operation, write: AmountWriter = String): string {
  if (operation.kind === 'expect') return within(channelText(operation, write), operation);
  if (operation.kind === 'observe') return within(expectedInWords(operation.observation), operation);
  const { says, ...expected }: ExpectedOutcome = operation.expected ?? { kind: 'succeeded' };
  const saying = says === undefined ? '' : `, saying "${says}"`;
  if (expected.kind === 'answered') return `status ${expected.status}${saying}`;
  if (expected.kind === 'succeeded') return 'success';
  return `failure${expected.reason === undefined ? '' : `, ${expected.reason}`}${saying}`;
}

function within(wanted: string, { withinMs }: { readonly withinMs: number }): string {
  return withinMs === 0 ? wanted : `${wanted} within ${durationText(withinMs)}`;
}

function channelText(
  { token, balance, totalDeposit, totalWithdraw, state, status }: Extract<Operation, { kind: 'expect' }>,
  write: AmountWriter,
): string {
  const amounts = Object.entries({ balance, 'total deposit': totalDeposit, 'total withdraw': totalWithdraw });
  const wanted = amounts.map(([name, amount]) => amount !== undefined && `${name} ${write(amount, token)}`);
  return given([...wanted, state && `state ${state}`, status && `status ${status}`]).join(', ');
}

function observedText(
  { operation, outcome, trace }: OperationRecord,
  write: AmountWriter | undefined,
): string {
  if (outcome.kind !== 'failed') return describeOutcome(outcome);
  if (operation.kind === 'expect')
    return write ? heldText(outcome.message, operation.token, write) : outcome.message;
  if (operation.kind === 'observe') return outcome.message;
  const isText = operation.expected?.says !== undefined;
  if (isText || trace?.failure === undefined || !('token' in operation))
    return `${describeOutcome(outcome)}: ${outcome.message}`;
  const details = write === undefined ? { token: operation.token } : { token: operation.token, write };
  return `${describeOutcome(outcome)}, ${describeFailure(trace.failure, details)}`;
}

// `expected totalDeposit 5 ± 1, found 7`, with its amounts in tokens.
function heldText(message: string, token: TokenName, write: AmountWriter): string {
  if (!/^expected (?:balance|total)/.test(message)) return message;
  return message.replace(/\d+/g, (digits) => write(BigInt(digits), token));
}

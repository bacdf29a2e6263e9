import { describeOutcome } from '../../model/run/describe-operation.ts';
import type { PossibleOutcome } from '../../model/replay/latitude.ts';
import type { OperationRecord, Outcome } from '../../model/run/outcome.ts';
import type { Run } from '../../model/run/run.ts';
import type { View } from '../../model/run/reading.ts';
import type { Check, Clue } from '../check.ts';
import { operationsKept } from '../coverage.ts';
import { type Allowance, allowancesOf } from './allowance.ts';
import { differenceOf } from './difference-of.ts';

/** Every operation ends as predicted: success or failure, status, class of the reason. */
export const outcomes: Check = {
  name: 'outcomes',
  role: 'operation',
  appliesTo: ['replay'],
  // What earlier operations left in the channels decides how later ones end.
  followsFrom: ['state'],
  judge(run) {
    const predicted = new Map(run.prediction?.records.map((record) => [record.operation.id, record]));
    const allowanceOf = allowancesOf(run);
    const clues = run.records.flatMap((record) => {
      const expected = predicted.get(record.operation.id)?.outcome;
      const difference = expected === undefined ? undefined : differenceOf(record, expected);
      if (expected === undefined || difference === undefined) return [];
      const allowance = difference.isOfOrder || isUnanswered(record) ? allowanceOf(record) : NONE;
      const title = `${difference.title}${ADDED[allowance.kind]}${ranOut(allowance, run)}`;
      return [clueOf(record, expected, { title, allowance })];
    });
    return { clues, covered: operationsKept(run) };
  },
};

function isUnanswered({ outcome }: OperationRecord): boolean {
  return outcome.kind === 'indeterminate';
}

const NONE: Allowance = { kind: 'none', possible: [] };

const ADDED: Readonly<Record<Allowance['kind'], string>> = {
  none: '',
  certain: '; in the order in which operations ran it ends like this',
  possible: '; operations overlapped, and another order of theirs gives this',
  unsearched: '; operations overlapped, and their orders were not searched to the end',
  impossible: '; no order of the operations that overlapped gives that',
};

function ranOut({ kind }: Allowance, { latitude }: Pick<Run, 'latitude'>): string {
  const after = latitude?.ranOutAfter;
  return kind === 'unsearched' && after !== undefined ? ` (given up after ${after} nodes and channels)` : '';
}

function clueOf(
  record: OperationRecord,
  expected: Outcome,
  { title, allowance }: { readonly title: string; readonly allowance: Allowance },
): Clue {
  const { operation, outcome } = record;
  const { kind, possible } = allowance;
  const isImpossible = kind === 'impossible';
  return {
    operation: operation.id,
    ...('node' in operation ? { node: operation.node } : {}),
    view: viewAfter(record),
    ...(kind === 'none' || isImpossible ? {} : { severity: 'note' }),
    title,
    predicted: isImpossible ? possible.map(inWords).join(', or ') : explained(expected),
    observed: explained(outcome),
    ...(isImpossible ? { decidedBy: 'the least and the most that any order leaves on the way' } : {}),
    noticed: operation.id,
  };
}

function inWords(outcome: PossibleOutcome): string {
  return outcome.kind === 'failed' ? `${outcome.status} ${outcome.reason}` : `${outcome.status} success`;
}

/** Where one looks to see what an operation did. */
function viewAfter({ operation }: OperationRecord): View {
  if (operation.kind === 'pay') return { kind: 'history', token: operation.token, partner: operation.target };
  if ('partner' in operation) return { kind: 'channel', token: operation.token, partner: operation.partner };
  return { kind: 'channels' };
}

function explained(outcome: Outcome): string {
  const words = describeOutcome(outcome);
  return outcome.kind === 'failed' ? `${words}: ${outcome.message}` : words;
}

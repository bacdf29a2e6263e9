import { tokenWriter } from '../../model/run/describe-operation.ts';
import { type Comparison, type Finding, HARMS, type Verdict } from '../../model/run/finding.ts';
import type { Run } from '../../model/run/run.ts';
import { grouped } from './number-format.ts';

/** The rule that each check holds nodes to, by the check's name. */
export const CHECK_TEXTS: Readonly<Record<string, string>> = {
  'same-plan': 'The nodes got the operations that were simulated',
  outcomes: 'Every operation ends as predicted',
  ways: 'Every payment takes the predicted path or an equal one',
  balances: 'Every channel is as predicted in every view of both its ends',
  connections: 'Every token network of a node is as predicted',
  'stale-reads': 'A node shows an acknowledged change at once, and never an older state',
  carries: 'Every channel carries what its balance allows',
  'end-state': 'Both runs end with the same channels and balances',
  foreseen: 'No outcome contradicts what was certain when the payment was sent',
  'start-state': 'Before the first payment all nodes show one and the same network',
  readable: 'Every running node answers every view',
  history: 'Both histories list every payment as often as it happened, and nothing else',
  'history-times': 'Every history entry appears between request and answer',
  'channel-answers': 'Answers to channel changes match the request',
  steps: 'The channels show what the steps were answered with, and not all steps were refused',
  receipts: 'Receipts match the request',
  conservation: 'No token appeared or vanished',
  consistency: 'Both ends of every channel agree, and so do all views of a node',
  sums: 'Balances fit the histories',
  totals: 'Every channel is listed with its deposits and withdrawals',
  watched: 'Some order of the payments explains every reading during the load',
  timeouts: 'Every channel keeps the timeouts it was opened with or set to',
  'at-rest': 'No lock remains at rest, except locks that wait to expire',
  overdrawn: 'No balance goes below zero by the payments that were answered as successes',
  answers: 'Every payment was answered as the API says, or its outcome was found by reading the nodes',
  recovery: 'The target is well after the load',
  'every-outcome': 'Every planned or sent operation has a record',
  'after-load': 'What nodes show after the load',
};

/** A finding's title, with the number of findings that follow from it. */
export function findingTitle({ title, follows = 0 }: Finding): string {
  return follows === 0
    ? title
    : `${title}; ${grouped(follows)} more ${follows === 1 ? 'follows' : 'follow'} from it`;
}

const HARM_ORDER = Object.keys(HARMS);

/** All findings of severity `difference`: money that went astray first, then those of operations in their order, then the general ones. */
export function differencesOf(comparison: Comparison): readonly Finding[] {
  const cost = ({ harm }: Finding): number =>
    harm === undefined ? HARM_ORDER.length : HARM_ORDER.indexOf(harm);
  return findingsOf(comparison)
    .filter(isDifference)
    .sort((one, other) => cost(one) - cost(other));
}

export function isDifference({ severity }: Finding): boolean {
  return severity === 'difference';
}

export function findingsOf({ operations, general }: Comparison): readonly Finding[] {
  return [...operations.flatMap(({ findings }) => findings), ...general];
}

/** One of the two values of a finding; where two amounts are compared, every digit counts. */
export function shownText(text: string, { amountsOf }: Finding, run: Pick<Run, 'header'>): string {
  return amountsOf === undefined || !/^\d+$/.test(text) ? text : tokenWriter(run)(BigInt(text), amountsOf);
}

/** Each verdict on an operation: its name beside one operation, its label beside a count, and its meaning. */
export const VERDICT_TEXTS: Readonly<
  Record<Verdict, { readonly name: string; readonly label?: string; readonly meaning: string }>
> = {
  agrees: {
    name: 'agrees',
    label: 'agree',
    meaning: 'The nodes match the prediction, or the only outcome that the order of operations allows.',
  },
  differs: { name: 'differs', label: 'differ', meaning: 'They do not match, and nothing explains it.' },
  indeterminate: { name: 'unknown', meaning: 'No answer came; the operation may have happened.' },
  'allowed-by-concurrency': {
    name: 'explained by overlap',
    meaning: 'Operations overlapped; another order of them may explain it.',
  },
};

import type { Finding, Verdict } from '../../model/run/finding.ts';
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
  timeouts: 'Every channel keeps the time-outs it was opened with',
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

/** Name and meaning of each verdict on an operation. */
export const VERDICT_TEXTS: Readonly<
  Record<Verdict, { readonly name: string; readonly label?: string; readonly meaning: string }>
> = {
  agrees: {
    name: 'agrees',
    meaning: 'The nodes match the prediction, or the only outcome that the order of operations allows.',
  },
  differs: { name: 'differs', meaning: 'They do not match, and nothing explains it.' },
  indeterminate: { name: 'indeterminate', meaning: 'No answer came; it may have happened.' },
  'allowed-by-concurrency': {
    name: 'allowed by concurrency',
    label: 'allowed',
    meaning: 'Operations overlapped; another order of them may explain it.',
  },
};

import type { Finding, Verdict } from '../../model/run/finding.ts';
import { grouped } from '../words/number-format.ts';

/** The rule that each check holds nodes to, by the check's name. */
export const CHECK_TEXTS: Readonly<Record<string, string>> = {
  'same-plan': 'The nodes were asked for what was simulated',
  outcomes: 'Every operation ends as predicted',
  ways: 'Every payment takes the predicted path or an equal one',
  balances: 'Every channel is as predicted in every view of both its ends',
  connections: 'What a node has in a token network is as predicted',
  'stale-reads': 'A node that acknowledged something shows it at once, and nothing older afterwards',
  carries: 'Every channel carries what it has the money for',
  'end-state': 'Both runs end with the same channels and balances',
  foreseen: 'What was certain when a payment was sent came true',
  'start-state': 'Before the first payment all nodes show one and the same network',
  readable: 'Every running node shows what it is asked for',
  history: 'Every payment stands in both histories as often as it happened, and nothing else does',
  'history-times': 'Every payment stood there before it was answered, and not before it was sent',
  'channel-answers': 'Changes to channels are answered with what was asked for',
  steps: 'What the steps were answered with stands in the channels, and not all were refused',
  receipts: 'Receipts name what was asked for',
  conservation: 'No token appeared or vanished',
  consistency: 'Both ends of every channel tell the same, and so do all views of a node',
  sums: 'Balances fit the histories',
  totals: 'Every channel is there, with what was put in and taken out of it',
  watched: 'What nodes showed while it ran can be so by some order of the payments',
  timeouts: 'Every channel has the time-outs that it was opened with',
  'at-rest': 'Nothing is locked once all is at rest but what waits for its locks to expire',
  overdrawn: 'No balance goes below zero by the payments that were answered as successes',
  answers: 'Every payment was answered as the API says, or reading told what became of it',
  recovery: 'The target is well after the load',
  'every-outcome': 'Of everything that was planned or sent there is a record',
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
    meaning: 'The nodes did what was predicted, or what the order of the operations left as the only way.',
  },
  differs: { name: 'differs', meaning: 'They did not, and nothing explains it.' },
  indeterminate: { name: 'indeterminate', meaning: 'No answer came; it may have happened.' },
  'allowed-by-concurrency': {
    name: 'allowed by concurrency',
    label: 'allowed',
    meaning: 'Operations overlapped; another order of them may explain it.',
  },
};

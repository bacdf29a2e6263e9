import type { Run } from '../model/run.ts';
import { blame } from './blame.ts';
import type { Clue } from './check.ts';
import { curlOf } from './curl.ts';
import { decidedBy } from './decided-by.ts';
import type { Discrepancy, Manner } from './discrepancy.ts';
import { type Subject, viewKey } from './facts.ts';

/** What a discrepancy means for people: who to blame, in words, and how to look for oneself. */
export function discrepancyClue({
  found,
  run,
  check,
}: {
  readonly found: Discrepancy;
  readonly run: Run;
  readonly check: string;
}): Clue {
  const { node, view, subject, moment, since } = found;
  const operation = blame(found, run);
  const curl = curlOf({ run, node, view });
  return {
    check,
    severity: 'difference',
    operation,
    node,
    title: `${node} ${MANNERS[found.manner]} ${describeSubject(subject)} in ${viewKey(view)}, ${when(found)}`,
    predicted: found.predicted ?? 'not there',
    observed: found.observed ?? 'not there',
    decidedBy: decidedBy(operation, run),
    ...(curl === undefined ? {} : { curl }),
    noticed: moment,
    subject,
    ...(since === undefined ? {} : { since }),
  };
}

const MANNERS: Readonly<Record<Manner, string>> = {
  settled: 'shows another',
  answered: 'answered the operation with another',
  late: 'acknowledged the operation and then showed an older',
  'went-back': 'went back to an older',
  flickered: 'for a while showed a wrong',
};

function when({ moment }: Discrepancy): string {
  if (moment === 'start') return 'before the first operation';
  return moment === 'end' ? 'after the last operation' : `after operation ${moment}`;
}

function describeSubject(subject: Subject): string {
  switch (subject.kind) {
    case 'channel':
      return `${subject.field} of the channel with ${subject.partner} in ${subject.token}`;
    case 'entry': {
      const identifier = subject.identifier === undefined ? '' : `, identifier ${subject.identifier}`;
      const again = subject.occurrence === 1 ? '' : ` (number ${subject.occurrence} of the same)`;
      return `history entry ${subject.event} with ${subject.partner} in ${subject.token}${identifier}${again}`;
    }
    case 'order':
      return 'order of the history';
    case 'connection':
      return `${subject.field} of the connection to ${subject.token}`;
    case 'pending':
      return `${subject.field} of the pending transfer ${subject.identifier}`;
    case 'answer':
      return 'answer to reading';
  }
}

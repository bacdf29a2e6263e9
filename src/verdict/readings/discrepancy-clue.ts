import { keyWords, tokenWriter } from '../../model/run/describe-operation.ts';
import { capacityOf, type PaymentEvent } from '../../model/run/answer.ts';
import type { OperationRecord } from '../../model/run/operation.ts';
import type { Run } from '../../model/run/run.ts';
import { VIEW_NAMES } from '../../model/run/unread-views.ts';
import { type Clue, type Judgement, notChecked } from '../check.ts';
import type { Story } from '../story.ts';
import type { Discrepancy, Manner } from '../comparison/mismatches.ts';
import type { Subject } from '../facts/facts.ts';
import { shownWith } from '../facts/shown-state.ts';

/** The facts that nodes showed otherwise than predicted in some kinds of views, as far as the check tells them. */
export function judgeByPrediction(story: Story, isOwn: (found: Discrepancy) => boolean): Judgement {
  const { run, isPredicted, discrepancies } = story;
  if (!isPredicted) return notChecked('no prediction says what each reading has to show');
  const clues = discrepancies.filter(isOwn).map((found) => discrepancyClue(found, story));
  return { clues, covered: `${run.readings.length} readings` };
}

/** How a finding says that something is missing, or should be. */
export const NOT_THERE = 'not there';

/** A discrepancy as a clue: the operation to blame, in words, and the view to look at. */
export function discrepancyClue(found: Discrepancy, story: Story): Clue {
  const { node, view, subject, moment, isOld } = found;
  const title =
    disagreementAtStart(found, story) ??
    `${node} ${inWords(found)} in its ${view.kind === 'channel' ? 'answer about it' : VIEW_NAMES[view.kind]}, ${when(found)}`;
  return {
    operation: suspectedOperation(found, story.run),
    node,
    view,
    title,
    predicted: found.predicted ?? NOT_THERE,
    observed: found.observed ?? NOT_THERE,
    noticed: moment,
    subject,
    isOld,
  };
}

// Where the balances of both ends contradict each other, either end may be the one that is wrong.
function disagreementAtStart({ subject, node, moment }: Discrepancy, story: Story): string | undefined {
  if (moment !== 'start' || subject.kind !== 'channel' || subject.field !== 'balance') return undefined;
  const { partner, token } = subject;
  const { channels } = story.atStart;
  const one = shownWith(channels.get(node), { token, partner });
  const other = shownWith(channels.get(partner), { token, partner: node });
  if (one === undefined || other === undefined) return undefined;
  const capacity = capacityOf(one, other);
  if (one.balance + other.balance === capacity) return undefined;
  const [shown, shownByPartner, deposited] = [one.balance, other.balance, capacity].map((amount) =>
    tokenWriter(story.run)(amount, token),
  );
  return `${node} and ${partner} disagree about their channel ${WHEN_AT_START}: ${node} shows ${shown}, ${partner} ${shownByPartner}, of ${deposited} in all`;
}

const WHEN_AT_START = 'before the first operation';

/** The payment that a discrepancy names, else the operation after which it showed; `null`: none. */
function suspectedOperation({ subject, node, moment }: Discrepancy, { records }: Run): number | null {
  const identifier = 'identifier' in subject ? BigInt(subject.identifier) : undefined;
  const named = records.filter(
    ({ operation }) =>
      operation.kind === 'pay' &&
      operation.identifier === identifier &&
      (typeof moment !== 'number' || operation.id <= moment),
  );
  const isParty = ({ operation }: OperationRecord): boolean =>
    operation.kind === 'pay' && (operation.node === node || operation.target === node);
  const last = named.findLast(isParty) ?? named.at(-1);
  return last?.operation.id ?? (typeof moment === 'number' ? moment : null);
}

function inWords(found: Discrepancy): string {
  const { manner, subject, predicted, observed } = found;
  if (subject.kind === 'answer')
    return `${manner === 'flickered' ? 'for a while ' : ''}${GIVEN[subject.given]}`;
  if (subject.kind === 'channel' && subject.field === 'presence') return presenceInWords(found, subject);
  const thing = describeSubject(subject);
  const verb = SHOWING[manner];
  if (predicted === undefined) return `${verb} ${thing}, which should not be there`;
  if (observed === undefined) return `${verb} no ${thing}`;
  if (manner !== 'settled' && manner !== 'answered') return `${PASSING[manner]} ${thing}`;
  if (subject.kind === 'entry') return `${verb} another ${VALUE_NAMES[subject.event]} of the ${thing}`;
  return found.isOld ? `still shows the old ${thing}` : `${verb} another ${thing}`;
}

const GIVEN: Readonly<Record<Extract<Subject, { kind: 'answer' }>['given'], string>> = {
  nothing: 'gave no answer',
  unreadable: 'gave an unusable answer',
  readable: 'gave an answer where none was predicted',
};

function presenceInWords(
  { manner, observed, isOld }: Discrepancy,
  { partner, token }: Extract<Subject, { kind: 'channel' }>,
): string {
  const verb = manner === 'settled' && isOld ? 'still shows' : SHOWING[manner];
  const isThere = observed !== undefined;
  return `${verb} ${isThere ? 'a' : 'no'} channel with ${partner} in ${token}, which should ${isThere ? 'not ' : ''}be there`;
}

const SHOWING: Readonly<Record<Manner, string>> = {
  settled: 'shows',
  answered: 'answered the operation with',
  late: 'acknowledged the operation and then still showed',
  'went-back': 'went back to showing',
  flickered: 'for a while showed',
};

const PASSING: Readonly<Record<Exclude<Manner, 'settled' | 'answered'>, string>> = {
  late: 'acknowledged the operation and then still showed the old',
  'went-back': 'went back to the old',
  flickered: 'for a while showed a wrong',
};

function when({ moment }: Discrepancy): string {
  if (moment === 'start') return WHEN_AT_START;
  return moment === 'end' ? 'after the last operation' : `after operation ${moment}`;
}

const ENTRY_WORDS: Readonly<Record<PaymentEvent['kind'], string>> = {
  sent: 'payment sent to',
  received: 'payment received from',
  failed: 'failed payment to',
};

const VALUE_NAMES: Readonly<Record<PaymentEvent['kind'], string>> = {
  sent: 'amount',
  received: 'amount',
  failed: 'reason',
};

function describeSubject(subject: Subject): string {
  switch (subject.kind) {
    case 'channel':
      return `${keyWords(subject.field)} of the channel with ${subject.partner} in ${subject.token}`;
    case 'entry': {
      const again = subject.occurrence === 1 ? '' : ` (entry ${subject.occurrence} of this kind)`;
      return `${ENTRY_WORDS[subject.event]} ${subject.partner}${again}`;
    }
    case 'order':
      return 'order of the history';
    case 'entry-time':
      return `time of the history entry ${subject.entry}`;
    case 'connection':
      return `${subject.field === 'channels' ? 'number of channels' : 'sum of deposits'} in the connection to ${subject.token}`;
    case 'sum':
      return `balances in ${subject.token}`;
    case 'pending':
      return `${keyWords(subject.field)} of the pending transfer ${subject.identifier}`;
    case 'answer':
      return 'answer to reading';
  }
}

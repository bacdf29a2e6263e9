import { describeOperation, tokenWriter } from '../../model/run/describe-operation.ts';
import { isPaymentRecord, type OperationRecord, type PaymentRecord } from '../../model/run/operation.ts';
import { aboutOperation, type Check, type Clue } from '../check.ts';
import { unreadViews } from '../../model/run/unread-views.ts';
import type { LoadResult } from '../../model/load/load-result.ts';
import { lostOutcomes, type Run } from '../../model/run/run.ts';
import { hangText, hungPayments } from '../failures/hung-payments.ts';

/**
 * Every payment is answered, in the way the API says: with 200 and a receipt, or with a refusal. What was cut off by
 * a deadline or by us is no fault of a node that has begun it; one that is stopped under load breaks its connections.
 */
export const answers: Check = {
  name: 'answers',
  role: 'operation',
  appliesTo: ['load', 'sample'],
  judge(run, story) {
    const { records } = run;
    const write = tokenWriter(run);
    const isStopped = records.some(({ operation }) => operation.kind === 'stop');
    const counts = { happened: 0, 'did-not-happen': 0, pending: 0, unknown: 0 };
    const clues: Clue[] = [...hangClue(run, hungPayments(story))];
    for (const { outcome } of records)
      if (outcome.kind === 'indeterminate') counts[outcome.resolved ?? 'unknown'] += 1;
    for (const record of records.filter(isPaymentRecord)) {
      const { operation } = record;
      const fault = faultOf(record, isStopped);
      if (fault === undefined) continue;
      clues.push({
        ...aboutOperation(operation),
        listedIn: { kind: 'history', token: operation.token, partner: operation.target },
        title: `${describeOperation(operation, write)}: ${fault.title}`,
        predicted: 'status 200 with a receipt, or a refusal with its reason',
        observed: fault.observed,
        decidedBy: 'the answers that the API documents for a payment',
      });
    }
    const { happened, 'did-not-happen': not, pending, unknown } = counts;
    const covered = `${happened + not + pending + unknown} without an answer: ${happened} happened, ${not} did not, ${pending} still on their way, ${unknown} unknown`;
    // Views of a node that the scenario has stopped are not needed.
    const isUnread = unreadViews(run).some(({ view }) => view.kind === 'history');
    return { clues, covered, ...(unknown > 0 && isUnread ? { doubt: 'unknown' } : {}) };
  },
};

// One cause, however many payments it cost.
function hangClue(run: Run, hung: readonly PaymentRecord[]): readonly Clue[] {
  const [first] = hung;
  if (first === undefined) return [];
  const { operation, startedAtMs, endedAtMs } = first;
  const waitedS = Math.round((endedAtMs - startedAtMs) / 100) / 10;
  return [
    {
      ...aboutOperation(operation),
      listedIn: { kind: 'history', token: operation.token, partner: operation.target },
      title: hangText(run, hung),
      predicted: 'an answer, a pending transfer or an entry in the history',
      observed: `nothing; the first, ${describeOperation(operation, tokenWriter(run))}, was waited for ${waitedS} s`,
      decidedBy: 'pending transfers and histories of the payers after the load',
    },
  ];
}

function faultOf(
  { outcome }: OperationRecord,
  isStopped: boolean,
): Pick<Clue, 'title' | 'observed'> | undefined {
  switch (outcome.kind) {
    case 'succeeded':
      return outcome.status === 200
        ? undefined
        : { title: 'succeeded with another status', observed: `status ${outcome.status}` };
    case 'failed':
      return outcome.status === 501
        ? {
            title: 'the node says that it makes no payments',
            observed: `${outcome.status} ${outcome.message}`,
          }
        : undefined;
    case 'indeterminate': {
      const { cause, detail, resolved = 'unknown' } = outcome;
      if (cause === 'unreadable-answer')
        return { title: `answered with nothing readable; ${BECAME[resolved]}`, observed: detail };
      return cause === 'connection-broken' && !isStopped
        ? { title: `the connection broke instead of an answer; ${BECAME[resolved]}`, observed: detail }
        : undefined;
    }
  }
}

const BECAME = {
  happened: 'it was paid',
  'did-not-happen': 'it was not paid',
  pending: 'it is still on its way',
  unknown: 'nothing says whether it was paid',
};

/**
 * Every operation has exactly one outcome: what was planned or sent and has no record is the driver's fault, and no
 * figure of the run can be believed. Silent where nothing is lost.
 */
export function judgeLostRecords(run: Run): Pick<LoadResult, 'findings' | 'checks'> {
  const { count, ids } = lostOutcomes(run);
  if (count === 0) return { findings: [], checks: [] };
  const named = ids.length === 0 ? '' : `: ${ids.join(', ')}${ids.length < count ? ' and others' : ''}`;
  const detail = `${count} operations were planned or sent and have no record${named}`;
  return {
    checks: [{ name: 'every-outcome', verdict: 'violated', detail }],
    findings: [
      {
        check: 'every-outcome',
        severity: 'difference',
        operation: ids[0] ?? null,
        title: 'the driver has lost outcomes',
        predicted: 'one record for every operation',
        observed: detail,
        decidedBy: 'the plan of the run, and how many operations were sent',
      },
    ],
  };
}

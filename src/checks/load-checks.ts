import type { Finding } from '../model/run/finding.ts';
import { contradicts } from '../model/load/load-aggregate.ts';
import type { OperationRecord } from '../model/run/outcome.ts';
import type { Run } from '../model/run/run.ts';
import type { SecretsSeen } from '../model/load/secrets-seen.ts';
import { judgeAnswers } from './outcomes/answers.ts';
import { conservation } from './money/conservation.ts';
import { consistency } from './money/consistency.ts';
import { what } from './outcomes/decided-by.ts';
import { snapshotAt } from './readings/end-readings.ts';
import { type JudgedCheck, judgeLinearizable } from './order/linearizable.ts';
import { judgeHistoryTimes } from './history/history-times.ts';
import { judgeLoadAtRest } from './money/load-at-rest.ts';
import { judgeLoadHistory } from './history/load-history.ts';
import { withOwnHistories } from './history/own-histories.ts';
import { namesOf } from './blame/names.ts';
import { judgeReadable } from './readings/readable.ts';
import { receipts } from './outcomes/receipts.ts';
import { sums } from './money/sums.ts';

// Each says the same of another payment; who lies about more than this is known for it.
const MOST_FINDINGS_PER_CHECK = 50;

/** Everything that is checked once a load has come to rest, on the records that were kept. */
export function checkLoad(shown: Run): readonly JudgedCheck[] {
  const run = withOwnHistories(shown);
  const { records, load } = run;
  const payments = `${records.length}${load?.kept.kind === 'sample' ? ` of ${load.kept.of}` : ''} operations`;
  const read = snapshotAt('end', run);
  const nodes = `${read.channels.size} of ${run.start.order} nodes read`;
  if (read.channels.size === 0) return [unread('after-load')];
  return [
    judged('readable', nodes, judgeReadable(run)),
    judgedAnswers(run),
    judged('foreseen', payments, records.filter(contradicts).map(contradiction)),
    judged('history', `${payments}, ${read.history.size} histories`, judgeLoadHistory(run)),
    judged(
      'history-times',
      `${payments}, ${run.load?.looks?.length ?? 0} looks during the load`,
      judgeHistoryTimes(run),
    ),
    // The sender keeps only receipts that are not as asked for.
    judged(
      receipts.name,
      `${payments}${secretsText(load?.secrets)}`,
      receipts.judge({ ...run, records: records.filter(hasReceipt) }),
    ),
    judged(conservation.name, nodes, conservation.judge(run)),
    judged(consistency.name, nodes, consistency.judge(run)),
    judged('below-zero', nodes, belowZero(run)),
    judged(sums.name, nodes, sums.judge(run)),
    withFewFindings(judgeLoadAtRest(run)),
    judgeLinearizable(run),
  ];
}

function secretsText(secrets: SecretsSeen | undefined): string {
  if (secrets === undefined) return '';
  const { answers, verified, wrong, reused } = secrets;
  const faults = wrong + reused > 0 ? `: ${wrong} do not fit, ${reused} were used before` : '';
  return `, ${verified} of ${answers} secrets verified${faults}`;
}

function judged(name: string, covered: string, findings: readonly Finding[]): JudgedCheck {
  const wrong = findings.filter(({ severity }) => severity === 'difference').length;
  const detail =
    wrong > MOST_FINDINGS_PER_CHECK
      ? `${covered}; the first ${MOST_FINDINGS_PER_CHECK} of ${wrong} findings are kept`
      : covered;
  return {
    check: { name, verdict: wrong > 0 ? 'violated' : 'holds', detail },
    findings: findings.slice(0, MOST_FINDINGS_PER_CHECK),
  };
}

function withFewFindings({ check, findings }: JudgedCheck): JudgedCheck {
  if (findings.length <= MOST_FINDINGS_PER_CHECK) return { check, findings };
  const detail = `${check.detail}; the first ${MOST_FINDINGS_PER_CHECK} of ${findings.length} findings are kept`;
  return { check: { ...check, detail }, findings: findings.slice(0, MOST_FINDINGS_PER_CHECK) };
}

function judgedAnswers({ records }: Run): JudgedCheck {
  const open = records.flatMap(({ outcome }) => (outcome.kind === 'indeterminate' ? [outcome.resolved] : []));
  const count = (wanted: (typeof open)[number]): number => open.filter((one) => one === wanted).length;
  const unknown = count('unknown') + count(undefined);
  const detail = `${open.length} without an answer: ${count('happened')} happened, ${count('did-not-happen')} did not, ${unknown} unknown`;
  const { check, findings } = judged('answers', detail, judgeAnswers({ records }));
  const isOpen = unknown > 0 && check.verdict === 'holds';
  return { check: isOpen ? { ...check, verdict: 'unknown' } : check, findings };
}

function unread(name: string): JudgedCheck {
  return {
    check: { name, verdict: 'not-checked', detail: 'no node could be read after the load' },
    findings: [],
  };
}

function contradiction({ operation, outcome, foreseen }: OperationRecord): Finding {
  const predicted = foreseen === 'must-fail' ? 'it fails' : 'it succeeds';
  return {
    check: 'foreseen',
    severity: 'difference',
    operation: operation.id,
    ...('node' in operation ? { node: operation.node } : {}),
    title: `${what(operation)}, and it ended otherwise than was certain when it was sent`,
    predicted,
    observed: outcome.kind === 'failed' ? `${outcome.status} ${outcome.message}` : outcome.kind,
    decidedBy:
      foreseen === 'must-fail'
        ? 'more than could be available on the way, whatever was in flight'
        : 'at most what was certainly available on the whole way, whatever was in flight',
  };
}

function hasReceipt({ outcome }: OperationRecord): boolean {
  return outcome.kind === 'succeeded' && outcome.receipt !== undefined;
}

function belowZero(run: Run): readonly Finding[] {
  const names = namesOf(run.start);
  return [...snapshotAt('end', run).channels].flatMap(([node, channels]) =>
    channels
      .filter(({ balance }) => balance < 0n)
      .map(({ balance, partnerAddress, tokenAddress }) => ({
        check: 'below-zero',
        severity: 'difference' as const,
        operation: null,
        node,
        title: `${node} shows less than nothing in its ${names.token(tokenAddress)} channel with ${names.node(partnerAddress)}`,
        predicted: 'at least 0',
        observed: balance.toString(),
        decidedBy: 'a channel end cannot owe',
      })),
  );
}

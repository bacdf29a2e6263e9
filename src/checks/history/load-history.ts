import type { NodeName } from '../../model/network/network.ts';
import type { Finding } from '../../model/run/finding.ts';
import { ENTRY_NAMES } from '../../model/run/reading-line.ts';
import type { Run } from '../../model/run/run.ts';
import { curlOf } from '../blame/curl.ts';
import { snapshotAt } from '../readings/end-readings.ts';
import { type ExpectedEntry, expectedEntries } from './expected-entries.ts';
import { type HistoryEntry, historyEntries } from '../readings/history-facts.ts';
import { namesOf } from '../blame/names.ts';

/**
 * Every payment of a load stands in both parties' histories as often as it happened, with its amount, and nothing
 * else does. One pass over the entries, however many there are. Of a sample, what else stands there says nothing.
 */
export function judgeLoadHistory(run: Run): readonly Finding[] {
  const names = namesOf(run.start);
  const before = snapshotAt('start', run).history;
  const found = new Map<string, HistoryEntry[]>();
  const after = snapshotAt('end', run).history;
  for (const [node, events] of after) {
    for (const entry of historyEntries(events.slice(before.get(node)?.length ?? 0), names)) {
      if (entry.event === 'failed') continue;
      const key = keyOf(node, entry);
      const same = found.get(key);
      if (same === undefined) found.set(key, [entry]);
      else same.push(entry);
    }
  }
  const findings: Finding[] = [];
  for (const expected of expectedEntries(run)) {
    if (!after.has(expected.node)) continue;
    const key = keyOf(expected.node, expected);
    const wrong = faultOf(expected, found.get(key) ?? []);
    found.delete(key);
    if (wrong !== undefined) findings.push(findingOf(run, expected.node, expected.operation, wrong));
  }
  if (run.load?.kept.kind === 'sample') return findings;
  for (const [key, [entry]] of found) {
    if (entry === undefined) continue;
    const [node = ''] = key.split(' ');
    const { event, partner, token, identifier, value } = entry;
    findings.push(
      findingOf(run, node, null, {
        title: `${node}'s history has an entry no payment explains`,
        predicted: 'no such entry',
        observed: `${ENTRY_NAMES[event]} with ${partner}, ${value} ${token}, identifier ${identifier ?? ''}`,
      }),
    );
  }
  return findings;
}

type Fault = Pick<Finding, 'title' | 'predicted' | 'observed'>;

function faultOf(expected: ExpectedEntry, entries: readonly HistoryEntry[]): Fault | undefined {
  const { node, event, atLeast, atMost, amount } = expected;
  if (entries.length < atLeast || entries.length > atMost) {
    return {
      title: `${node}'s history has ${ENTRY_NAMES[event]} of this payment ${entries.length} times`,
      predicted: atLeast === atMost ? `${atLeast} times` : `${atLeast} to ${atMost} times`,
      observed: `${entries.length} times`,
    };
  }
  const wrong = entries.find(({ value }) => !expected.amountFits(BigInt(value)));
  if (wrong === undefined) return undefined;
  const title = `${node}'s history shows another amount for this payment`;
  return { title, predicted: amount, observed: wrong.value };
}

function findingOf(run: Run, node: NodeName, operation: number | null, fault: Fault): Finding {
  const curl = curlOf({ run, node, view: { kind: 'history' } });
  return {
    check: 'history',
    severity: 'difference',
    operation,
    node,
    ...fault,
    decidedBy: 'the answer to the payment, or reading afterwards where there was none',
    ...(curl === undefined ? {} : { curl }),
  };
}

function keyOf(
  node: NodeName,
  { event, token, partner, identifier }: Pick<HistoryEntry, 'event' | 'token' | 'partner' | 'identifier'>,
): string {
  return `${node} ${event} ${token} ${partner} ${identifier ?? ''}`;
}

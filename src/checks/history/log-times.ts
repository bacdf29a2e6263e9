import { partnerIn, type PaymentEvent } from '../../model/run/answer.ts';
import type { Run } from '../../model/run/run.ts';
import { paymentWithIdentifier } from '../blame/blame.ts';
import type { Clue } from '../check.ts';

/**
 * Entries whose time changed from one reading to the next: a history is written once. Its clock is the node's own, so
 * no more is asked. A load reads a history only twice, and may hold millions of entries: there nothing is compared.
 */
export function changedLogTimes(run: Run): readonly Clue[] {
  if (run.load !== undefined) return [];
  const known = new Map<string, string>();
  const clues: Clue[] = [];
  for (const { node, moment, view, value } of run.readings) {
    if (value.kind !== 'history') continue;
    const seen = new Map<string, number>();
    for (const entry of value.events) {
      const about = describe(entry);
      const times = (seen.get(about) ?? 0) + 1;
      seen.set(about, times);
      const name = `${node} ${about} ${times}`;
      const before = known.get(name) ?? entry.logTime;
      known.set(name, entry.logTime);
      if (before === entry.logTime) continue;
      const operation =
        entry.kind === 'failed'
          ? undefined
          : paymentWithIdentifier(`${entry.identifier}`, run, { node, moment: 'end' });
      clues.push({
        operation: operation ?? null,
        node,
        view,
        title: `${node}'s history changed the time of an entry that already stood there`,
        predicted: before,
        observed: entry.logTime,
        decidedBy: 'a history is written once',
        noticed: moment,
        subject: { kind: 'entry-time', entry: `${about} ${times}` },
      });
    }
  }
  return clues;
}

function describe(entry: PaymentEvent): string {
  const identifier = 'identifier' in entry ? entry.identifier : entry.reason;
  return `${entry.kind} ${entry.tokenAddress} ${partnerIn(entry)} ${identifier}`;
}

import type { PaymentEvent } from '../../model/run/answer.ts';
import type { Run } from '../../model/run/run.ts';
import { paymentWithIdentifier } from '../blame/blame.ts';
import type { Clue } from '../check.ts';
import { curlOf } from '../blame/curl.ts';

/** An entry's time never changes: a history is written once. Its clock is the node's own, so no more is asked. */
export function logTimeClues(run: Run, check: string): readonly Clue[] {
  const first = new Map<string, string>();
  const clues: Clue[] = [];
  for (const { node, moment, view, value } of run.readings) {
    if (value.kind !== 'history') continue;
    const seen = new Map<string, number>();
    for (const entry of value.events) {
      const about = describe(entry);
      const times = (seen.get(about) ?? 0) + 1;
      seen.set(about, times);
      const name = `${node} ${about} ${times}`;
      const earlier = first.get(name) ?? entry.logTime;
      first.set(name, earlier);
      if (earlier === entry.logTime) continue;
      first.set(name, entry.logTime);
      const identifier = 'identifier' in entry ? entry.identifier.toString() : undefined;
      const operation =
        identifier === undefined
          ? undefined
          : paymentWithIdentifier({ run, identifier, node, moment: 'end' });
      const curl = curlOf({ run, node, view });
      clues.push({
        check,
        severity: 'difference',
        operation: operation ?? null,
        node,
        title: `${node}'s history changed the time of an entry that already stood there`,
        predicted: earlier,
        observed: entry.logTime,
        decidedBy: 'a history is written once',
        ...(curl === undefined ? {} : { curl }),
        noticed: moment,
      });
    }
  }
  return clues;
}

function describe(entry: PaymentEvent): string {
  const partner = entry.kind === 'received' ? entry.initiator : entry.target;
  const identifier = 'identifier' in entry ? entry.identifier : entry.reason;
  return `${entry.kind} ${entry.tokenAddress} ${partner} ${identifier}`;
}

import { gather } from '../../model/gather.ts';
import type { Amount } from '../../model/network/amount.ts';
import { paymentKey } from '../../model/run/operation.ts';
import type { Run } from '../../model/run/run.ts';
import { snapshotAt } from '../../model/run/snapshot.ts';
import { historyEntries } from './history-facts.ts';
import { namesOf } from './names.ts';

/** By payment, the most that one party's history shows of it: so much at most may have moved where an answer is doubted. */
export function mostShown(run: Run): ReadonlyMap<string, Amount> {
  const names = namesOf(run.start);
  const most = new Map<string, Amount>();
  for (const [node, events] of snapshotAt('end', run).history) {
    const amounts = new Map<string, bigint[]>();
    for (const { event, token, partner, identifier, value } of historyEntries(events, names)) {
      if (event === 'failed' || identifier === undefined) continue;
      const [payer, target] = event === 'sent' ? [node, partner] : [partner, node];
      gather(amounts, paymentKey({ node: payer, target, token, identifier }), BigInt(value));
    }
    for (const [key, parts] of amounts) {
      const sum = parts.reduce((all, part) => all + part, 0n);
      if (sum > (most.get(key) ?? 0n)) most.set(key, sum);
    }
  }
  return most;
}

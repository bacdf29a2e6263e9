import type { Amount } from '../../model/network/amount.ts';
import type { NodeName } from '../../model/network/network.ts';
import type { NodeUse } from '../../model/plan/replication.ts';
import type { ReportedPayment } from './reported-payment.ts';

/** Each node’s part in these payments, by name. */
export function nodeUses(payments: readonly ReportedPayment[]): Readonly<Record<NodeName, NodeUse>> {
  const uses = new Map<NodeName, { mediated: number; earned: Amount; paid: Amount }>();
  const useOf = (node: NodeName) => {
    const use = uses.get(node) ?? { mediated: 0, earned: 0n, paid: 0n };
    uses.set(node, use);
    return use;
  };
  for (const { request, result, trace } of payments) {
    if (result !== 'succeeded' || trace === undefined) continue;
    useOf(request.node).paid += trace.fee;
    trace.hops.forEach(({ payer, amount }, hop) => {
      const before = trace.hops[hop - 1];
      if (before === undefined) return;
      const use = useOf(payer);
      use.mediated += 1;
      use.earned += before.amount - amount;
    });
  }
  return Object.fromEntries([...uses].sort(([a], [b]) => (a < b ? -1 : 1)));
}

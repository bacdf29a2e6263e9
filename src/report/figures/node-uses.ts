import type { Amount } from '../../model/network/amount.ts';
import { madeOnce } from '../../model/gather.ts';
import type { NodeName } from '../../model/network/network.ts';
import type { NodeUse } from '../../model/plan/replication.ts';
import type { ReportedPayment } from './reported-payment.ts';

/** Each node’s part in payments. */
export class NodeUses {
  readonly #uses = new Map<NodeName, { mediated: number; earned: Amount; paid: Amount }>();

  add({ request, result, trace }: ReportedPayment): void {
    if (result !== 'succeeded' || trace === undefined) return;
    this.#useOf(request.node).paid += trace.fee;
    trace.hops.forEach(({ payer, amount }, hop) => {
      const before = trace.hops[hop - 1];
      if (before === undefined) return;
      const use = this.#useOf(payer);
      use.mediated += 1;
      use.earned += before.amount - amount;
    });
  }

  byName(): Readonly<Record<NodeName, NodeUse>> {
    return Object.fromEntries([...this.#uses].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  #useOf(node: NodeName) {
    return madeOnce(this.#uses, node, () => ({ mediated: 0, earned: 0n, paid: 0n }));
  }
}

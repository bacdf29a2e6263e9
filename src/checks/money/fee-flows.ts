import type { Amount } from '../../model/network/amount.ts';
import type { NodeName, TokenName } from '../../model/network/network.ts';
import type { Run } from '../../model/run/run.ts';
import { gather } from '../../model/gather.ts';
import { paymentKey } from '../../model/run/operation.ts';
import { isPaymentRecord, type PaymentRecord } from '../../model/run/outcome.ts';
import { paidWithin } from '../foresight/changing-ways.ts';
import type { PaymentEnds } from '../foresight/certain-flows.ts';
import { type ChargedPayment, FeeBounds } from '../foresight/fee-bounds.ts';
import type { Bounds } from '../foresight/mediator-charge.ts';

/** What a node's history says of money that it sent or received. */
export type PaidAmounts = readonly {
  readonly event: 'sent' | 'received';
  readonly token: TokenName;
  readonly partner: NodeName;
  readonly identifier: string;
  readonly amount: Amount;
}[];

/** What each node earned less what it paid in fees, within bounds, by the payments that histories name. */
export class FeeFlows {
  readonly #bounds: FeeBounds;
  readonly #sure = new Map<string, Bounds>();
  readonly #others = new Map<TokenName, { mediations: bigint; volume: Amount }>();
  /** False: payments may have happened that no history names that was read. */
  readonly #isWhole: boolean;
  readonly #records = new Map<string, PaymentRecord[]>();

  constructor(run: Run, histories: ReadonlyMap<NodeName, PaidAmounts>) {
    this.#bounds = new FeeBounds(run);
    this.#isWhole = run.start.everyNode((node) => histories.has(node));
    for (const record of run.records.filter(isPaymentRecord))
      gather(this.#records, paymentKey(record.operation), record);
    for (const [node, entries] of histories)
      for (const { event, partner, ...paid } of entries)
        if (event === 'sent') this.#add({ ...paid, node, target: partner });
        else if (!histories.has(partner)) this.#addReceived({ ...paid, node: partner, target: node });
  }

  /** `high` is `null` where nothing is known of all payments that the node may have mediated. */
  of({ node, token }: Pick<PaymentEnds, 'node' | 'token'>): {
    readonly low: Amount;
    readonly high: Amount | null;
  } {
    const { low, high } = this.#sure.get(keyOf(node, token)) ?? { low: 0n, high: 0n };
    if (!this.#isWhole && this.#bounds.mayEarn({ node, token })) return { low, high: null };
    const others = this.#others.get(token);
    const more = others === undefined ? 0n : this.#bounds.mostEarned({ node, token }, others);
    return { low, high: high + more };
  }

  // A payee lists what arrived, which may be more than was asked for, and fees follow from what was.
  #addReceived(payment: ChargedPayment & { readonly identifier: string }): void {
    const [record] = this.#records.get(paymentKey(payment)) ?? [];
    if (record !== undefined) this.#add({ ...payment, amount: record.operation.amount });
  }

  #add(payment: ChargedPayment & { readonly identifier: string }): void {
    const { node, token, amount } = payment;
    const within = paidWithin(this.#records.get(paymentKey(payment)) ?? []);
    const { sent, earned, hasOtherWays } = this.#bounds.of(payment, within);
    this.#count(node, token, { low: amount - sent.high, high: amount - sent.low });
    for (const [mediator, fee] of earned) this.#count(mediator, token, fee);
    if (!hasOtherWays) return;
    const others = this.#others.get(token) ?? { mediations: 0n, volume: 0n };
    others.mediations += 1n;
    others.volume += sent.high;
    this.#others.set(token, others);
  }

  #count(node: NodeName, token: TokenName, { low, high }: Bounds): void {
    const key = keyOf(node, token);
    const known = this.#sure.get(key) ?? { low: 0n, high: 0n };
    this.#sure.set(key, { low: known.low + low, high: known.high + high });
  }
}

function keyOf(node: NodeName, token: TokenName): string {
  return JSON.stringify([token, node]);
}

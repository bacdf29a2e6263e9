import { type Amount, type AmountRange, NOTHING, sumOfRanges } from '../../model/network/amount.ts';
import type { NodeName, TokenName } from '../../model/network/network.ts';
import { paymentKey } from '../../model/run/operation.ts';
import type { Story } from '../story.ts';
import type { PaymentEnds } from '../bounds/certain-flows.ts';
import type { ChargedPayment, FeeBounds } from '../bounds/fee-bounds.ts';

/** The amounts that a node's history says it sent or received. */
export type PaidAmounts = readonly {
  readonly event: 'sent' | 'received';
  readonly token: TokenName;
  readonly partner: NodeName;
  readonly identifier: string;
  readonly amount: Amount;
}[];

/** The fees that each node earned less those it paid, within bounds, by the payments that histories name. */
export class FeeFlows {
  readonly #bounds: FeeBounds;
  readonly #paid: Story['paid'];
  readonly #sure = new Map<string, AmountRange>();
  readonly #others = new Map<TokenName, { mediations: bigint; volume: Amount }>();
  /** False: payments may have happened that no history names that was read. */
  readonly #isWhole: boolean;
  readonly #payments: Story['payments'];

  constructor(
    { run, fees, paid, payments, doubted = [] }: Story,
    histories: ReadonlyMap<NodeName, PaidAmounts>,
  ) {
    this.#bounds = fees;
    this.#paid = paid;
    this.#payments = payments;
    this.#isWhole = run.start.everyNode((node) => histories.has(node));
    for (const [node, entries] of histories)
      for (const { event, partner, ...entry } of entries)
        if (event === 'sent') this.#add({ ...entry, node, target: partner });
        else if (!histories.has(partner)) this.#addReceived({ ...entry, node: partner, target: node });
    for (const payment of doubted) this.#doubt(payment);
  }

  /** `most` is `null` where nothing is known of all payments that the node may have mediated. */
  of({ node, token }: Pick<PaymentEnds, 'node' | 'token'>): {
    readonly least: Amount;
    readonly most: Amount | null;
  } {
    const { least, most } = this.#sure.get(keyOf(node, token)) ?? NOTHING;
    if (!this.#isWhole && this.#bounds.mayEarn({ node, token })) return { least, most: null };
    const others = this.#others.get(token);
    const more = others === undefined ? 0n : this.#bounds.mostEarned({ node, token }, others);
    return { least: this.#bounds.paysOut({ node, token }) ? least - more : least, most: most + more };
  }

  // A payee lists what arrived, which may be more than was asked for, and fees follow from what was.
  #addReceived(payment: ChargedPayment & { readonly identifier: string }): void {
    const [record] = this.#payments.get(paymentKey(payment)) ?? [];
    if (record !== undefined) this.#add({ ...payment, amount: record.operation.amount });
  }

  #add(payment: ChargedPayment & { readonly identifier: string }): void {
    const { node, token, amount } = payment;
    const records = this.#payments.get(paymentKey(payment)) ?? [];
    const { sent, earned, hasOtherWays } = this.#paid.of(payment, records);
    this.#count(node, token, { least: amount - sent.most, most: amount - sent.least });
    for (const [mediator, fee] of earned) this.#count(mediator, token, fee);
    if (hasOtherWays) this.#addElsewhere(token, sent.most);
  }

  // Beside what histories say it may have moved all of it, or nothing.
  #doubt(payment: ChargedPayment): void {
    const { node, target, token } = payment;
    const { sent, earned, hasOtherWays } = this.#bounds.of(payment);
    for (const party of [node, target]) this.#count(party, token, { least: -sent.most, most: sent.most });
    for (const [mediator, { most }] of earned) this.#count(mediator, token, { least: -most, most });
    if (hasOtherWays) this.#addElsewhere(token, sent.most);
  }

  // Any mediator may have earned something from payments with several ways.
  #addElsewhere(token: TokenName, amount: Amount): void {
    const others = this.#others.get(token) ?? { mediations: 0n, volume: 0n };
    others.mediations += 1n;
    others.volume += amount;
    this.#others.set(token, others);
  }

  #count(node: NodeName, token: TokenName, range: AmountRange): void {
    const key = keyOf(node, token);
    this.#sure.set(key, sumOfRanges(this.#sure.get(key) ?? NOTHING, range));
  }
}

function keyOf(node: NodeName, token: TokenName): string {
  return JSON.stringify([token, node]);
}

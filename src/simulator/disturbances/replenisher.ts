import type { ReplenishRecord, ReplenishSpec } from '../../model/disturbances/replenish.ts';
import { type Amount, larger } from '../../model/network/amount.ts';
import type { Address } from '../../model/network/address.ts';
import { type ByNode, type EndIndex, type NodeIndex, otherEnd } from '../../model/network/indices.ts';
import type { Answer } from '../../model/run/answer.ts';
import type { Clock, Timer } from '../../ports/clock.ts';
import type { NodeDesk } from '../../ports/protocol.ts';
import type { Route, RouteRequest } from '../../ports/router.ts';
import type { TokenLayer } from '../token-layer.ts';

/** The network that a rule acts in. */
interface ReplenisherParts {
  readonly spec: ReplenishSpec;
  readonly node: NodeIndex;
  /** Absent: all of its partners. */
  readonly partners: ReadonlySet<NodeIndex> | undefined;
  readonly layer: TokenLayer;
  readonly addresses: ByNode<Address>;
  readonly clock: Clock;
  readonly deskOf: (node: NodeIndex) => NodeDesk;
  readonly routes: (asked: WayAsked) => readonly Route[];
}

/** A way for an amount, by the service's word. */
export type WayAsked = Omit<RouteRequest, 'maxPaths'>;

const MILLION = 1_000_000;

/** Looks at the ends of one node again and again, and fills those that hold too little. */
export class Replenisher {
  readonly #parts: ReplenisherParts;
  readonly #startMs: number;
  /** The balance of this node's end towards each partner when it was first seen. */
  readonly #held = new Map<NodeIndex, Amount>();
  /** Partners in whose channel something is under way. */
  readonly #busy = new Set<NodeIndex>();
  readonly #counts = { done: 0, refused: 0, transactions: 0 };
  #amount = 0n;
  #paid = 0n;
  #added = 0n;
  /** The money that was added, until the last change of it; amount times milliseconds. */
  #addedMs = 0;
  #changedAtMs: number;
  #timer: Timer | undefined;
  #stopped = false;

  constructor(parts: ReplenisherParts) {
    this.#parts = parts;
    this.#startMs = parts.clock.nowMs();
    this.#changedAtMs = this.#startMs;
    for (const end of this.#ends()) this.#held.set(this.#partner(end), parts.layer.ledger.balance(end));
    this.#lookLater();
  }

  /** The effects until now. */
  get record(): ReplenishRecord {
    const { kind, node, token } = this.#parts.spec;
    const nowMs = this.#parts.clock.nowMs();
    const lastedMs = nowMs - this.#startMs;
    const addedMs = this.#addedMs + Number(this.#added) * (nowMs - this.#changedAtMs);
    const addedMean = lastedMs === 0 ? 0 : addedMs / lastedMs;
    return { kind, node, token, ...this.#counts, amount: this.#amount, paid: this.#paid, addedMean };
  }

  /** Begins nothing more. */
  stop(): void {
    this.#stopped = true;
    this.#timer?.cancel();
  }

  #lookLater(): void {
    this.#timer = this.#parts.clock.schedule(this.#parts.spec.everyMs, () => {
      for (const end of this.#ends()) this.#look(end);
      if (!this.#stopped) this.#lookLater();
    });
  }

  #ends(): readonly EndIndex[] {
    const { layer, node, partners } = this.#parts;
    return layer.graph
      .endsOf(node)
      .filter((end) => layer.graph.isOpen(end) && (partners?.has(this.#partner(end)) ?? true));
  }

  #partner(end: EndIndex): NodeIndex {
    return this.#parts.layer.graph.owner(otherEnd(end));
  }

  #look(end: EndIndex): void {
    const { spec, layer, clock } = this.#parts;
    const partner = this.#partner(end);
    if (this.#busy.has(partner)) return;
    const available = layer.ledger.available(end);
    // A channel that was opened meanwhile is taken as it was then.
    const held = this.#held.get(partner) ?? layer.ledger.totalDeposit(end);
    this.#held.set(partner, held);
    const isOut = spec.kind === 'swap-out';
    // Compared in millionths, so that a limit between two units is not rounded.
    const [has, limit] = [available * BigInt(MILLION), held * BigInt(Math.round(spec.limit * MILLION))];
    if (isOut ? has <= limit : has >= limit) return;
    const to = part(held, spec.to);
    const amount = isOut ? available - to : to - available;
    if (amount <= 0n) return;
    this.#busy.add(partner);
    const act = (): void => {
      if (this.#stopped) return;
      if (layer.graph.isOpen(end)) this.#act(end, amount);
      else this.#end(partner, undefined);
    };
    if (spec.delayMs === 0) act();
    else clock.schedule(spec.delayMs, act);
  }

  #act(end: EndIndex, amount: Amount): void {
    switch (this.#parts.spec.kind) {
      case 'top-up':
        return this.#topUp(end, amount);
      case 'swap-in':
      case 'swap-out':
        return this.#swap(end, amount);
      case 'circle':
        return this.#circle(end, amount);
      case 'reopen':
        return this.#reopen(end);
    }
  }

  #topUp(end: EndIndex, amount: Amount): void {
    const { layer, node, deskOf } = this.#parts;
    const partner = this.#partner(end);
    const totalDeposit = layer.ledger.totalDeposit(end) + amount;
    deskOf(node).updateChannel({ ...this.#channel(partner), totalDeposit }, ({ kind }) =>
      this.#end(partner, kind === 'ok' ? { amount, added: amount, transactions: 1 } : undefined),
    );
  }

  // As PeerSwap does: the two ends of the channel swap money in it for money on chain.
  #swap(end: EndIndex, wanted: Amount): void {
    const { layer, node, spec } = this.#parts;
    const partner = this.#partner(end);
    const isIn = spec.kind === 'swap-in';
    const [payer, payee] = isIn ? [partner, node] : [node, partner];
    const payerHas = layer.ledger.available(isIn ? otherEnd(end) : end);
    const amount = wanted < payerHas ? wanted : payerHas;
    if (amount <= 0n) return this.#end(partner, undefined);
    this.#pay([payer, payee], { amount }, ({ kind }) => {
      const paid = part(amount, spec.pricePpm / MILLION);
      const added = isIn ? amount : -amount;
      this.#end(partner, kind === 'ok' ? { amount, added, paid, transactions: 1 } : undefined);
    });
  }

  #circle(end: EndIndex, amount: Amount): void {
    const { node, spec, routes } = this.#parts;
    const partner = this.#partner(end);
    const most = part(amount, spec.maxFeePpm / MILLION);
    const way = routes({ source: node, target: partner, amount }).find(
      (route) => route.ends.length > 1 && !route.ends.includes(end) && feeOf(route) <= most,
    );
    if (way === undefined) return this.#end(partner, undefined);
    const fee = feeOf(way);
    const nodes = [node, ...way.ends.map((each) => this.#partner(each))];
    this.#pay(nodes, { amount, fee }, ({ kind: there }) => {
      if (there !== 'ok') return this.#end(partner, undefined);
      this.#pay([partner, node], { amount }, ({ kind: back }) => {
        // An amount that the partner could not pay back is lost.
        const paid = back === 'ok' ? fee : fee + amount;
        this.#end(partner, { amount: back === 'ok' ? amount : 0n, paid });
      });
    });
  }

  // Closing, opening and depositing are a transaction each; what was left in the channel pays for the new one.
  #reopen(end: EndIndex): void {
    const { layer, node, deskOf, spec, clock } = this.#parts;
    const partner = this.#partner(end);
    const held = this.#held.get(partner) ?? 0n;
    const deposit = part(held, spec.to);
    const left = layer.ledger.balance(end);
    const openAnew = (): void => {
      const { token } = this.#channel(partner);
      const request = { token, partner: this.#address(partner), totalDeposit: deposit };
      deskOf(node).openChannel(request, ({ kind }) =>
        this.#end(
          partner,
          kind === 'ok'
            ? { amount: larger(0n, deposit - left), added: deposit - left, transactions: 2 }
            : undefined,
        ),
      );
    };
    const whenGone = (): void => {
      if (this.#stopped) return;
      if (layer.graph.endBetween(node, partner) === undefined) openAnew();
      else clock.schedule(spec.everyMs, whenGone);
    };
    deskOf(node).updateChannel({ ...this.#channel(partner), state: 'closed' }, ({ kind }) => {
      if (kind !== 'ok') return this.#end(partner, undefined);
      this.#counts.transactions += 1;
      whenGone();
    });
  }

  #pay(
    nodes: readonly NodeIndex[],
    { amount, fee = 0n }: { readonly amount: Amount; readonly fee?: Amount },
    ended: (answer: Answer<unknown>) => void,
  ): void {
    const route = nodes.map((each) => this.#address(each));
    const { token } = this.#channel(nodes[0] as NodeIndex);
    const request = { token, target: route.at(-1) as Address, amount, paths: [{ route, fee }] };
    this.#parts.deskOf(nodes[0] as NodeIndex).pay(request, ended);
  }

  #channel(partner: NodeIndex): { readonly token: Address; readonly partner: Address } {
    return { token: this.#parts.layer.token.tokenAddress, partner: this.#address(partner) };
  }

  #address(node: NodeIndex): Address {
    return this.#parts.addresses[node] as Address;
  }

  #end(partner: NodeIndex, filled: Filled | undefined): void {
    this.#busy.delete(partner);
    if (filled === undefined) {
      this.#counts.refused += 1;
      return;
    }
    const { amount, added = 0n, paid = 0n, transactions = 0 } = filled;
    if (amount > 0n) this.#counts.done += 1;
    this.#counts.transactions += transactions;
    this.#amount += amount;
    this.#paid += paid;
    const nowMs = this.#parts.clock.nowMs();
    this.#addedMs += Number(this.#added) * (nowMs - this.#changedAtMs);
    this.#changedAtMs = nowMs;
    this.#added += added;
  }
}

/** The amounts and transactions that filling an end took. */
interface Filled {
  readonly amount: Amount;
  /** The amount that came from the chain; negative: it went there. */
  readonly added?: Amount;
  readonly paid?: Amount;
  readonly transactions?: number;
}

function feeOf({ amounts }: Route): Amount {
  return (amounts[0] ?? 0n) - (amounts.at(-1) ?? 0n);
}

// To the millionth, so that it is exact at every size.
function part(amount: Amount, share: number): Amount {
  return (amount * BigInt(Math.round(share * MILLION))) / BigInt(MILLION);
}

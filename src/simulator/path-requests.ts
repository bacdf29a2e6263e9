import type { Address } from '../model/network/address.ts';
import type { Amount } from '../model/network/amount.ts';
import { type ByNode, type NodeIndex, otherEnd } from '../model/network/indices.ts';
import type { SuggestedPath } from '../model/run/answer.ts';
import type { PathRequestFilter, PathRequestRecord } from '../ports/network-records.ts';
import type { Route, Routes } from '../ports/router.ts';
import type { TokenLayer } from './token-layer.ts';

/** A request for routes; an undefined node is an address that is no node's. */
export interface PathsRequest {
  readonly layer: TokenLayer;
  readonly source: NodeIndex | undefined;
  readonly target: NodeIndex | undefined;
  readonly amount: Amount;
  readonly maxPaths: number;
}

/** The path-finding service's own account: what it has charged, and where it is to keep them, its answers. */
export class PathRequests {
  readonly #addresses: ByNode<Address>;
  readonly #price: Amount;
  // Undefined: answers are not kept, because finding every path of each request takes time.
  readonly #answers: (PathRequestRecord & Pick<PathRequestFilter, 'tokenNetwork'>)[] | undefined;
  readonly #charged = new Map<Address, Amount>();

  constructor({
    addresses,
    price,
    keepsAnswers,
  }: { readonly addresses: ByNode<Address>; readonly price: Amount; readonly keepsAnswers: boolean }) {
    this.#addresses = addresses;
    this.#price = price;
    this.#answers = keepsAnswers ? [] : undefined;
  }

  /** Charges a node for its request, whatever routes were found (raiden.md 3.4). */
  note({ source, target, layer, amount }: PathsRequest, routes: Routes | undefined): void {
    if (source === undefined) return;
    const from = this.#addresses[source] as Address;
    if (this.#price > 0n) this.#charged.set(from, (this.#charged.get(from) ?? 0n) + this.#price);
    if (this.#answers === undefined || target === undefined) return;
    const paths =
      routes === undefined ? [] : suggestedPaths(routes, { layer, from, amount }, this.#addresses);
    const { tokenNetworkAddress: tokenNetwork } = layer.token;
    this.#answers.push({ tokenNetwork, from, to: this.#addresses[target] as Address, paths });
  }

  charged(node: Address): Amount | null {
    return this.#charged.get(node) ?? null;
  }

  /** Undefined: answers are not kept. */
  answered({ tokenNetwork, from, to }: PathRequestFilter): readonly PathRequestRecord[] | undefined {
    return this.#answers
      ?.filter((one) => one.tokenNetwork === tokenNetwork && one.from === from)
      .filter((one) => to === undefined || one.to === to);
  }
}

/** Every route of a request as the service tells it. */
export function suggestedPaths(
  routes: Routes,
  { layer, from, amount }: Pick<PathsRequest, 'layer' | 'amount'> & { readonly from: Address },
  addresses: ByNode<Address>,
): readonly SuggestedPath[] {
  return allRoutes(routes).map(({ ends, amounts }) => ({
    path: [from, ...ends.map((end) => addresses[layer.graph.owner(otherEnd(end))] as Address)],
    estimatedFee: (amounts[0] ?? amount) - amount,
  }));
}

/** Every route of a request, found now where it was not before. */
export function allRoutes(routes: Routes): readonly Route[] {
  const all: Route[] = [];
  for (let route = routes.at(0); route; route = routes.at(all.length)) all.push(route);
  return all;
}

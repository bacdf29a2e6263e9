import type { Address } from '../model/network/address.ts';
import type { Amount } from '../model/network/amount.ts';
import type { CHAIN_CONTRACTS } from '../model/network/contract-addresses.ts';
import type { Answer, SuggestedPath } from '../model/run/answer.ts';

/** The records that services and contracts keep of a network, which no node shows (raiden.md 3.4). */
export interface NetworkRecords {
  /** Requests for paths that the path-finding service has answered, oldest first. */
  pathRequests(of: PathRequestFilter): Promise<Answer<readonly PathRequestRecord[]>>;
  /** The debt of a node to the path-finding service for all its requests; null: it was never charged. */
  charged(node: Address): Promise<Answer<Amount | null>>;
  /** Events of the contracts, oldest first. */
  events(): Promise<Answer<readonly ChainEvent[]>>;
}

/** Requests of one payer in one token network, to one target or to all. */
export interface PathRequestFilter {
  readonly tokenNetwork: Address;
  readonly from: Address;
  readonly to?: Address;
}

/** A request for paths and what the path-finding service found; no path: it refused. */
export interface PathRequestRecord {
  readonly from: Address;
  readonly to: Address;
  readonly paths: readonly SuggestedPath[];
}

/** An event of a contract, with its arguments by the contract's names for them. */
export interface ChainEvent {
  readonly contract: (typeof CHAIN_CONTRACTS)[number];
  readonly event: string;
  readonly block: number;
  /** The account that sent the transaction. */
  readonly sender: Address;
  readonly args: Readonly<Record<string, Address | bigint>>;
}

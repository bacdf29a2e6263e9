import type { Address } from '../model/network/address.ts';
import type { NodeName } from '../model/network/network.ts';
import type {
  Answer,
  ChannelView,
  Connection,
  LeftChannel,
  NodeStatus,
  OwnerNotice,
  PaymentEvent,
  PaymentReceipt,
  PendingTransfer,
  TransactionHash,
  UserDepositDone,
} from '../model/run/answer.ts';

/** One node from outside: the operations of the REST API (api.md 4, raiden.md 1.1). */
export interface NodeApi {
  address(): Promise<Answer<Address>>;
  version(): Promise<Answer<string>>;
  /** URL of the path-finding service, or null. */
  settings(): Promise<Answer<{ readonly pathFindingServiceAddress: string | null }>>;
  status(): Promise<Answer<NodeStatus>>;
  tokens(): Promise<Answer<readonly Address[]>>;
  tokenNetwork(token: Address): Promise<Answer<Address>>;
  channels(filter?: { readonly token?: Address }): Promise<Answer<readonly ChannelView[]>>;
  channel(of: { readonly token: Address; readonly partner: Address }): Promise<Answer<ChannelView>>;
  openChannel(request: OpenRequest): Promise<Answer<ChannelView>>;
  /** Null after a cooperative close: the channel is gone. */
  updateChannel(request: ChannelUpdate): Promise<Answer<ChannelView | null>>;
  /** Aborted, the caller waits no longer: the connection breaks off, and the payment may still be made. */
  pay(request: PaymentRequest, givingUp?: AbortSignal): Promise<Answer<PaymentReceipt>>;
  payments(filter?: PaymentFilter): Promise<Answer<readonly PaymentEvent[]>>;
  pendingTransfers(filter?: {
    readonly token?: Address;
    readonly partner?: Address;
  }): Promise<Answer<readonly PendingTransfer[]>>;
  connections(): Promise<Answer<readonly Connection[]>>;
  /** Channels that were closed; null for those that are already gone. */
  leave(token: Address): Promise<Answer<readonly LeftChannel[]>>;
  /** Makes a token network for a token that has none; the address of the network. */
  registerToken(token: Address): Promise<Answer<Address>>;
  /** Makes new tokens, as test tokens allow anyone. */
  mint(request: MintRequest): Promise<Answer<TransactionHash>>;
  /** Puts tokens of the services into the user deposit contract, or takes them out again. */
  userDeposit(request: UserDepositRequest): Promise<Answer<UserDepositDone>>;
  /** Messages to the node's owner, each sent once. */
  notifications(): Promise<Answer<readonly OwnerNotice[]>>;
}

/** New tokens for an account, in smallest units. */
export interface MintRequest {
  readonly token: Address;
  readonly to: Address;
  readonly value: bigint;
}

/** Exactly one of these is expected; several or none are refused by the node, as the real one does. */
export interface UserDepositRequest {
  readonly totalDeposit?: bigint;
  readonly plannedWithdrawAmount?: bigint;
  readonly withdrawAmount?: bigint;
}

/** A request for a channel, in blocks and smallest units; absent: the node's defaults, no deposit. */
export interface OpenRequest {
  readonly token: Address;
  readonly partner: Address;
  readonly totalDeposit?: bigint;
  readonly settleTimeout?: bigint;
  readonly revealTimeout?: bigint;
}

/** Exactly one of the changes is expected; several or none are refused by the node, as the real one does. */
export interface ChannelUpdate extends Omit<OpenRequest, 'settleTimeout'> {
  readonly totalWithdraw?: bigint;
  readonly state?: 'closed' | 'opened' | 'settled';
}

/** Integers are unchecked here: what is out of range the node must refuse. */
export interface PaymentRequest {
  readonly token: Address;
  readonly target: Address;
  readonly amount: bigint;
  readonly identifier?: bigint;
  readonly secret?: string;
  readonly secretHash?: string;
  readonly lockTimeout?: bigint;
  /** Routes to take, best first, instead of asking the path-finding service. */
  readonly paths?: readonly OwnPath[];
}

/** A payment with the number of its operation, by which a simulation notes what the payment did. */
export interface NumberedPayment extends PaymentRequest {
  readonly operation?: number;
}

/**
 * A route from the payer to the target, both included, and what its mediators are expected to keep: nothing if
 * absent.
 */
export interface OwnPath {
  readonly route: readonly Address[];
  readonly fee?: bigint;
}

/** Which entries of a history are wanted; `limit` and `offset` count entries. */
export interface PaymentFilter {
  readonly token?: Address;
  readonly partner?: Address;
  readonly limit?: number;
  readonly offset?: number;
}

/** Where one node answers over HTTP, and how. */
export interface NodePlace {
  readonly baseUrl: string;
  /** Sent with every request; may hold credentials, so it is never recorded. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Name of the dialect it speaks; absent: the Python node's. */
  readonly dialect?: string;
}

/** A network of nodes, whoever runs them. */
export interface Nodes {
  node(name: NodeName): NodeApi;
  readonly names: readonly NodeName[];
}

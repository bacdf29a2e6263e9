import type { Address } from '../model/network/address.ts';
import type { NodeIndex } from '../model/network/indices.ts';
import type {
  Answer,
  ChannelView,
  PaymentReceipt,
  PendingTransfer,
  TransactionHash,
  UserDepositDone,
} from '../model/run/answer.ts';
import type { FeePolicy } from './fee-policy.ts';
import type {
  ChannelUpdate,
  MintRequest,
  OpenRequest,
  NumberedPayment,
  UserDepositRequest,
} from './node-api.ts';
import type { PathFindingApi } from './path-finding-api.ts';

/**
 * One way in which payments happen. The simulator builds the world (clock, messages, money, channels, views:
 * `simulator/world.ts`); the protocol furnishes it with what its nodes do.
 */
export interface Protocol<World> {
  /** As scenarios name it. */
  readonly kind: string;
  /** For the scenario reference, one sentence. */
  readonly description: string;
  readonly fees: FeePolicy;
  /** Called once for each world, at the start and after every reset: whatever it remembers belongs to that world. */
  furnish(world: World): Furnishings;
}

/** The desks and the service that a protocol puts into a world. */
export interface Furnishings {
  /** Called once for every node that is asked for something, when it first is. */
  desk(node: NodeIndex): NodeDesk;
  readonly pathFinding: PathFindingApi;
  /** Transfers in flight over all channels. */
  pendingTransfers(): number;
}

/** Where one node does what its protocol decides; what any node can tell of itself, the simulator answers. */
export interface NodeDesk {
  /** Undefined in place of a receipt: nobody reads it in this world. */
  pay(request: NumberedPayment, reply: Reply<PaymentReceipt | undefined>): void;
  openChannel(request: OpenRequest, reply: Reply<ChannelView>): void;
  /** Null after a cooperative close: the channel is gone. */
  updateChannel(update: ChannelUpdate, reply: Reply<ChannelView | null>): void;
  leave(token: Address, reply: Reply<readonly (ChannelView | null)[]>): void;
  registerToken(token: Address, reply: Reply<Address>): void;
  mint(request: MintRequest, reply: Reply<TransactionHash>): void;
  userDeposit(request: UserDepositRequest, reply: Reply<UserDepositDone>): void;
  /** In flight through this node, in the order in which they began. */
  pendingTransfers(): readonly PendingTransfer[];
}

/** Gives one answer; later ones are ignored. */
export type Reply<T> = (answer: Answer<T>) => void;

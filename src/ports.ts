import type { Address } from './model/network/address.ts';
import type { Amount } from './model/network/amount.ts';
import type {
  Answer,
  ChannelView,
  Connection,
  NodeStatus,
  PaymentEvent,
  PaymentReceipt,
  PendingTransfer,
  SuggestedPartner,
  SuggestedPath,
} from './model/run/answer.ts';
import type { ArrivalSpec, PairSpec, TopologySpec } from './model/scenario/scenario.ts';
import type { Network, NodeName } from './model/network/network.ts';
import type { Operation } from './model/run/operation.ts';
import type { Foreseen, OperationRecord } from './model/run/outcome.ts';
import type { Run } from './model/run/run.ts';

/** The run's time. Events due at the same moment fire in the order they were scheduled. */
export interface Clock {
  /** Milliseconds since the clock's start; never goes back. */
  nowMs(): number;
  /** Calls `fire` once, `delayMs` from now. */
  schedule(delayMs: number, fire: () => void): Timer;
  /**
   * Runs `deliver`, which hands an answer to code that awaits it; on a virtual clock that code goes on
   * before the next event fires. Whoever settles a promise from within an event does it through here.
   */
  answer(deliver: () => void): void;
}

export interface Timer {
  cancel(): void;
}

/** One seed, many streams: a draw in one stream never shifts another. Same seed and name, same numbers. */
export interface RandomSource {
  readonly seed: string;
  stream(name: string): RandomStream;
}

/** Uniform numbers in [0, 1), 53 bits. */
export type RandomStream = () => number;

/** Builds the structure only: nodes and who has a channel with whom; money is added by the caller. */
export interface TopologyGenerator<Kind extends TopologySpec['kind'] = TopologySpec['kind']> {
  readonly kind: Kind;
  generate(spec: Extract<TopologySpec, { kind: Kind }>, random: RandomStream): Structure;
}

/** Nodes in order, and channels as pairs of names; capacity or deposits only where the source knows them. */
export interface Structure {
  readonly nodes: readonly { readonly name: NodeName; readonly alias?: string }[];
  readonly channels: readonly {
    readonly between: readonly [NodeName, NodeName];
    readonly capacity?: Amount;
    readonly deposits?: readonly [Amount, Amount];
  }[];
}

/** Moments of arrival in milliseconds after the traffic's start, ascending; endless where the spec is. */
export interface ArrivalProcess<Kind extends ArrivalSpec['kind'] = ArrivalSpec['kind']> {
  readonly kind: Kind;
  arrivals(spec: Extract<ArrivalSpec, { kind: Kind }>, random: RandomStream): Iterable<number>;
}

/** Chooses who pays whom in a network. */
export interface PairChooser<Kind extends PairSpec['kind'] = PairSpec['kind']> {
  readonly kind: Kind;
  chooser(
    spec: Extract<PairSpec, { kind: Kind }>,
    context: { readonly network: Network; readonly token: string; readonly random: RandomStream },
  ): () => readonly [NodeName, NodeName];
}

/**
 * What a router may know of one token network: integers for nodes, typed arrays for channel ends.
 * End `e` belongs to the node that can send through it; its other end is `e ^ 1`.
 * How old and how complete this is *is* the modelling question.
 */
export interface NetworkView {
  readonly nodeCount: number;
  /** Ends of node n: `ends[offsets[n]]` to `ends[offsets[n + 1] - 1]`, ordered by neighbour then identifier. */
  readonly offsets: Int32Array;
  readonly ends: Int32Array;
  /** Node at the far side, parallel to `ends`. */
  readonly neighbours: Int32Array;
  /** True when the view believes that end `end` can send `amount` now. */
  canSend(end: number, amount: Amount): boolean;
  isReachable(node: number): boolean;
  /** Node that sends through this end. */
  ownerOf(end: number): number;
  /** Fee a mediator asks to forward `amountOut` from end `incoming` (the payer's end) to its end `outgoing`; `undefined`: cannot. */
  mediationFee(incoming: number, outgoing: number, amountOut: Amount): bigint | undefined;
  /** What the path-finding service takes as the fee of one hop when it weighs it; `undefined`: no hop. */
  hopFee(end: number, amount: Amount): bigint | undefined;
}

export interface RouteRequest {
  readonly source: number;
  readonly target: number;
  readonly amount: Amount;
  readonly maxPaths: number;
}

/** A path as channel ends, payer's end of each hop, with the fees its mediators would ask. */
export interface Route {
  readonly ends: readonly number[];
  readonly estimatedFee: bigint;
}

export interface Router {
  readonly name: string;
  /** Best first; empty when there is none. Ties break by node order. */
  findRoutes(view: NetworkView, request: RouteRequest): readonly Route[];
}

/** One node from outside: the operations of the REST API (api.md, raiden.md 1.1). */
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
  openChannel(request: {
    readonly token: Address;
    readonly partner: Address;
    readonly totalDeposit?: bigint;
    readonly settleTimeout?: bigint;
    readonly revealTimeout?: bigint;
  }): Promise<Answer<ChannelView>>;
  /** Null after a cooperative close: the channel is gone. */
  updateChannel(request: ChannelUpdate): Promise<Answer<ChannelView | null>>;
  pay(request: PaymentRequest): Promise<Answer<PaymentReceipt>>;
  payments(filter?: PaymentFilter): Promise<Answer<readonly PaymentEvent[]>>;
  pendingTransfers(filter?: {
    readonly token?: Address;
    readonly partner?: Address;
  }): Promise<Answer<readonly PendingTransfer[]>>;
  connections(): Promise<Answer<readonly Connection[]>>;
  /** Channels that were closed; null for those that are already gone. */
  leave(token: Address): Promise<Answer<readonly (ChannelView | null)[]>>;
}

/** Exactly one of the changes is expected; several or none are refused by the node, as the real one does. */
export interface ChannelUpdate {
  readonly token: Address;
  readonly partner: Address;
  readonly totalDeposit?: bigint;
  readonly totalWithdraw?: bigint;
  readonly revealTimeout?: bigint;
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
}

export interface PaymentFilter {
  readonly token?: Address;
  readonly partner?: Address;
  readonly limit?: number;
  readonly offset?: number;
}

/** The path-finding service from outside (raiden.md 3.4). `network` is a token or a token network address. */
export interface PathFindingApi {
  info(): Promise<Answer<PathFindingInfo>>;
  paths(request: {
    readonly network: Address;
    readonly from: Address;
    readonly to: Address;
    readonly value: bigint;
    readonly maxPaths?: number;
  }): Promise<Answer<readonly SuggestedPath[]>>;
  suggestPartner(network: Address): Promise<Answer<readonly SuggestedPartner[]>>;
}

export interface PathFindingInfo {
  readonly version: string;
  readonly confirmedBlock: number;
  readonly message: string;
}

/** Hands on what no REST API offers: who runs, how slow messages are, where the network stands. */
export interface NetworkControl {
  stop(node: NodeName): void;
  start(node: NodeName): void;
  isRunning(node: NodeName): boolean;
  setHopLatency(latencyMs: number): void;
  /** Remembers the network as it stands, so that a reset comes back here; nothing may be pending. */
  snapshot(): void;
  /** Back to the last snapshot, else to the starting network: nothing pending, histories empty. */
  reset(): void;
  /** The network as it stands. */
  network(): Network;
  /** Transfers in flight over all channels. */
  pendingTransfers(): number;
}

/** A network of nodes, whoever runs them. */
export interface Nodes {
  node(name: NodeName): NodeApi;
  readonly names: readonly NodeName[];
}

/** A simulated network: nodes, their path-finding service, and control over both. */
export interface Simulation extends Nodes {
  readonly pathFinding: PathFindingApi;
  readonly control: NetworkControl;
}

/**
 * What a drive is to attempt, in the order it becomes due; asked for one operation at a time, so that a load of
 * ten million is never in memory. Closed loops learn from `ended` that a virtual user is free again.
 */
export interface OperationSource {
  /** When the next operation is due, after the drive's start; Infinity: none before one in flight has ended. */
  nextAtMs(): number;
  /**
   * Takes that operation; its `atMs` is its intended start. Undefined: the start that came due is dropped,
   * because as many as are allowed are in flight; the source has counted it.
   */
  take(nowMs: number): Operation | undefined;
  /** Says that an operation it gave has ended, at that moment after the drive's start. */
  ended(operation: Operation, atMs: number): void;
  /** True when nothing will ever be due again, whatever ends. */
  readonly isExhausted: boolean;
  /** Absent: whatever is in flight may take as long as it likes. */
  readonly cutOff?: CutOff;
  /** How many operations there will be, where that is known beforehand. */
  readonly total?: number;
}

/** Gives up operations whose time in flight is over. Asked when something is due, never for each operation. */
export interface CutOff {
  /** When something may next be overdue, after the drive's start; Infinity: nothing any more. */
  nextAtMs(): number;
  /** Says which of the operations in flight are overdue by then; undefined: none. */
  overdue(atMs: number): ((operation: Operation) => boolean) | undefined;
  /** When this one is overdue at the latest: for engines that have to know it beforehand. */
  readonly latestAtMs: (operation: Operation) => number;
}

/** Watches a load while it runs; called in the order in which things happen, and must be quick. */
export interface LoadObserver {
  /** Just before an operation is sent; may say what is certain of a payment now. */
  sent?(operation: Operation, atMs: number): Foreseen | undefined;
  /** What is still certain of a payment that has ended, now that more was sent beside it; asked before `ended`. */
  still?(record: OperationRecord): Foreseen | undefined;
  ended?(record: OperationRecord): void;
  /** An intended start found no free place. */
  dropped?(atMs: number): void;
}

/** Sends a load's payments from another process, as k6 does; everything before and after stays the same. */
export interface LoadEngine {
  readonly name: 'k6';
  /** Returns when everything has ended; throws when the engine could not begin. */
  drive(work: LoadWork): Promise<EngineEnd>;
}

/** How another process ended that sent a load's payments. */
export interface EngineEnd {
  /** Why it ended before everything was sent; absent: all was, or as much as was asked for. */
  readonly brokenOff?: string;
}

/** What such an engine is given, and where it hands back what it saw, in the order in which it happened. */
export interface LoadWork {
  /** In planned order; payments only. */
  readonly operations: readonly Operation[];
  readonly start: Network;
  readonly targets: Readonly<
    Record<NodeName, { readonly baseUrl: string; readonly headers?: Readonly<Record<string, string>> }>
  >;
  readonly deadlineMs: number;
  /** When a payment that has not ended is given up, after the start; absent: never. */
  readonly cutAtMs?: ((operation: Operation) => number) | undefined;
  /** Its times count from this Unix millisecond. */
  onBegin(unixMs: number): void;
  onSend(operation: Operation, atMs: number): Foreseen | undefined;
  onRecord(record: OperationRecord): void;
  /** Aborted: nothing further starts, what is in flight may end. */
  readonly stopping?: AbortSignal | undefined;
  /** Aborted: what is in flight is given up too. */
  readonly signal?: AbortSignal | undefined;
}

/** Turns a run into one output file's text. */
export interface Reporter {
  readonly file: string;
  render(run: Run): string;
}

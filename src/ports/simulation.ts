import type { DisturbanceRecord } from '../model/disturbances/disturbance.ts';
import type { Network, NodeName } from '../model/network/network.ts';
import type { DepletedEnd } from '../model/network/depleted-end.ts';
import type { PaymentReceipt } from '../model/run/answer.ts';
import type { NodeSettings } from '../model/scenario/node-settings.ts';
import type { Nodes, NumberedPayment } from './node-api.ts';
import type { ChainView } from './chain-view.ts';
import type { NetworkRecords } from './network-records.ts';
import type { PathFindingApi } from './path-finding-api.ts';
import type { Reply } from './protocol.ts';

/** Hands on what no REST API offers: who runs, how slow messages are, where the network stands. */
export interface NetworkControl {
  stop(node: NodeName): void;
  /** Settings that are given are from now on those of the node; the others stay as they were. */
  start(node: NodeName, settings?: NodeSettings): void;
  /** How long nodes that are started from now on take until they are ready; 0 unless said otherwise. */
  setStartup(startupMs: number): void;
  /** The node's process stands still: it takes requests, and answers them when it is thawed. */
  freeze(node: NodeName): void;
  thaw(node: NodeName): void;
  /** From now on the node takes up messages, payments and changes of channels so much later; what it shows it shows at once. */
  slow(node: NodeName, byMs: number): void;
  /** True for a node whose process is there, frozen ones and those that are not ready yet included. */
  isRunning(node: NodeName): boolean;
  /** True for a node that the path-finding service takes for online. */
  isSeen(node: NodeName): boolean;
  setHopLatency(latencyMs: number): void;
  /**
   * From now on locks that expire are not released, as overloaded real nodes leave them: their transfers stay pending
   * and their channel ends carry nothing more. A reset ends it.
   */
  keepExpiredLocks(): void;
  /** Remembers the network as it stands, so that a reset comes back here; nothing may be pending. */
  snapshot(): void;
  /** Back to the last snapshot, else to the starting network: nothing pending, histories empty. */
  reset(): void;
  /** The network as it stands. */
  network(): Network;
  /** Transfers in flight over all channels. */
  pendingTransfers(): number;
}

/** A simulated network: nodes, their path-finding service, and control over both. */
export interface Simulation extends Nodes {
  /**
   * As `node(name).pay`, without a promise: `ended` is called once, when the event that brings the answer is over. A
   * simulation that does not remember payments gives no receipts.
   */
  pay(name: NodeName, request: NumberedPayment, ended: Reply<PaymentReceipt | undefined>): void;
  readonly pathFinding: PathFindingApi;
  readonly chain: ChainView;
  readonly control: NetworkControl;
  readonly records: NetworkRecords;
  /** No transfer is in flight, and every node that runs has heard of the locks that expired. */
  isAtRest(): boolean;
  /**
   * Ends what goes wrong by itself: attackers send nothing more, nodes that churn took come back, and what was done is
   * told. Undefined: nothing does.
   */
  calm(): DisturbanceRecord | undefined;
  /** The channel ends that were depleted so far, in that order. */
  depletedEnds(): readonly DepletedEnd[];
  /** Calls whenever churn has stopped or started a node; one listener. */
  watchChurn(changed: (node: NodeName) => void): void;
}

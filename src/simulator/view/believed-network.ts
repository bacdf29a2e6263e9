import type { Amount } from '../../model/network/amount.ts';
import { dearestOf, type FeeSchedule } from '../../model/network/fees.ts';
import type { ByNode, EndIndex, IndexArray, NodeIndex } from '../../model/network/indices.ts';
import type { FeePolicy } from '../../ports/fee-policy.ts';
import type { LastLook, NetworkView, RememberedView } from '../../ports/router.ts';
import type { ChannelGraph } from '../channel-graph.ts';
import type { FeeCurves } from '../fees/fee-curves.ts';
import type { KnownBalances } from './known-balances.ts';
import type { Messenger } from '../messenger.ts';
import { CurveFits } from './curve-fits.ts';
import { RememberedNetworks } from './remembered-networks.ts';

/** What routers know of one token network: all channels and which nodes run, balances as `known` has them, fees by the curves they were told. */
export class BelievedNetwork implements NetworkView {
  readonly nodeCount: number;
  readonly dearest: FeeSchedule;
  readonly fees: FeePolicy;
  readonly #graph: ChannelGraph;
  readonly #curves: FeeCurves;
  readonly #known: KnownBalances;
  readonly #messenger: Messenger;
  readonly #schedules: ByNode<FeeSchedule>;
  readonly #remembered: RememberedNetworks;
  readonly #fits: CurveFits;

  constructor(parts: {
    readonly graph: ChannelGraph;
    readonly curves: FeeCurves;
    readonly known: KnownBalances;
    readonly messenger: Messenger;
    readonly fees: FeePolicy;
    readonly schedules: ByNode<FeeSchedule>;
  }) {
    this.#graph = parts.graph;
    this.#curves = parts.curves;
    this.#known = parts.known;
    this.#messenger = parts.messenger;
    this.#schedules = parts.schedules;
    this.#remembered = new RememberedNetworks(parts);
    this.#fits = new CurveFits(parts);
    this.fees = parts.fees;
    this.dearest = dearestOf(parts.schedules);
    this.nodeCount = parts.graph.nodeCount;
  }

  get offsets(): Int32Array {
    return this.#graph.rows.offsets;
  }

  get ends(): IndexArray<EndIndex> {
    return this.#graph.rows.ends;
  }

  get neighbours(): IndexArray<NodeIndex> {
    return this.#graph.rows.neighbours;
  }

  ownerOf(end: EndIndex): NodeIndex {
    return this.#graph.owner(end);
  }

  isReachable(node: NodeIndex): boolean {
    return this.#messenger.isSeen(node);
  }

  canSend(end: EndIndex, amount: Amount): boolean {
    return this.#known.covers(end, amount);
  }

  available(end: EndIndex): Amount {
    return this.#known.available(end);
  }

  nearlyAvailable(): Float64Array {
    return this.#known.amounts.nearly;
  }

  curveCapacity(end: EndIndex): Amount {
    return this.#curves.told(end);
  }

  nearCurveCapacities(): Float64Array {
    return this.#curves.amounts.nearly;
  }

  isOnCurve(end: EndIndex): boolean {
    return this.#fits.has(end);
  }

  remember(asker: LastLook): RememberedView {
    return this.#remembered.add(asker);
  }

  /** Nodes are about to stop or start, or channels to open or close, which cannot be undone for a look back. */
  beforeStructureChanges(): void {
    this.#remembered.forgetAll();
  }

  scheduleOf(end: EndIndex): FeeSchedule {
    return this.#schedules[this.#graph.owner(end)] as FeeSchedule;
  }
}

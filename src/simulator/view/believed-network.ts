import type { Amount } from '../../model/network/amount.ts';
import { dearestOf, type FeeSchedule } from '../../model/network/fees.ts';
import type { ByNode, EndIndex, IndexArray, NodeIndex } from '../../model/network/indices.ts';
import type { FeePolicy } from '../../ports/fee-policy.ts';
import type { LastLook, NearView, NetworkView, RememberedView } from '../../ports/router.ts';
import { type Linked, LinkedList } from '../../runtime/linked-list.ts';
import type { ChannelGraph } from '../channel-graph.ts';
import type { FeeCurves } from '../fees/fee-curves.ts';
import type { Messenger } from '../messenger.ts';
import type { KnownBalances } from '../known-balances.ts';
import type { AmountsByEnd } from '../amounts-by-end.ts';

/** The knowledge of routers: all channels and running nodes, balances as `known` has them, fees by the curves that nodes told. */
export class BelievedNetwork implements NetworkView {
  readonly nodeCount: number;
  readonly fees: FeePolicy;
  readonly near: NearAmounts;
  readonly #graph: ChannelGraph;
  readonly #curves: FeeCurves;
  readonly #known: KnownBalances;
  readonly #messenger: Messenger;
  readonly #schedules: FeeSchedule[];
  readonly #remembered: RememberedNetworks;

  constructor(parts: {
    readonly graph: ChannelGraph;
    readonly curves: FeeCurves;
    readonly known: KnownBalances;
    readonly messenger: Messenger;
    readonly fees: FeePolicy;
    readonly schedules: FeeSchedule[];
  }) {
    this.#graph = parts.graph;
    this.#curves = parts.curves;
    this.#known = parts.known;
    this.#messenger = parts.messenger;
    this.#schedules = parts.schedules;
    this.#remembered = new RememberedNetworks(parts);
    this.fees = parts.fees;
    this.near = new NearAmounts(parts);
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

  curveCapacity(end: EndIndex): Amount {
    return this.#curves.told(end);
  }

  remember(asker: LastLook): RememberedView {
    return this.#remembered.add(asker);
  }

  /** Nodes are about to stop or start, or channels to open or close, which cannot be undone for a look back. */
  beforeStructureChanges(): void {
    this.#remembered.forgetAll();
  }

  /** A node says what it charges from now on. */
  tellFees(node: NodeIndex, schedule: FeeSchedule): void {
    this.beforeStructureChanges();
    this.#schedules[node] = schedule;
    this.near.noteFees(node, schedule);
  }

  scheduleOf(end: EndIndex): FeeSchedule {
    return this.#schedules[this.#graph.owner(end)] as FeeSchedule;
  }
}

interface NearParts {
  readonly known: Pick<KnownBalances, 'amounts'>;
  readonly curves: Pick<FeeCurves, 'amounts'>;
}

/** The moments of one view that may still be asked for. As many as payments whose routes are not used up. */
class RememberedNetworks {
  readonly #parts: NearParts;
  // Oldest first, because time only goes on.
  readonly #moments = new LinkedList<Moment>();

  constructor({ known, curves }: NearParts) {
    this.#parts = { known, curves };
  }

  /** Keeps the present until it is forgotten. */
  add(asker: LastLook): RememberedView {
    const { known, curves } = this.#parts;
    const moment = new Moment(this, asker, known.amounts.version, curves.amounts.version);
    this.#moments.add(moment);
    if (this.#moments.first === moment) this.#keepOldest();
    return moment;
  }

  asOf<T>({ balances, curves }: Moment, look: () => T): T {
    return this.#parts.known.amounts.asOf(balances, () => this.#parts.curves.amounts.asOf(curves, look));
  }

  forget(moment: Moment): void {
    const wasOldest = this.#moments.first === moment;
    this.#moments.remove(moment);
    if (wasOldest) this.#keepOldest();
  }

  /** Each of those who may ask looks a last time. */
  forgetAll(): void {
    for (let moment = this.#moments.first; moment; moment = this.#moments.first) {
      moment.asker.lastLook();
      this.forget(moment);
    }
  }

  #keepOldest(): void {
    const oldest = this.#moments.first;
    this.#parts.known.amounts.keepFrom(oldest?.balances);
    this.#parts.curves.amounts.keepFrom(oldest?.curves);
  }
}

class Moment implements RememberedView, Linked<Moment> {
  before: Moment | undefined = undefined;
  after: Moment | undefined = undefined;
  readonly asker: LastLook;
  /** Versions of what was known. */
  readonly balances: number;
  readonly curves: number;
  readonly #networks: RememberedNetworks;

  constructor(networks: RememberedNetworks, asker: LastLook, balances: number, curves: number) {
    this.#networks = networks;
    this.asker = asker;
    this.balances = balances;
    this.curves = curves;
  }

  asThen<T>(look: () => T): T {
    return this.#networks.asOf(this, look);
  }

  forget(): void {
    this.#networks.forget(this);
  }
}

// Below this doubles are exact, and so are their sums.
const EXACT = 2 ** 52;
// Nearest doubles farther apart than this compare as the exact numbers do.
const MARGIN = 2 ** -49;

/** The amounts that ends can send and, by channel, the capacities that fee curves were told for. */
interface Parts {
  readonly known: { readonly amounts: AmountsByEnd };
  readonly curves: { readonly amounts: AmountsByEnd };
  readonly schedules: ByNode<FeeSchedule>;
}

/**
 * A view in doubles. The balances of a channel and the capacity of its curve are mostly just equal, so that doubles
 * cannot tell for large amounts: then the exact answer is kept until one of the amounts changes.
 */
export class NearAmounts implements NearView {
  dearest: FeeSchedule;
  readonly #imbalances: Float64Array;
  readonly #parts: Pick<Parts, 'known' | 'curves'>;
  // Each channel has three answers: for both ends, and for each end twice. A stamp is the count of changes at its answer, plus 1.
  #stamps = new Float64Array(0);
  #answers = new Uint8Array(0);

  constructor({ known, curves, schedules }: Parts) {
    this.#parts = { known, curves };
    this.dearest = dearestOf(schedules);
    this.#imbalances = Float64Array.from(schedules, ({ imbalancePpm }) => imbalancePpm);
  }

  /** A node charges by this schedule from now on. */
  noteFees(node: NodeIndex, schedule: FeeSchedule): void {
    this.#imbalances[node] = schedule.imbalancePpm;
    this.dearest = dearestOf([this.dearest, schedule]);
  }

  get imbalances(): ByNode<number> {
    return this.#imbalances;
  }

  available(): Float64Array {
    return this.#parts.known.amounts.nearly;
  }

  curveCapacities(): Float64Array {
    return this.#parts.curves.amounts.nearly;
  }

  isOnCurve(one: EndIndex, other: EndIndex): boolean {
    const held = this.#parts.known.amounts;
    const toldCapacities = this.#parts.curves.amounts;
    const channel = (one >> 1) as EndIndex;
    const sum = (held.nearly[one] as number) + (held.nearly[other] as number);
    const capacity = toldCapacities.nearly[channel] as number;
    if (sum < EXACT && capacity < EXACT) return sum <= capacity;
    if (sum < capacity * (1 - MARGIN)) return true;
    if (sum > capacity * (1 + MARGIN)) return false;
    const place = 3 * channel + (one === other ? 1 + (one & 1) : 0);
    if (place >= this.#stamps.length) this.#grow(place);
    const stamp =
      1 +
      (held.changes[one] as number) +
      (held.changes[other] as number) +
      (toldCapacities.changes[channel] as number);
    if (this.#stamps[place] !== stamp) {
      this.#stamps[place] = stamp;
      this.#answers[place] = held.of(one) + held.of(other) <= toldCapacities.of(channel) ? 1 : 0;
    }
    return this.#answers[place] === 1;
  }

  #grow(place: number): void {
    const [stamps, answers] = [new Float64Array(2 * place + 64), new Uint8Array(2 * place + 64)];
    stamps.set(this.#stamps);
    answers.set(this.#answers);
    this.#stamps = stamps;
    this.#answers = answers;
  }
}

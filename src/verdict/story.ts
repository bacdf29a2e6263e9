import type { Network } from '../model/network/network.ts';
import { startedWithSettings } from '../model/scenario/node-settings.ts';
import { gather } from '../model/gather.ts';
import {
  isPaymentRecord,
  type OperationRecord,
  paymentKey,
  type PaymentRecord,
  secretOf,
} from '../model/run/operation.ts';
import { MovingMoney } from '../model/run/moving-money.ts';
import type { TargetTiming } from '../model/run/target-timing.ts';
import { predictedRecords, type Run, timingOf } from '../model/run/run.ts';
import type { Discrepancy } from './comparison/mismatches.ts';
import { predictedDiscrepancies } from './comparison/predicted-discrepancies.ts';
import { overlapsAnything } from './timeline/overlap.ts';
import { type ChargedPayment, FeeBounds } from './bounds/fee-bounds.ts';
import type { PaymentWay } from './bounds/payment-changes.ts';
import { PaidWays } from './bounds/paid-ways.ts';
import { type Names, namesOf } from './facts/names.ts';
import { shownAt, type ShownState } from './facts/shown-state.ts';
import { PaymentWays } from './bounds/payment-ways.ts';
import { ChannelLives } from './timeline/channel-lives.ts';
import { type LockLife, lockLives } from './raiden/lock-life.ts';
import { type TravelTime, travelTimeOf } from './timeline/travel-time.ts';
import { UpTimes } from './timeline/up-times.ts';

/**
 * The facts that the answers of a run tell beside money, whatever order its operations had: each part is worked out
 * once, when it is first asked for, and read by every check.
 */
export class Story {
  readonly run: Run;
  /**
   * Payments of which nothing is believed: each may have moved its amount, or nothing. Absent: every answer is believed.
   */
  readonly doubted: readonly ChargedPayment[] | undefined;
  /** The ways of all payments, where a history explains all that nodes show. */
  readonly witnessed: ReadonlyMap<number, PaymentWay> | undefined;
  #made: readonly OperationRecord[] | undefined;
  #records: readonly OperationRecord[] | undefined;
  #predicted: ReadonlyMap<number, OperationRecord> | undefined;
  #payments: ReadonlyMap<string, readonly PaymentRecord[]> | undefined;
  #isPredicted: boolean | undefined;
  #names: Names | undefined;
  #atStart: ShownState | undefined;
  #atEnd: ShownState | undefined;
  #moving: MovingMoney | undefined;
  #discrepancies: readonly Discrepancy[] | undefined;
  #travelMs: TravelTime | undefined;
  #lives: ChannelLives | undefined;
  #running: UpTimes | undefined;
  #ways: PaymentWays | undefined;
  #fees: FeeBounds | undefined;
  #paid: PaidWays | undefined;
  #lockLifeOf: ((payment: PaymentRecord) => LockLife) | undefined;

  constructor(run: Run, { doubted, witnessed }: Pick<Partial<Story>, 'doubted' | 'witnessed'> = {}) {
    const start = lastingStart(run);
    this.run = start === run.start ? run : { ...run, start };
    this.doubted = doubted;
    this.witnessed = witnessed;
  }

  get timing(): TargetTiming {
    return timingOf(this.run.header);
  }

  get names(): Names {
    return (this.#names ??= namesOf(this.run.start));
  }

  get atStart(): ShownState {
    return (this.#atStart ??= shownAt('start', this.run, this.names));
  }

  get atEnd(): ShownState {
    return (this.#atEnd ??= shownAt('end', this.run, this.names));
  }

  get moving(): MovingMoney {
    return (this.#moving ??= new MovingMoney(this.run.readings));
  }

  /** All but waits, in the order of their starts. */
  get records(): readonly OperationRecord[] {
    return (this.#records ??= this.run.records
      .filter(({ operation }) => operation.kind !== 'wait')
      .toSorted(
        (one, other) => one.startedAtMs - other.startedAtMs || one.operation.id - other.operation.id,
      ));
  }

  /** The same without requests that joined a payment under way: these got its answer, with its secret. */
  get made(): readonly OperationRecord[] {
    if (this.#made !== undefined) return this.#made;
    const secrets = new Set<string>();
    return (this.#made = this.records.filter((record) => {
      const secret = secretOf(record.outcome);
      if (!isPaymentRecord(record) || secret === undefined) return true;
      const name = `${paymentKey(record.operation)} ${secret}`;
      const isFirst = !secrets.has(name);
      secrets.add(name);
      return isFirst;
    }));
  }

  /** From then on no message of an answered operation is on its way. */
  get restAtMs(): number {
    const { travelMs } = this;
    return Math.max(0, ...this.made.map((record) => record.endedAtMs + travelMs(record)));
  }

  /** The records of the prediction, by operation. */
  get predicted(): ReadonlyMap<number, OperationRecord> {
    return (this.#predicted ??= predictedRecords(this.run));
  }

  /** By `paymentKey`, each group in the order of the records. */
  get payments(): ReadonlyMap<string, readonly PaymentRecord[]> {
    if (this.#payments !== undefined) return this.#payments;
    const payments = new Map<string, PaymentRecord[]>();
    for (const record of this.run.records.filter(isPaymentRecord))
      gather(payments, paymentKey(record.operation), record);
    return (this.#payments = payments);
  }

  /**
   * True when the prediction says what every reading has to show. Where operations overlapped it does not: then the
   * balances after each of them depend on their order, and the run is judged by itself.
   */
  get isPredicted(): boolean {
    return (this.#isPredicted ??= this.run.prediction !== undefined && !overlapsAnything(this.run));
  }

  /** True for a replay whose operations overlapped. */
  get overlaps(): boolean {
    return this.run.prediction !== undefined && !this.isPredicted;
  }

  /** Everything nodes showed otherwise than the prediction says. */
  get discrepancies(): readonly Discrepancy[] {
    return (this.#discrepancies ??= predictedDiscrepancies(this.run));
  }

  get travelMs(): TravelTime {
    return (this.#travelMs ??= travelTimeOf(this.run.header, this.run.records));
  }

  get lives(): ChannelLives {
    return (this.#lives ??= new ChannelLives(this.run.start, this.records, this.travelMs));
  }

  /** When each node ran. */
  get running(): UpTimes {
    return (this.#running ??= new UpTimes(this.run.start, this.records, this.travelMs));
  }

  /** The ways of payments while channels come and go. */
  get ways(): PaymentWays {
    return (this.#ways ??= new PaymentWays(this.lives));
  }

  /** The amounts that payments may have with fees. */
  get fees(): FeeBounds {
    return (this.#fees ??= new FeeBounds(this.run, this));
  }

  /** The ways that payments may have gone, and what each hop carried. */
  get paid(): PaidWays {
    return (this.#paid ??= new PaidWays(this));
  }

  get lockLifeOf(): (payment: PaymentRecord) => LockLife {
    return (this.#lockLifeOf ??= lockLives(this.run));
  }
}

/**
 * The network that a run began with, as far as that held until its end: what a node charges that a step starts with other
 * fees is not known, and it asks for as many paths as it ever does.
 */
function lastingStart({ start, header }: Pick<Run, 'start' | 'header'>): Network {
  const { steps, protocol } = header.scenario;
  const started = startedWithSettings(steps).filter(({ node }) => start.hasNode(node));
  if (started.length === 0) return start;
  const lasting = start.copy();
  for (const {
    node,
    settings: { fees, maxPaths = 0 },
  } of started) {
    if (fees !== undefined) lasting.removeNodeAttribute(node, 'fees');
    lasting.updateNodeAttribute(node, 'maxPaths', (before = protocol.maxPaths) => Math.max(before, maxPaths));
  }
  return lasting;
}

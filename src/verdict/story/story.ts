import type { OperationRecord, PaymentRecord } from '../../model/run/operation.ts';
import type { TargetTiming } from '../../model/run/target-timing.ts';
import { type Run, timingOf } from '../../model/run/run.ts';
import { FeeBounds } from '../bounds/fee-bounds.ts';
import { ChangingWays } from './changing-ways.ts';
import { ChannelLives } from './channel-lives.ts';
import { type LockLife, lockLives } from './lock-life.ts';
import { type TravelTime, travelTimeOf } from './travel-time.ts';
import { UpTimes } from './up-times.ts';

/** The parts of a run that its story is worked out from. */
type Told = Pick<Run, 'header' | 'start' | 'records' | 'load'>;

/**
 * The facts that the answers of a run tell beside money, whatever order its operations had: each part is worked out
 * once, when it is first asked for, and read by every check.
 */
export class Story {
  readonly run: Told;
  #records: readonly OperationRecord[] | undefined;
  #travelMs: TravelTime | undefined;
  #lives: ChannelLives | undefined;
  #running: UpTimes | undefined;
  #ways: ChangingWays | undefined;
  #fees: FeeBounds | undefined;
  #lockLifeOf: ((payment: PaymentRecord) => LockLife) | undefined;

  constructor(run: Told) {
    this.run = run;
  }

  get timing(): TargetTiming {
    return timingOf(this.run.header);
  }

  /** All but waits, in the order of their starts. */
  get records(): readonly OperationRecord[] {
    return (this.#records ??= this.run.records
      .filter(({ operation }) => operation.kind !== 'wait')
      .toSorted(
        (one, other) => one.startedAtMs - other.startedAtMs || one.operation.id - other.operation.id,
      ));
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
  get ways(): ChangingWays {
    return (this.#ways ??= new ChangingWays(this.run.start, this.lives));
  }

  /** The amounts that payments may have with fees. */
  get fees(): FeeBounds {
    return (this.#fees ??= new FeeBounds(this.run, this.ways));
  }

  get lockLifeOf(): (payment: PaymentRecord) => LockLife {
    return (this.#lockLifeOf ??= lockLives(this.run));
  }
}

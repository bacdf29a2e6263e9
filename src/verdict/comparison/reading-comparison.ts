import { parseAmount } from '../../model/network/amount.ts';
import { directoryOf } from '../../model/network/directory.ts';
import type { NodeName } from '../../model/network/network.ts';
import { ANSWER_ATTEMPT, type Moment, type Reading, viewKey } from '../../model/run/reading.ts';
import { type Run, timingOf } from '../../model/run/run.ts';
import { listedUntilMs } from '../timeline/channel-life.ts';
import { ChannelLives } from '../timeline/channel-lives.ts';
import { travelTimeOf } from '../timeline/travel-time.ts';
import { ChannelIdentifiers, type Discrepancy, type Manner, type Mismatch } from './mismatches.ts';
import { Drift, type FactPlace, ShownBefore } from './drift.ts';
import { CLOSING, isClosing, type Subject } from '../facts/facts.ts';
import { lastReadings, ReadingPrediction } from './reading-prediction.ts';

/**
 * Compares what nodes show with what was predicted, moment by moment in the order of the run. The replay asks
 * it what to wait for and the checks ask it what was wrong, so that both mean the same by "as predicted".
 */
export class ReadingComparison {
  readonly #observed: Pick<Run, 'header' | 'start' | 'records'>;
  readonly #prediction: ReadingPrediction;
  readonly #identifiers = new ChannelIdentifiers();
  readonly #drift = new Drift();
  readonly #shown = new ShownBefore();
  /** The last values by the model: a view that is always one operation behind shows these, not its own earlier ones. */
  readonly #predicted = new ShownBefore();
  #lives: { readonly records: number; readonly lives: ChannelLives } | undefined;

  /** Starts before the first operation. `observed`: its records are looked up when their readings are judged. */
  constructor({
    predicted,
    observed,
  }: {
    readonly predicted: Pick<Run, 'start' | 'readings'>;
    readonly observed: Pick<Run, 'header' | 'start' | 'records'>;
  }) {
    this.#observed = observed;
    this.#prediction = new ReadingPrediction(predicted, observed.start);
  }

  /** True when the reading is as predicted, apart from differences already known. */
  agrees(reading: Reading): boolean {
    // A real node has a past: what it shows at the start is where its history begins.
    const isPast = reading.moment === 'start' && reading.view.kind === 'history';
    return isPast || this.#newDifferences(reading).length === 0;
  }

  /** True when nothing in this view of the node is known to be wrong: then it is evidence of what happened. */
  isTrusted({ node, view }: Reading): boolean {
    return !this.#drift.isDeviating({ node, view: viewKey(view) });
  }

  /** Compares with these predictions from now on; what is known and was shown stays. */
  predict(readings: readonly Reading[]): void {
    this.#prediction.predict(readings);
  }

  /** Takes anew what of these readings is known to deviate, after what is predicted of them has changed. */
  relearn(readings: readonly Reading[]): void {
    for (const reading of lastReadings(readings).values()) this.#commit(reading);
  }

  /** Judges all readings of one moment, oldest first, and remembers what they showed for the next. */
  judge(moment: Moment, taken: readonly Reading[]): readonly Discrepancy[] {
    // Answers to the preparation show channels as they came to be: their timeouts are judged by themselves.
    const readings = moment === 'start' ? taken.filter(isRead) : taken;
    const settled = [...lastReadings(readings).values()];
    if (moment === 'start') for (const reading of settled) this.#prediction.rememberPast(reading);
    for (const reading of settled.filter(isRead)) this.#learnIdentifiers(reading);
    const lasting = settled.flatMap((reading) =>
      this.#newDifferences(reading).map((mismatch) =>
        this.#discrepancy(reading, mismatch, isRead(reading) ? 'settled' : 'answered'),
      ),
    );
    const passing = this.#passingDifferences(moment, readings, settled);
    for (const reading of settled) this.#commit(reading);
    const all = [...lasting, ...withoutTold(passing, lasting)];
    return moment === 'start' ? this.#withoutLeftovers(all) : all;
  }

  /** Differences that only showed for a while: in answers before the last one of their view. */
  #passingDifferences(
    moment: Moment,
    readings: readonly Reading[],
    settled: readonly Reading[],
  ): readonly Discrepancy[] {
    // Where every view was read once, nothing passed.
    if (readings.length === settled.length) return [];
    const happened = happenedBefore(moment, this.#observed);
    const last = new Set(settled);
    const shownNew = new Set<string>();
    const discrepancies: Discrepancy[] = [];
    for (const reading of readings) {
      const differing = this.#newDifferences(reading);
      for (const mismatch of last.has(reading) ? [] : differing) {
        const isShownNew = shownNew.has(`${reading.node} ${mismatch.key}`);
        const manner = this.#mannerOf(reading, mismatch, { ...happened, isShownNew });
        if (manner !== undefined) discrepancies.push(this.#discrepancy(reading, mismatch, manner));
      }
      const differingKeys = new Set(differing.map(({ key }) => key));
      for (const key of this.#prediction.predictedFacts(reading).keys())
        if (!differingKeys.has(key)) shownNew.add(`${reading.node} ${key}`);
    }
    return discrepancies;
  }

  /** Whether a passing difference is more than the delay with which news travels; `undefined`: it is not. */
  #mannerOf(
    reading: Reading,
    { subject, observed, predicted, key }: Mismatch,
    { acknowledgedBy, isPayment, isShownNew }: Happened & { readonly isShownNew: boolean },
  ): Manner | undefined {
    if (subject.kind === 'answer') return 'flickered';
    // Before the first operation nothing is on its way.
    if (reading.moment === 'start') return 'flickered';
    const before = this.#shown.value(placeOf(reading, key));
    if (subject.kind === 'pending')
      return before !== undefined || this.#mayHold(subject.identifier, reading) ? undefined : 'flickered';
    const hasAcknowledged = reading.node === acknowledgedBy;
    if (observed !== before) {
      const mayPass = !isPayment && isOnItsWay(subject) && isBetween({ before, observed, predicted });
      return mayPass && !hasAcknowledged ? undefined : 'flickered';
    }
    if (isShownNew) return 'went-back';
    return reading.attempt === 1 && hasAcknowledged ? 'late' : undefined;
  }

  // The locks of a payment come and go until it has succeeded and all is at rest; where nobody asked, there are none.
  #mayHold(identifier: string, { moment }: Reading): boolean {
    return this.#observed.records.some(({ operation, outcome }) => {
      const isMeant = operation.kind === 'pay' && operation.identifier.toString() === identifier;
      return isMeant && (operation.id === moment || outcome.kind !== 'succeeded');
    });
  }

  #newDifferences(reading: Reading): readonly Mismatch[] {
    return this.#allDifferences(reading).filter(
      (mismatch) => !this.#drift.explains(placeOf(reading, mismatch.key), mismatch),
    );
  }

  #allDifferences(reading: Reading): readonly Mismatch[] {
    return this.#prediction.differences(reading, {
      identifiers: this.#identifiers,
      stateBefore: (key) => this.#shown.value(placeOf(reading, key)),
      mayBeListed: ({ token, partner }) => {
        const life = this.#livesSoFar().between(token, reading.node, partner, reading.atMs);
        return life === undefined || reading.atMs < listedUntilMs(life, timingOf(this.#observed.header));
      },
    });
  }

  #livesSoFar(): ChannelLives {
    const { header, start, records } = this.#observed;
    if (this.#lives?.records !== records.length) {
      const lives = new ChannelLives(start, records, travelTimeOf(header, records));
      this.#lives = { records: records.length, lives };
    }
    return this.#lives.lives;
  }

  #commit(reading: Reading): void {
    if (reading.value.kind === 'unread') return;
    const differing = new Map(this.#allDifferences(reading).map((mismatch) => [mismatch.key, mismatch]));
    const predicted = this.#prediction.predictedFacts(reading);
    const observed = this.#prediction.observedFacts(reading);
    for (const key of new Set([...predicted.keys(), ...observed.keys(), ...differing.keys()]))
      this.#drift.keep(placeOf(reading, key), differing.get(key));
    this.#shown.remember(reading, observed);
    this.#predicted.remember(reading, predicted);
  }

  // Before anything is compared: two views of one moment that name one channel differently contradict each other.
  #learnIdentifiers(reading: Reading): void {
    const observed = this.#prediction.observedFacts(reading);
    for (const [key, { subject, value }] of this.#prediction.predictedFacts(reading)) {
      const shown = observed.get(key);
      if (shown === undefined || subject.kind !== 'channel' || subject.field !== 'channelIdentifier')
        continue;
      this.#identifiers.learn({ token: subject.token, predicted: value, observed: shown.value });
    }
  }

  #discrepancy(reading: Reading, { key, ...shown }: Mismatch, manner: Manner): Discrepancy {
    const { moment, node, view } = reading;
    const place = placeOf(reading, key);
    const before = [this.#shown.value(place), this.#shown.ownValue(place), this.#predicted.ownValue(place)];
    const isOld = before.includes(shown.observed);
    return { moment, node, view, manner, isOld, ...shown };
  }

  // Real nodes have channels with others, and closed ones, from before the run. They stay as they are: not
  // predicted, known from the start, and part of the node's sums.
  #withoutLeftovers(found: readonly Discrepancy[]): readonly Discrepancy[] {
    const directory = directoryOf(this.#observed.start);
    const isLeftover = ({ subject, predicted, observed }: Discrepancy): boolean =>
      subject.kind === 'channel' &&
      predicted === undefined &&
      (observed === CLOSING ||
        !directory.nodes.includes(subject.partner) ||
        !directory.tokens.includes(subject.token));
    const owners = new Set(found.filter(isLeftover).map(({ node }) => node));
    return found.filter(
      (one) => !isLeftover(one) && !(one.subject.kind === 'connection' && owners.has(one.node)),
    );
  }
}

/** The operation just before a moment, as far as it decides how readings are judged. */
interface Happened {
  /** The node that said the operation was done: it has to show it at once. */
  readonly acknowledgedBy?: NodeName;
  /** A payment moves each fact once, so nothing in between may ever show. */
  readonly isPayment: boolean;
}

function happenedBefore(moment: Moment, { records }: Pick<Run, 'records'>): Happened {
  const record = records.find(({ operation }) => operation.id === moment);
  if (record === undefined) return { isPayment: false };
  const { operation, outcome } = record;
  const isPayment = operation.kind === 'pay';
  return outcome.kind === 'succeeded' && 'node' in operation
    ? { acknowledgedBy: operation.node, isPayment }
    : { isPayment };
}

// An opening with a deposit, or leaving several channels, is several steps: a partner sees them one by one.
function isOnItsWay(subject: Subject): boolean {
  if (subject.kind === 'connection') return true;
  return subject.kind === 'channel' && STEPWISE.includes(subject.field);
}

const STEPWISE: readonly string[] = ['presence', 'state', 'balance', 'totalDeposit', 'totalWithdraw'];

function isBetween(
  values: Readonly<Record<'before' | 'observed' | 'predicted', string | undefined>>,
): boolean {
  const { before, observed, predicted } = values;
  if (before === predicted) return false;
  const [from, at, to] = [before ?? '0', observed ?? '0', predicted ?? '0'].map(parseAmount);
  // A channel that is not on its way to be gone is never seen closing.
  if (isOnItsWayOut(observed) && predicted !== undefined && !isOnItsWayOut(predicted)) return false;
  // States and presence have no other order of their own that could be checked.
  if (from === undefined || at === undefined || to === undefined) return true;
  return from < to ? from <= at && at <= to : to <= at && at <= from;
}

function isOnItsWayOut(value: string | undefined): boolean {
  return value === CLOSING || isClosing(value);
}

// An answer only claims what reading then shows.
function isRead({ attempt }: Reading): boolean {
  return attempt !== ANSWER_ATTEMPT;
}

function placeOf({ node, view, moment }: Reading, key: string): FactPlace {
  return { node, view: viewKey(view), key, moment };
}

// A difference that lasted is not told again as having shown for a while, and one that flickered twice is told once.
function withoutTold(
  passing: readonly Discrepancy[],
  lasting: readonly Discrepancy[],
): readonly Discrepancy[] {
  const name = ({ node, subject }: Discrepancy): string => `${node} ${JSON.stringify(subject)}`;
  const told = new Set(lasting.map(name));
  return passing.filter((one) => {
    if (told.has(name(one))) return false;
    told.add(name(one));
    return true;
  });
}

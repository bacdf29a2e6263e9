import { parseAmount } from '../../model/network/amount.ts';
import { type Directory, directoryOf } from '../../model/network/directory.ts';
import type { Network, NodeName } from '../../model/network/network.ts';
import { type Moment, type Reading, viewKey } from '../../model/run/reading.ts';
import type { Run } from '../../model/run/run.ts';
import { ANSWER_ATTEMPT } from './answer-readings.ts';
import { type ChannelIdentifiers, createChannelIdentifiers } from './channel-identifiers.ts';
import { CLOSING } from '../facts/closing.ts';
import type { Discrepancy, Manner } from './discrepancy.ts';
import { createDrift, type Drift, type FactPlace } from './drift.ts';
import type { Subject } from '../facts/fact.ts';
import type { Mismatch } from './mismatches.ts';
import { lastReadings, predictReadings, type ReadingPrediction } from './reading-prediction.ts';
import { createShownBefore, type ShownBefore } from './shown-before.ts';

/**
 * Compares what nodes show with what was predicted, moment by moment in the order of the run. The replay asks
 * it what to wait for and the checks ask it what was wrong, so that both mean the same by "as predicted".
 */
export interface ReadingComparison {
  /** True when the reading is as predicted, apart from differences already known. */
  agrees(reading: Reading): boolean;
  /** Judges all readings of one moment, oldest first, and remembers what they showed for the next. */
  judge(moment: Moment, readings: readonly Reading[]): readonly Discrepancy[];
}

/** What happened just before a moment, as far as it decides how readings are judged. */
export interface Happened {
  /** The node that said the operation was done: it has to show it at once. */
  readonly acknowledgedBy?: NodeName;
  /** A payment moves each fact once, so nothing in between may ever show. */
  readonly isPayment: boolean;
}

/** Starts before the first operation. */
export function compareReadings({
  predicted,
  observedStart,
  happenedBefore,
}: {
  readonly predicted: Pick<Run, 'start' | 'readings'>;
  readonly observedStart: Network;
  readonly happenedBefore: (moment: Moment) => Happened;
}): ReadingComparison {
  const memory: Memory = {
    prediction: predictReadings({ predicted, observedStart }),
    identifiers: createChannelIdentifiers(),
    drift: createDrift(),
    shown: createShownBefore(),
  };
  return {
    agrees: (reading) =>
      // A real node has a past: what it shows at the start is where its history begins.
      (reading.moment === 'start' && reading.view.kind === 'history') ||
      newDifferences(reading, memory).length === 0,
    judge(moment, readings) {
      const settled = [...lastReadings(readings).values()];
      if (moment === 'start') for (const reading of settled) memory.prediction.rememberPast(reading);
      for (const reading of settled.filter(isRead)) learnIdentifiers(reading, memory);
      const lasting = settled.flatMap((reading) =>
        newDifferences(reading, memory).map((mismatch) =>
          discrepancy({ reading, mismatch, manner: isRead(reading) ? 'settled' : 'answered' }, memory),
        ),
      );
      const passing = passingDifferences({ readings, settled, happened: happenedBefore(moment) }, memory);
      for (const reading of settled) commit(reading, memory);
      const found = [...lasting, ...withoutTold(passing, lasting)];
      return moment === 'start' ? withoutLeftovers(found, directoryOf(observedStart)) : found;
    },
  };
}

// Real nodes have channels with others, and closed ones, from before the run. They stay as they are: not predicted,
// known from the start, and part of the node's sums.
function withoutLeftovers(found: readonly Discrepancy[], directory: Directory): readonly Discrepancy[] {
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

interface Memory {
  readonly prediction: ReadingPrediction;
  readonly identifiers: ChannelIdentifiers;
  readonly drift: Drift;
  readonly shown: ShownBefore;
}

/** What only showed for a while: answers before the last one of their view. */
function passingDifferences(
  {
    readings,
    settled,
    happened,
  }: {
    readonly readings: readonly Reading[];
    readonly settled: readonly Reading[];
    readonly happened: Happened;
  },
  memory: Memory,
): readonly Discrepancy[] {
  // Where every view was read once, nothing passed.
  if (readings.length === settled.length) return [];
  const last = new Set(settled);
  const shownNew = new Set<string>();
  const found: Discrepancy[] = [];
  for (const reading of readings) {
    const differing = newDifferences(reading, memory);
    for (const mismatch of last.has(reading) ? [] : differing) {
      const manner = mannerOf({ reading, mismatch, shownNew, happened }, memory);
      if (manner !== undefined) found.push(discrepancy({ reading, mismatch, manner }, memory));
    }
    const differingKeys = new Set(differing.map(({ key }) => key));
    for (const key of memory.prediction.predictedFacts(reading).keys()) {
      if (!differingKeys.has(key)) shownNew.add(`${reading.node} ${key}`);
    }
  }
  return found;
}

/** Whether a passing difference is more than the delay with which news travels; `undefined`: it is not. */
function mannerOf(
  {
    reading,
    mismatch,
    shownNew,
    happened,
  }: {
    readonly reading: Reading;
    readonly mismatch: Mismatch;
    readonly shownNew: ReadonlySet<string>;
    readonly happened: Happened;
  },
  memory: Memory,
): Manner | undefined {
  const { subject, observed, predicted, key } = mismatch;
  if (reading.view.kind === 'pending') return undefined;
  if (subject.kind === 'answer') return 'flickered';
  // Before the first operation nothing is on its way.
  if (reading.moment === 'start') return 'flickered';
  const before = memory.shown.value(placeOf(reading, key));
  if (observed !== before) {
    const mayPass = !happened.isPayment && isOnItsWay(subject) && isBetween({ before, observed, predicted });
    return mayPass && reading.node !== happened.acknowledgedBy ? undefined : 'flickered';
  }
  if (shownNew.has(`${reading.node} ${key}`)) return 'went-back';
  return reading.attempt === 1 && reading.node === happened.acknowledgedBy ? 'late' : undefined;
}

// An opening with a deposit, or leaving several channels, is several steps: a partner sees them one by one.
function isOnItsWay(subject: Subject): boolean {
  if (subject.kind === 'connection') return true;
  return subject.kind === 'channel' && STEPWISE.includes(subject.field);
}

function isBetween(
  values: Readonly<Record<'before' | 'observed' | 'predicted', string | undefined>>,
): boolean {
  const { before, observed, predicted } = values;
  if (before === predicted) return false;
  const [from, at, to] = [before ?? '0', observed ?? '0', predicted ?? '0'].map(parseAmount);
  // States and presence have no order of their own that could be checked.
  if (from === undefined || at === undefined || to === undefined) return true;
  return from < to ? from <= at && at <= to : to <= at && at <= from;
}

const STEPWISE: readonly string[] = ['presence', 'state', 'balance', 'totalDeposit', 'totalWithdraw'];

function newDifferences(reading: Reading, memory: Memory): readonly Mismatch[] {
  return allDifferences(reading, memory).filter(
    (mismatch) => !memory.drift.explains(placeOf(reading, mismatch.key), mismatch),
  );
}

function allDifferences(reading: Reading, memory: Memory): readonly Mismatch[] {
  return memory.prediction.differences(reading, {
    identifiers: memory.identifiers,
    stateBefore: (key) => memory.shown.value(placeOf(reading, key)),
  });
}

function commit(reading: Reading, memory: Memory): void {
  if (reading.value.kind === 'unread') return;
  const differing = new Map(allDifferences(reading, memory).map((mismatch) => [mismatch.key, mismatch]));
  const predicted = memory.prediction.predictedFacts(reading);
  const observed = memory.prediction.observedFacts(reading);
  for (const key of new Set([...predicted.keys(), ...observed.keys(), ...differing.keys()])) {
    const mismatch = differing.get(key);
    if (mismatch === undefined) {
      memory.drift.clear(placeOf(reading, key));
    } else {
      memory.drift.keep(placeOf(reading, key), mismatch);
    }
  }
  memory.shown.remember(reading, observed);
}

// An answer only claims what reading then shows.
function isRead({ attempt }: Reading): boolean {
  return attempt !== ANSWER_ATTEMPT;
}

// Before anything is compared: two views of one moment that name one channel differently contradict each other.
function learnIdentifiers(reading: Reading, { prediction, identifiers }: Memory): void {
  const observed = prediction.observedFacts(reading);
  for (const [key, { subject, value }] of prediction.predictedFacts(reading)) {
    const shown = observed.get(key);
    if (shown === undefined || subject.kind !== 'channel' || subject.field !== 'channelIdentifier') continue;
    identifiers.learn({ token: subject.token, predicted: value, observed: shown.value });
  }
}

function discrepancy(
  {
    reading,
    mismatch,
    manner,
  }: { readonly reading: Reading; readonly mismatch: Mismatch; readonly manner: Manner },
  memory: Memory,
): Discrepancy {
  const { key, ...shown } = mismatch;
  const { moment, node, view } = reading;
  const since = memory.shown.lastLook({ node, key });
  const place = placeOf(reading, key);
  const before = [memory.shown.value(place), memory.shown.ownValue(place)];
  const isOld = before.includes(mismatch.observed);
  return { moment, node, view, manner, isOld, ...shown, ...(since === undefined ? {} : { since }) };
}

function placeOf(reading: Reading, key: string): FactPlace {
  const { node, view, moment } = reading;
  return { node, view: viewKey(view), key, moment };
}

// What lasted is not told again as having shown for a while, and what flickered twice is told once.
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

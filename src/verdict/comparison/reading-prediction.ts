import type { Network, NodeName } from '../../model/network/network.ts';
import { ANSWER_ATTEMPT, type Reading, viewKey, type ViewValue } from '../../model/run/reading.ts';
import type { Run } from '../../model/run/run.ts';
import {
  factMap,
  type Facts,
  factsOf,
  firstOutOfOrder,
  historyEntries,
  historyFacts,
  type NamedEntry,
} from '../facts/facts.ts';
import { type Mismatch, type MismatchContext, mismatches } from './mismatches.ts';
import { type Names, namesOf } from '../facts/names.ts';
import { isAlike } from './alike.ts';

/** The facts that a reading should show by the model, and where it shows something else. */
export class ReadingPrediction {
  #predictions: ReadonlyMap<string, Reading>;
  readonly #predictedNames: Names;
  readonly #observedNames: Names;
  readonly #past = new Map<NodeName, readonly NamedEntry[]>();
  readonly #known = new WeakMap<ViewValue, Facts>();

  /** Reads the predictions out of a simulated run; `observedStart` has the addresses of the nodes compared with it. */
  constructor(predicted: Pick<Run, 'start' | 'readings'>, observedStart: Network) {
    this.#predictions = lastReadings(predicted.readings);
    this.#predictedNames = namesOf(predicted.start);
    this.#observedNames = namesOf(observedStart);
  }

  /** Takes these readings as predicted, in place of the ones before. */
  predict(readings: readonly Reading[]): void {
    this.#predictions = lastReadings(readings);
  }

  /** Facts predicted for a reading; none when it was not predicted at all. */
  predictedFacts(reading: Reading): Facts {
    const prediction = this.#predictions.get(readingKey(reading));
    if (prediction === undefined) return new Map();
    const { value } = prediction;
    return this.#once(value, () =>
      value.kind === 'history'
        ? factMap(historyFacts(this.#entriesOf(prediction)))
        : factsOf(value, this.#predictedNames),
    );
  }

  observedFacts({ value }: Reading): Facts {
    return this.#once(value, () => factsOf(value, this.#observedNames));
  }

  /** True when a reading of the predicted network has the predicted value: then it has no differences. */
  hasValueOf(reading: Reading): boolean {
    return isAlike(reading.value, this.#predictions.get(readingKey(reading))?.value);
  }

  differences(reading: Reading, context: MismatchContext): readonly Mismatch[] {
    const prediction = this.#predictions.get(readingKey(reading));
    if (prediction === undefined) return [];
    if (prediction.value.kind === 'unread' || reading.value.kind === 'unread') {
      return unreadMismatch(prediction, reading);
    }
    const sides = { predicted: this.predictedFacts(reading), observed: this.observedFacts(reading) };
    const differing = mismatches(sides, context);
    if (differing.length > 0 || reading.value.kind !== 'history') return differing;
    const entries = historyEntries(reading.value.events, this.#observedNames);
    return orderMismatch(this.#entriesOf(prediction), entries);
  }

  /** Takes a node's history from before the run, which every later reading must go on showing first. */
  rememberPast({ node, view, value }: Reading): void {
    if (value.kind !== 'history' || view.kind !== 'history' || view.token !== undefined) return;
    this.#past.set(node, historyEntries(value.events, this.#observedNames));
  }

  #entriesOf({ value, view, node }: Reading): readonly NamedEntry[] {
    if (value.kind !== 'history' || view.kind !== 'history') return [];
    const before = (this.#past.get(node) ?? []).filter(
      ({ token, partner }) =>
        (view.token === undefined || token === view.token) &&
        (view.partner === undefined || partner === view.partner),
    );
    return [...before, ...historyEntries(value.events, this.#predictedNames)];
  }

  #once(value: ViewValue, work: () => Facts): Facts {
    const facts = this.#known.get(value) ?? work();
    this.#known.set(value, facts);
    return facts;
  }
}

/** The last attempt of each moment, node and view: what the node settled on. */
export function lastReadings(readings: readonly Reading[]): ReadonlyMap<string, Reading> {
  return new Map(readings.map((reading) => [readingKey(reading), reading] as const));
}

/** Names what was read and when, but not the attempt: of those the last one counts. */
function readingKey({ moment, node, view, attempt }: Reading): string {
  return `${moment} ${node} ${viewKey(view)}${attempt === ANSWER_ATTEMPT ? ' answered' : ''}`;
}

// A node that is silent in one list and then in a single channel says the same twice.
function unreadMismatch(
  { value: predicted }: Reading,
  { value: observed, view: { kind } }: Reading,
): readonly Mismatch[] {
  const isAbsent = [predicted, observed].some((value) => value.kind === 'unread' && value.isAbsent);
  if (isAbsent || predicted.kind === observed.kind) return [];
  const describe = (value: ViewValue): string => (value.kind === 'unread' ? value.detail : 'an answer');
  const given = observed.kind !== 'unread' ? 'readable' : observed.isAnswered ? 'unreadable' : 'nothing';
  const subject = { kind: 'answer', given } as const;
  const key = `answer ${kind === 'channel' ? 'channels' : kind}`;
  return [{ key, subject, predicted: describe(predicted), observed: describe(observed) }];
}

function orderMismatch(
  predicted: readonly NamedEntry[],
  observed: readonly NamedEntry[],
): readonly Mismatch[] {
  const moved = firstOutOfOrder({ predicted, observed });
  if (moved === undefined) return [];
  const at = observed.indexOf(moved);
  const { identifier } = moved;
  return [
    {
      key: 'order',
      subject: { kind: 'order', ...(identifier === undefined ? {} : { identifier }) },
      predicted: describeEntry(at, predicted[at]),
      observed: describeEntry(at, moved),
    },
  ];
}

function describeEntry(at: number, entry: NamedEntry | undefined): string {
  if (entry === undefined) return `no entry ${at + 1}`;
  const { event, partner, identifier } = entry;
  return `entry ${at + 1}: ${event} with ${partner}${identifier === undefined ? '' : `, identifier ${identifier}`}`;
}

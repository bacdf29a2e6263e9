import type { Network, NodeName } from '../../model/network/network.ts';
import { type Reading, type ViewValue, viewKey } from '../../model/run/reading.ts';
import type { Run } from '../../model/run/run.ts';
import { ANSWER_ATTEMPT } from './answer-readings.ts';
import { factMap, type Facts } from '../facts/fact.ts';
import { factsOf } from '../facts/facts.ts';
import { firstOutOfOrder, type NamedEntry, historyEntries, historyFacts } from '../facts/history-facts.ts';
import { type Mismatch, type MismatchContext, mismatches } from './mismatches.ts';
import { namesOf } from '../facts/names.ts';

/** What the model says a reading should show, and where a reading shows something else. */
export interface ReadingPrediction {
  /** Facts predicted for a reading; none when it was not predicted at all. */
  predictedFacts(reading: Reading): Facts;
  observedFacts(reading: Reading): Facts;
  differences(reading: Reading, context: MismatchContext): readonly Mismatch[];
  /** Takes a node's history from before the run, which every later reading must go on showing first. */
  rememberPast(reading: Reading): void;
}

/** Reads the predictions out of a simulated run; `observedStart` has the addresses of the nodes compared with it. */
export function predictReadings({
  predicted,
  observedStart,
}: {
  readonly predicted: Pick<Run, 'start' | 'readings'>;
  readonly observedStart: Network;
}): ReadingPrediction {
  const names = { predicted: namesOf(predicted.start), observed: namesOf(observedStart) };
  const predictions = lastReadings(predicted.readings);
  const past = new Map<NodeName, readonly NamedEntry[]>();
  const known = new WeakMap<ViewValue, Facts>();
  const once = (value: ViewValue, work: () => Facts): Facts => {
    const facts = known.get(value) ?? work();
    known.set(value, facts);
    return facts;
  };
  const entriesOf = ({ value, view, node }: Reading): readonly NamedEntry[] => {
    if (value.kind !== 'history' || view.kind !== 'history') return [];
    const before = (past.get(node) ?? []).filter(
      ({ token, partner }) =>
        (view.token === undefined || token === view.token) &&
        (view.partner === undefined || partner === view.partner),
    );
    return [...before, ...historyEntries(value.events, names.predicted)];
  };
  const predictedFacts = (prediction: Reading | undefined): Facts => {
    if (prediction === undefined) return new Map();
    const { value } = prediction;
    if (value.kind !== 'history') return once(value, () => factsOf(value, names.predicted));
    return once(value, () => factMap(historyFacts(entriesOf(prediction))));
  };
  const observedFacts = ({ value }: Reading): Facts => once(value, () => factsOf(value, names.observed));
  return {
    predictedFacts: (reading) => predictedFacts(predictions.get(readingKey(reading))),
    observedFacts,
    differences(reading, context) {
      const prediction = predictions.get(readingKey(reading));
      if (prediction === undefined) return [];
      if (prediction.value.kind === 'unread' || reading.value.kind === 'unread') {
        return unreadMismatch(prediction.value, reading.value);
      }
      const differing = mismatches(
        { predicted: predictedFacts(prediction), observed: observedFacts(reading) },
        context,
      );
      if (differing.length > 0 || reading.value.kind !== 'history') return differing;
      return orderMismatch(entriesOf(prediction), historyEntries(reading.value.events, names.observed));
    },
    rememberPast({ node, view, value }) {
      if (value.kind !== 'history' || view.kind !== 'history' || view.token !== undefined) return;
      past.set(node, historyEntries(value.events, names.observed));
    },
  };
}

/** The last attempt of each moment, node and view: what the node settled on. */
export function lastReadings(readings: readonly Reading[]): ReadonlyMap<string, Reading> {
  return new Map(readings.map((reading) => [readingKey(reading), reading] as const));
}

/** Names what was read and when, but not the attempt: of those the last one counts. */
function readingKey({ moment, node, view, attempt }: Reading): string {
  return `${moment} ${node} ${viewKey(view)}${attempt === ANSWER_ATTEMPT ? ' answered' : ''}`;
}

function unreadMismatch(predicted: ViewValue, observed: ViewValue): readonly Mismatch[] {
  if (predicted.kind === observed.kind) return [];
  const describe = (value: ViewValue): string => (value.kind === 'unread' ? value.detail : 'an answer');
  return [
    {
      key: 'answer',
      subject: { kind: 'answer' },
      predicted: describe(predicted),
      observed: describe(observed),
    },
  ];
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

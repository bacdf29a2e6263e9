import type { NodeName } from '../../model/network/network.ts';
import { ENTRY_NAMES } from '../../model/run/reading-line.ts';
import type { Run } from '../../model/run/run.ts';
import type { Check, Clue } from '../check.ts';
import { curlOf } from '../blame/curl.ts';
import { decidedBy } from '../outcomes/decided-by.ts';
import { discrepancyClue } from '../readings/discrepancy-clue.ts';
import { type ExpectedEntry, expectedEntries } from './expected-entries.ts';
import { snapshotAt } from '../readings/end-readings.ts';
import { type HistoryEntry, historyEntries } from '../readings/history-facts.ts';
import { logTimeClues } from './log-times.ts';
import { type Names, namesOf } from '../blame/names.ts';
import { overlapsAnything } from '../outcomes/overlap.ts';
import { predictedDiscrepancies } from '../readings/predicted-discrepancies.ts';

/** Every payment stands in both parties' histories as often as it happened, with its amount, in order. */
export const history: Check = {
  name: 'history',
  judge: (run) => [
    ...(run.prediction === undefined || overlapsAnything(run)
      ? judgeByOutcomes(run)
      : judgeByPrediction(run)),
    ...logTimeClues(run, history.name),
  ],
};

function judgeByPrediction(run: Run): readonly Clue[] {
  return predictedDiscrepancies(run, ['history'])
    .filter(({ manner }) => manner === 'settled')
    .map((found) => discrepancyClue({ found, run, check: history.name }));
}

/** Without a prediction the outcomes themselves say what has to stand in the histories. */
function judgeByOutcomes(run: Run): readonly Clue[] {
  const names = namesOf(run.start);
  const before = snapshotAt('start', run).history;
  const expected = expectedEntries(run);
  return [...snapshotAt('end', run).history].flatMap(([node, events]) => {
    const past = before.get(node)?.length ?? 0;
    return judgeNode({ node, entries: successes(events.slice(past), names), expected, run });
  });
}

function successes(events: Parameters<typeof historyEntries>[0], names: Names): readonly HistoryEntry[] {
  return historyEntries(events, names).filter(({ event }) => event !== 'failed');
}

function judgeNode({
  node,
  entries,
  expected,
  run,
}: {
  readonly node: NodeName;
  readonly entries: readonly HistoryEntry[];
  readonly expected: readonly ExpectedEntry[];
  readonly run: Run;
}): readonly Clue[] {
  const own = expected.filter((entry) => entry.node === node);
  const planned = new Set(own.map(keyOf));
  const unplanned = entries
    .filter((entry) => !planned.has(keyOf(entry)))
    .map((entry) =>
      clue({
        run,
        node,
        operation: null,
        title: `${node}'s history has an entry no payment explains`,
        predicted: 'no such entry',
        observed: keyOf(entry),
      }),
    );
  return [...own.flatMap((entry) => judgeEntry({ expected: entry, entries, run })), ...unplanned];
}

function judgeEntry({
  expected,
  entries,
  run,
}: {
  readonly expected: ExpectedEntry;
  readonly entries: readonly HistoryEntry[];
  readonly run: Run;
}): readonly Clue[] {
  const { node, operation, atLeast, atMost } = expected;
  const found = entries.filter((entry) => keyOf(entry) === keyOf(expected));
  const common = { run, node, operation };
  if (found.length < atLeast || found.length > atMost) {
    const title = `${node}'s history has ${ENTRY_NAMES[expected.event]} of this payment ${found.length} times`;
    const predicted = atLeast === atMost ? `${atLeast} times` : `${atLeast} to ${atMost} times`;
    return [clue({ ...common, title, predicted, observed: `${found.length} times` })];
  }
  const wrong = found.find(({ value }) => !expected.amountFits(BigInt(value)));
  if (wrong === undefined) return [];
  const title = `${node}'s history shows another amount for this payment`;
  return [clue({ ...common, title, predicted: expected.amount, observed: wrong.value })];
}

function keyOf({ event, token, partner, identifier }: Omit<HistoryEntry, 'value' | 'logTime'>): string {
  return `${ENTRY_NAMES[event]} ${token} ${partner} ${identifier ?? ''}`;
}

function clue({
  run,
  ...words
}: {
  readonly run: Run;
  readonly node: NodeName;
  readonly operation: number | null;
  readonly title: string;
  readonly predicted: string;
  readonly observed: string;
}): Clue {
  const curl = curlOf({ run, node: words.node, view: { kind: 'history' } });
  return {
    check: history.name,
    severity: 'difference',
    ...words,
    decidedBy: decidedBy(words.operation, run),
    ...(curl === undefined ? {} : { curl }),
    noticed: 'end',
  };
}

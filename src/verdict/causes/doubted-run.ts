import { type Amount, larger } from '../../model/network/amount.ts';
import type { NodeName } from '../../model/network/network.ts';
import {
  changesChannels,
  type Operation,
  type OperationRecord,
  paymentKey,
} from '../../model/run/operation.ts';
import { partiesOf } from '../timeline/resolve-outcomes.ts';
import type { Reading, View } from '../../model/run/reading.ts';
import { gather } from '../../model/gather.ts';
import type { Run } from '../../model/run/run.ts';
import type { ChargedPayment } from '../bounds/fee-bounds.ts';
import type { Check, Clue } from '../check.ts';
import { paymentNamed } from '../facts/facts.ts';
import { Story } from '../story.ts';

/** A run of which some clues make answers and views doubtful. */
export class DoubtedRun {
  readonly #run: Run;
  #shown: ReadonlyMap<string, Amount> | undefined;

  constructor(run: Run) {
    this.#run = run;
  }

  /**
   * The run as far as it is believed. Without `views`: a node that one of these clues was seen at shows nothing of its
   * channels, or of its history where it was seen there. Without `answers`: an operation that a clue is about may have
   * happened, or not, and the node shows nothing of its channels.
   */
  without(doubted: readonly Clue[], word: NonNullable<Check['believes']>): Story {
    const ids = new Set(doubted.map(({ operation }) => operation));
    const isDoubted = ({ operation }: OperationRecord): boolean => ids.has(operation.id);
    const { records, readings, load } = this.#run;
    const changed = records.filter(isDoubted).flatMap(({ operation }) => endsChanged(operation));
    const silent = new Set([...doubted.flatMap(seenAt(CHANNEL_VIEWS)), ...changed]);
    const withoutHistory = new Set(word === 'views' ? doubted.flatMap(seenAt(HISTORY)) : []);
    const isBelieved = ({ moment, node, view: { kind } }: Reading): boolean =>
      moment === 'start' ||
      !((silent.has(node) && CHANNEL_VIEWS.has(kind)) || (withoutHistory.has(node) && HISTORY.has(kind)));
    const run = {
      ...this.#run,
      readings: readings.filter(isBelieved),
      ...(load?.watched && {
        load: { ...load, watched: load.watched.filter(({ node }) => !silent.has(node)) },
      }),
    };
    if (word === 'views') return new Story(run);
    this.#shown ??= mostShown(this.#run);
    const shown = this.#shown;
    const left = records.map((record) => (isDoubted(record) ? leftOpen(record, shown) : record));
    const payments = left.flatMap(({ operation }) =>
      operation.kind === 'pay' && ids.has(operation.id) ? [operation] : [],
    );
    return new Story(
      { ...run, records: left },
      { doubted: [...payments, ...doubted.flatMap(entryAsPayment)] },
    );
  }
}

const CHANNEL_VIEWS: ReadonlySet<View['kind']> = new Set(['channels', 'channel', 'connections']);

const HISTORY: ReadonlySet<View['kind']> = new Set(['history']);

function seenAt(views: ReadonlySet<View['kind']>): (clue: Clue) => readonly NodeName[] {
  return ({ node, view }) => (node !== undefined && view !== undefined && views.has(view.kind) ? [node] : []);
}

function endsChanged(operation: Operation): readonly NodeName[] {
  return changesChannels(operation) ? partiesOf(operation) : [];
}

/** An entry of no payment of the run: its node may have made it up, or have paid. */
function entryAsPayment({ operation, node, subject, money }: Clue): readonly ChargedPayment[] {
  if (operation !== null || node === undefined || subject?.kind !== 'entry' || money === undefined) return [];
  const { token, partner, event } = subject;
  const [payer, target] = event === 'sent' ? [node, partner] : [partner, node];
  return [{ node: payer, target, token, amount: money }];
}

// The payment may have moved the largest amount that a history lists for it.
function leftOpen(record: OperationRecord, shown: ReadonlyMap<string, Amount>): OperationRecord {
  const { operation, foreseen: _certain, ...rest } = record;
  const outcome = { kind: 'indeterminate', cause: 'unreadable-answer', detail: 'not believed' } as const;
  if (operation.kind !== 'pay') return { ...rest, operation, outcome };
  const amount = larger(operation.amount, shown.get(paymentKey(operation)) ?? 0n);
  return { ...rest, operation: { ...operation, amount }, outcome };
}

/** By payment, the most that one party's history shows of it. */
function mostShown(run: Run): ReadonlyMap<string, Amount> {
  const most = new Map<string, Amount>();
  for (const [node, entries] of new Story(run).atEnd.history) {
    const amounts = new Map<string, bigint[]>();
    for (const entry of entries) {
      const payment = paymentNamed(node, entry);
      if (payment !== undefined) gather(amounts, paymentKey(payment), BigInt(entry.value));
    }
    for (const [key, parts] of amounts) {
      const sum = parts.reduce((all, part) => all + part, 0n);
      if (sum > (most.get(key) ?? 0n)) most.set(key, sum);
    }
  }
  return most;
}

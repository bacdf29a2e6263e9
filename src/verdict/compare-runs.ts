import { describeOutcome } from '../model/run/describe-operation.ts';
import type { Comparison, JudgedOperation, Verdict } from '../model/run/finding.ts';
import { isOpen, type OperationRecord, type PaymentRecord } from '../model/run/operation.ts';
import { withoutEarlier } from '../model/earlier-transfers.ts';
import type { Run } from '../model/run/run.ts';
import { traceConsequences } from './causes/consequences.ts';
import { decidedBy, findingOf, foundClue, type FoundClue } from './causes/finding-of.ts';
import { type Check, isDifference, judgementOf } from './check.ts';
import { withOwnHistories } from './history/own-histories.ts';
import { type Allowance, allowancesOf } from './rules/allowances.ts';
import { carries, deadEnds, deadEndText, idsOf } from './failures/dead-ends.ts';
import { CHECKS } from './registry.ts';
import { Story } from './story.ts';
import { NOT_THERE } from './readings/discrepancy-clue.ts';
import { outcomes } from './rules/outcomes.ts';
import { hangText, hungPayments } from './failures/hung-payments.ts';

/** Judges a run by its prediction, operation by operation. */
export function compareRuns({
  observed,
  predicted,
  witnessed,
}: {
  readonly observed: Run;
  readonly predicted: Run;
  /** The ways of all payments, where a history explains all that nodes show. */
  readonly witnessed?: Story['witnessed'];
}): Comparison {
  const run = withOwnHistories({
    ...observed,
    // Payments of before stay pending, whatever this run does.
    readings: observed.readings.map(withoutEarlier(observed.readings)),
    prediction: predicted,
  });
  // Where payments are stranded, what stood there before is what explains it.
  const whole = { ...observed, prediction: predicted };
  const story = new Story(run, { witnessed });
  const foundClues = withSharedCauses(withoutRepetition(cluesOf(run, story, CHECKS)), whole, story);
  const clues = [...traceConsequences(foundClues, run), ...cluesOf(whole, story, [carries])];
  const allowanceOf = allowancesOf(run, story);
  const operations = observed.records
    .toSorted((one, other) => one.operation.id - other.operation.id)
    .map((record): JudgedOperation => {
      const { id } = record.operation;
      const ownClues = clues.filter(({ operation }) => operation === id);
      const prediction = story.predicted.get(id);
      return {
        operation: id,
        verdict: verdictOf(record, ownClues, allowanceOf(record)),
        predicted: prediction === undefined ? 'nothing' : describeOutcome(prediction.outcome),
        observed: describeOutcome(record.outcome),
        findings: ownClues.map((clue) => findingOf(clue, run)),
      };
    });
  const judged = new Set(operations.map(({ operation }) => operation));
  const counts: Record<Verdict, number> = {
    agrees: 0,
    differs: 0,
    indeterminate: 0,
    'allowed-by-concurrency': 0,
  };
  for (const { verdict } of operations) counts[verdict] += 1;
  const general = clues.filter(({ operation }) => operation === null || !judged.has(operation));
  return {
    operations,
    general: general.map((clue) => findingOf(clue, run)),
    counts,
    differences: clues.filter(isDifference).length,
  };
}

// `decidedBy` is about the operation a clue was found at, also when another one turns out to be the cause.
function cluesOf(run: Run, story: Story, checks: readonly Check[]): readonly FoundClue[] {
  return checks.flatMap((check) =>
    judgementOf(check, run, story).clues.map((clue) => ({
      decidedBy: decidedBy(clue, run),
      ...foundClue(clue, check),
    })),
  );
}

function verdictOf({ outcome }: OperationRecord, clues: readonly FoundClue[], { kind }: Allowance): Verdict {
  if (outcome.kind === 'indeterminate' && isOpen(outcome)) return 'indeterminate';
  if (clues.some(isDifference)) return 'differs';
  if (!clues.some(isAnotherOutcome)) return 'agrees';
  switch (kind) {
    case 'possible':
    case 'waiting':
      return 'allowed-by-concurrency';
    // An outcome that follows from an earlier difference is no new lie, and still another outcome.
    case 'none':
    case 'impossible':
      return 'differs';
  }
}

// Two views of one thing show the same difference: one finding is enough.
function withoutRepetition(clues: readonly FoundClue[]): readonly FoundClue[] {
  const toldNames = new Set<string>();
  return clues.filter(({ check, operation, node, subject, title, predicted, observed }) => {
    const about = subject === undefined ? title : JSON.stringify(subject);
    const name = JSON.stringify([check.name, operation, node, about, predicted, observed]);
    if (toldNames.has(name)) return false;
    toldNames.add(name);
    return true;
  });
}

function isAnotherOutcome({ check }: FoundClue): boolean {
  return check === outcomes;
}

/**
 * Nodes that lose payments, and a channel that carries nothing, are one cause each, however many payments they cost: the
 * finding about the first of them says so, and the others follow from it, with what they leave pending or missing.
 */
function withSharedCauses(clues: readonly FoundClue[], run: Run, story: Story): readonly FoundClue[] {
  const causes = sharedCauses(run, hungPayments(story));
  return clues.map((clue) => {
    const { operation, title } = clue;
    const cause = operation === null ? undefined : causes.get(operation);
    if (cause === undefined || !isDifference(clue) || !isOfPayment(clue)) return clue;
    const { first, text } = cause;
    if (operation !== first)
      return { ...clue, severity: 'note', root: first, title: `${title}; follows from operation ${first}` };
    return isAnotherOutcome(clue) ? { ...clue, title: `${title}; ${text}` } : clue;
  });
}

/** Why a payment went otherwise, with the first one that went so. */
interface SharedCause {
  readonly first: number;
  readonly text: string;
}

function sharedCauses(run: Run, hung: readonly PaymentRecord[]): ReadonlyMap<number, SharedCause> {
  const ids = idsOf(hung);
  const causes = [
    { payments: [...ids].toSorted((one, other) => one - other), text: hangText(run, hung) },
    ...deadEnds(run, ids).map((end) => ({ payments: end.payments, text: deadEndText(end) })),
  ];
  return new Map(
    causes.flatMap(({ payments, text }) => {
      const [first = 0] = payments;
      return payments.map((id) => [id, { first, text }] as const);
    }),
  );
}

// A lost payment explains its outcome, its pending transfer, unchanged balances, an entry of a failure, which has no
// identifier, and a missing entry.
function isOfPayment(clue: FoundClue): boolean {
  const { view, subject, observed, isOld = false } = clue;
  const isEntry = subject?.kind === 'entry' && (subject.identifier === undefined || observed === NOT_THERE);
  return isAnotherOutcome(clue) || view?.kind === 'pending' || isOld || isEntry;
}

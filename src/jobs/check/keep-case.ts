import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { InterruptedError, UnreachableError } from '../../errors.ts';
import { acceptedAs, type AcceptedViolation } from '../../model/check/check-report.ts';
import {
  type CaseFound,
  type CaseSpec,
  type Counterexample,
  reproducedText,
  type StoryCall,
} from '../../model/check/counterexample.ts';
import type { Step } from '../../model/scenario/scenario.ts';
import { alone, type Sequence, sequenceText, withSteps } from './sequence.ts';
import { isSame, shrinkCase, type Shrunk, type TriedSequence } from './shrink-case.ts';
import type { TestBench } from './test-bench.ts';
import type { Tried } from './try-case.ts';
import { tryAgain } from './replay-case.ts';
import { describeOperation, describeOutcome, tokenWriter } from '../../model/run/describe-operation.ts';
import type { Run } from '../../model/run/run.ts';

// Making a case smaller may take this much longer than the time for finding it, and no more.
const SHRINK_MS = 30_000;
const TRIES_TO_REPRODUCE = 3;
// Tries of nodes that answer take a few seconds together.
const REPRODUCE_MS = 30_000;

/** Everything that it takes to try a violation once more. */
export interface TryingAgain {
  readonly seed: string;
  readonly accepted: readonly AcceptedViolation[] | undefined;
  readonly signal: AbortSignal | undefined;
  readonly atOnce: number | undefined;
  readonly nowMs: () => number;
  /** Then a case is made no smaller. */
  readonly shrinkUntilMs: number;
  readonly trySequence: (sequence: Sequence) => Promise<Tried>;
  /** Present for nodes that keep their channels from one sequence to the next. */
  readonly supply: TestBench['supply'] | undefined;
}

/**
 * A violation is tried again where it may show closer to its cause: with thorough looks if it was found at a brief one,
 * through each channel on the route of a payment that got stuck, and one call after another if calls start together and
 * none of them is blamed.
 */
export async function lookedClosely(first: TriedSequence, again: TryingAgain): Promise<TriedSequence> {
  const { looks, ...thorough } = first.sequence;
  const closely = looks === undefined ? first : await triedAs(thorough, first, again);
  const { sequence, tried } = closely;
  if (isStuck(tried.found)) {
    const inItsChannels = await triedAs(throughItsChannels(closely), closely, again);
    return isStuck(inItsChannels.tried.found) ? inItsChannels : closely;
  }
  const isBlamed = tried.found?.kind !== undefined || acceptedAs(tried.found, again.accepted) !== undefined;
  if (sequence.pace === 'sequential' || isBlamed) return closely;
  const steps = sequence.scenario.steps.map(alone);
  const inTurn = await triedAs({ ...withSteps(sequence, steps), pace: 'sequential' }, closely, again);
  return inTurn.tried.found?.kind === undefined ? closely : inTurn;
}

async function triedAs(sequence: Sequence, first: TriedSequence, again: TryingAgain): Promise<TriedSequence> {
  if (first.tried.verdict !== 'violated') return first;
  const tried = await orUntried(first.tried, again.trySequence(sequence));
  // Nothing else that is known hides it.
  const isHidden =
    !isSame(tried.found, first.tried.found) && acceptedAs(tried.found, again.accepted) !== undefined;
  return tried.verdict === 'violated' && !isHidden ? { sequence, tried } : first;
}

// A payment that was to succeed, and either expired or got no answer.
function isStuck(found: CaseFound | undefined): boolean {
  const { kind, foreseen, seen } = found ?? {};
  return kind === 'pay' && foreseen === 'succeeded' && (seen === 'lock-expired' || seen === 'no-answer');
}

// As few as tell a channel that carries nothing from a pause.
const PAYMENTS_A_CHANNEL = 2;

function throughItsChannels({ sequence, tried: { run, found } }: TriedSequence): Sequence {
  const record = run?.prediction?.records.find(({ operation }) => operation.id === found?.operation);
  const token = record !== undefined && 'token' in record.operation ? record.operation.token : '';
  const steps = (record?.trace?.hops ?? []).map(({ payer, payee }) => {
    return { kind: 'pay', from: payer, to: payee, token, amount: 1n, times: PAYMENTS_A_CHANNEL } as const;
  });
  return { ...withSteps(sequence, steps), pace: 'sequential' };
}

/** A case as it was found, before anything is tried again. */
export function foundCase(
  first: TriedSequence,
  { seed, afterSequences }: Pick<TryingAgain, 'seed'> & { readonly afterSequences: number },
): Counterexample {
  const shrunk = { ...first, shrinking: { tried: 0, kept: 0 } };
  const reproduced = { times: 0, of: 0 };
  return caseFile({ kept: keptSequence(shrunk), shrunk, reproduced, seed, afterSequences });
}

/** Makes a case as small as it goes, and sees how often it shows again. */
export async function keepCase(
  first: TriedSequence,
  again: TryingAgain & { readonly afterSequences: number },
): Promise<Counterexample> {
  const { seed, afterSequences, signal, nowMs, atOnce } = again;
  const untilMs = Math.min(nowMs() + SHRINK_MS, again.shrinkUntilMs);
  const goesOn = (): boolean => nowMs() < untilMs && signal?.aborted !== true;
  const shrunk = await shrinkCase(first, (smaller) => orUntried(first.tried, again.trySequence(smaller)), {
    goesOn,
    atOnce,
  });
  const kept = keptSequence(shrunk);
  const reproduceUntilMs = nowMs() + REPRODUCE_MS;
  let isFirst = true;
  const { times, of } = await tryAgain(
    { ...kept, found: shrunk.tried.found as CaseFound },
    {
      trySequence: (sequence) => orUntried(shrunk.tried, again.trySequence(sequence)),
      supply: again.supply,
      most: TRIES_TO_REPRODUCE,
      goesOn: () => {
        const mayTry = isFirst || nowMs() < reproduceUntilMs;
        isFirst = false;
        return mayTry && signal?.aborted !== true;
      },
    },
  );
  const reproduced = { times, of };
  return caseFile({ kept, shrunk, reproduced, seed, afterSequences });
}

// Nodes that run on keep what was deposited and withdrawn: totals are asked for by how much they rise.
function keptSequence({ sequence, tried: { settled } }: Shrunk): Sequence {
  const [asked, steps] = [sequence.scenario.steps, settled.scenario.steps];
  // Where mediators' fees are not known some steps were left out.
  if (asked.length !== steps.length) return settled;
  const isTotal = ({ kind }: Step): boolean => kind === 'deposit' || kind === 'withdraw';
  return withSteps(
    settled,
    steps.map((step, at) => (isTotal(step) ? (asked[at] ?? step) : step)),
  );
}

async function orUntried({ found: _found, ...before }: Tried, trying: Promise<Tried>): Promise<Tried> {
  try {
    return await trying;
  } catch (error) {
    // Nodes that no longer answer, as after a deadlock, cannot be tried again; and somebody may have asked to stop.
    if (!(error instanceof UnreachableError || error instanceof InterruptedError)) throw error;
    return { ...before, verdict: 'unknown', why: error.message, calls: 0 };
  }
}

interface SmallestCase extends Pick<Counterexample, 'reproduced' | 'afterSequences'> {
  readonly kept: Sequence;
  readonly shrunk: Shrunk;
  readonly seed: string;
}

/** The case file of a disagreement that was made as small as it went. */
function caseFile({ kept, shrunk, reproduced, seed, afterSequences }: SmallestCase): Counterexample {
  const { tried, shrinking } = shrunk;
  const { run, curl } = tried;
  const { scenario, pace, looks } = kept;
  const found = tried.found as CaseFound;
  const spec: CaseSpec = { found, pace, ...(looks && { looks }), reproduced };
  const named = [found.check, found.kind ?? '', found.seen ?? '', sequenceText(kept, { question: '', seed })];
  const id = bytesToHex(sha256(utf8ToBytes(JSON.stringify(named)))).slice(0, 8);
  const text = sequenceText(kept, {
    question: `Is this mended: ${found.title.replace(/[.?!]+$/, '').replaceAll('\n', ' ')}?`,
    seed,
    found: spec,
    comment: [
      ` Found by millrace check: ${found.title}`,
      ` Predicted: ${found.predicted}`,
      ` Observed: ${found.observed}`,
      ` Reproduced: ${reproducedText({ reproduced, shrinking })}. Again: millrace check --replay <this file> --nodes <node list>`,
    ].join('\n'),
  });
  const calls = run === undefined ? [] : caseStory(run, found);
  return { ...spec, id, text, steps: scenario.steps.length, curl, afterSequences, calls, shrinking };
}

/** The calls of a run, each with its outcome and the predicted one. */
function caseStory(run: Run, { operation: blamed }: CaseFound): readonly StoryCall[] {
  const observed = new Map(run.records.map((record) => [record.operation.id, record]));
  const write = tokenWriter(run);
  return (run.prediction?.records ?? run.records).map(({ operation, outcome, trace }) => {
    const record = observed.get(operation.id);
    const route = trace?.path ?? [];
    return {
      node: 'node' in operation ? operation.node : undefined,
      ...(route.length > 2 && { route }),
      asked: describeOperation(operation, write),
      predicted: describeOutcome(outcome),
      ...(record && { observed: describeOutcome(record.outcome) }),
      isBlamed: operation.id === blamed,
    };
  });
}

import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { InterruptedError, UnreachableError } from '../../errors.ts';
import { type AcceptedViolation, acceptedAs } from '../../model/check/check-report.ts';
import type { Counterexample, Reproduced, CaseFound, CaseSpec } from '../../model/check/counterexample.ts';
import type { Step } from '../../model/scenario/scenario.ts';
import { alone, type Sequence, sequenceText, withSteps } from './sequence.ts';
import { isAlike, isSame, type Shrunk, shrinkCase, type TriedSequence } from './shrink-case.ts';
import type { TestBench } from './test-bench.ts';
import { foreseenName, type Tried } from './try-case.ts';
import { caseStory } from './case-story.ts';

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
  /** Where nodes keep what was done to them. */
  readonly supply: TestBench['supply'] | undefined;
}

/**
 * A violation is tried again where it may show closer to its cause: one found at a brief look with thorough looks, a payment
 * that got stuck through each channel on its way, and calls that start together and of which none is blamed one after another.
 */
export async function lookedClosely(first: TriedSequence, again: TryingAgain): Promise<TriedSequence> {
  const closely = await triedAs(thoroughly(first.sequence), first, again);
  const { found } = closely.tried;
  if (isStuck(found)) {
    const inItsChannels = await triedAs(throughItsChannels(closely), closely, again);
    return isStuck(inItsChannels.tried.found) ? inItsChannels : closely;
  }
  if (found?.kind !== undefined || acceptedAs(found, again.accepted) !== undefined) return closely;
  const inTurn = await triedAs(oneAfterAnother(closely.sequence), closely, again);
  return inTurn.tried.found?.kind === undefined ? closely : inTurn;
}

async function triedAs(
  sequence: Sequence | undefined,
  first: TriedSequence,
  again: TryingAgain,
): Promise<TriedSequence> {
  const { tried } = first;
  if (sequence === undefined || tried.verdict !== 'violated') return first;
  const close = await orUntried(tried, again.trySequence(sequence));
  // Nothing else that is known hides it.
  const isHidden = !isSame(close.found, tried.found) && acceptedAs(close.found, again.accepted) !== undefined;
  return close.verdict === 'violated' && !isHidden ? { sequence, tried: close } : first;
}

function thoroughly({ looks, ...thorough }: Sequence): Sequence | undefined {
  return looks === undefined ? undefined : thorough;
}

function oneAfterAnother(sequence: Sequence): Sequence | undefined {
  if (sequence.pace === 'sequential') return undefined;
  return { ...withSteps(sequence, sequence.scenario.steps.map(alone)), pace: 'sequential' };
}

// A payment that was to succeed, and either expired or got no answer.
function isStuck(found: CaseFound | undefined): boolean {
  const { kind, foreseen, seen } = found ?? {};
  return kind === 'pay' && foreseen === 'succeeded' && (seen === 'lock-expired' || seen === 'no-answer');
}

// As few as tell a channel that carries nothing from a pause.
const PAYMENTS_A_CHANNEL = 2;

// One unit through each channel on the way of the payment that got stuck.
function throughItsChannels({ sequence, tried: { run, found } }: TriedSequence): Sequence | undefined {
  const record = run?.prediction?.records.find(({ operation }) => operation.id === found?.operation);
  if (record?.operation.kind !== 'pay') return undefined;
  const { token } = record.operation;
  const steps = (record.trace?.hops ?? []).map(({ payer, payee }) => {
    return { kind: 'pay', from: payer, to: payee, token, amount: 1n, times: PAYMENTS_A_CHANNEL } as const;
  });
  return steps.length === 0 ? undefined : { ...withSteps(sequence, steps), pace: 'sequential' };
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
  const reproduced = await reproduce(kept, shrunk.tried, again);
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

// A try that tells nothing does not count, nor does one of something else. It is tried once at least, and not again where
// that would take too long.
async function reproduce(kept: Sequence, tried: Tried, trying: TryingAgain): Promise<Reproduced> {
  const { nowMs } = trying;
  const untilMs = nowMs() + REPRODUCE_MS;
  let [times, of, tookMs] = [0, 0, 0];
  for (let at = 1; at <= TRIES_TO_REPRODUCE && trying.signal?.aborted !== true; at += 1) {
    const beganMs = nowMs();
    if (at > 1 && beganMs + tookMs > untilMs) break;
    const again = await orUntried(tried, trying.trySequence(kept));
    const isElsewhere =
      trying.supply !== undefined &&
      again.verdict === 'held' &&
      foreseenUntil(again, tried) !== foreseenUntil(tried, tried);
    if (!isElsewhere && again.verdict !== 'unknown') of += 1;
    if (isElsewhere && at < TRIES_TO_REPRODUCE) await supplied(trying.supply, tried);
    if (isAlike(again.found, tried.found)) times += 1;
    tookMs = nowMs() - beganMs;
  }
  return { times, of };
}

// Nodes that run on have no longer what a case needs where the model expects something else of a call up to the blamed one.
function foreseenUntil({ run, settled: { pace } }: Tried, { found }: Tried): string {
  const { operation: blamed } = found ?? {};
  if (blamed === undefined || pace !== 'sequential') return '';
  const records = run?.prediction?.records ?? [];
  return records.map(({ operation: { id }, outcome }) => (id <= blamed ? foreseenName(outcome) : '')).join();
}

// Where that cannot be done the next try says so.
async function supplied(supply: NonNullable<TestBench['supply']>, { settled }: Tried): Promise<void> {
  try {
    await supply(settled.scenario);
  } catch (error) {
    if (!isUntried(error)) throw error;
  }
}

// Nodes that no longer answer, as after a deadlock, cannot be tried again; and somebody may have asked to stop.
function isUntried(error: unknown): error is UnreachableError | InterruptedError {
  return error instanceof UnreachableError || error instanceof InterruptedError;
}

async function orUntried({ found: _found, ...before }: Tried, trying: Promise<Tried>): Promise<Tried> {
  try {
    return await trying;
  } catch (error) {
    if (!isUntried(error)) throw error;
    return { ...before, verdict: 'unknown', why: error.message, calls: 0 };
  }
}

/** The case file of a disagreement that was made as small as it went. */
function caseFile({
  kept,
  shrunk: { tried, shrinking },
  reproduced,
  seed,
  afterSequences,
}: {
  readonly kept: Sequence;
  readonly shrunk: Shrunk;
  readonly reproduced: Reproduced;
  readonly seed: string;
  readonly afterSequences: number;
}): Counterexample {
  const { run, curl } = tried;
  const { scenario, pace, looks } = kept;
  const found = tried.found as CaseFound;
  const spec: CaseSpec = { found, pace, ...(looks && { looks }), reproduced };
  const named = [found.check, found.kind ?? '', found.seen ?? '', sequenceText(kept, { question: '', seed })];
  const id = bytesToHex(sha256(utf8ToBytes(JSON.stringify(named)))).slice(0, 8);
  const text = sequenceText(kept, {
    question: `Is this mended: ${withoutStop(found.title)}?`,
    seed,
    found: spec,
    comment: [
      ` Found by millrace check: ${found.title}`,
      ` Predicted: ${found.predicted}`,
      ` Observed: ${found.observed}`,
      ` Seen ${reproduced.times} of ${reproduced.of} times. Again: millrace check --replay <this file> --nodes <node list>`,
    ].join('\n'),
  });
  const story = run === undefined ? { nodes: [], calls: [] } : caseStory(run, found);
  return { ...spec, id, text, steps: scenario.steps.length, curl, afterSequences, story, shrinking };
}

function withoutStop(title: string): string {
  return title.replace(/[.?!]+$/, '').replaceAll('\n', ' ');
}

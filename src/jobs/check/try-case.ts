import { InvariantError, UnreachableError } from '../../errors.ts';
import type { CaseFound } from '../../model/check/counterexample.ts';
import type { Finding } from '../../model/run/finding.ts';
import type { OperationRecord, Outcome } from '../../model/run/operation.ts';
import type { Run } from '../../model/run/run.ts';
import type { Scenario } from '../../model/scenario/scenario.ts';
import { verdictOf } from '../../report/figures/verdict.ts';
import { createRandomSource } from '../../runtime/random-source.ts';
import { RealClock } from '../../runtime/real-clock.ts';
import { replay } from '../replay/replay.ts';
import { settleSteps } from '../settle/settle-steps.ts';
import { baseText, type CaseDraft, withFreshIdentifiers } from './case-draft.ts';
import { probeNodes } from './probes/probe-nodes.ts';
import { type CaseText, readCase, type SettledCase, settleDraft } from './settle-draft.ts';
import { replaySimulated } from './simulated-replay.ts';
import type { Furnished, FurnishedWithoutHttp, TestBench } from './test-bench.ts';

/** Where and how cases are tried. */
export interface Trying {
  readonly bench: TestBench;
  readonly seed: string;
  /** The scenario that is checked; absent: networks are made up. */
  readonly scenarioText?: string | undefined;
  readonly readFile?: (path: string) => string;
  /** The scenario of a draft's network; absent: it is written and read. */
  readonly baseOf?: (draft: CaseDraft) => Scenario;
  /** Only violations by these checks count; absent: all. */
  readonly only?: readonly string[] | undefined;
  readonly signal?: AbortSignal | undefined;
  /** False: what mediators ask is not known, so that nothing can be said of what goes through them; absent: it is. */
  readonly knowsFees?: boolean | undefined;
  /** Asked between calls that follow each other; false: the rest of the sequence is left out. */
  readonly goesOn?: (() => boolean) | undefined;
}

/** The result of one try. */
export interface Tried extends SettledCase {
  readonly run: Run | undefined;
  readonly verdict: 'held' | 'violated' | 'unknown';
  /** The first difference. */
  readonly found?: CaseFound | undefined;
  readonly curl: readonly string[];
  /** Why it is unknown, or held only because what it hangs on was not known. */
  readonly why?: string;
  /** Requests that were sent. */
  readonly calls: number;
}

/** Settles a draft in the network that a bench gives it, and tries it there. */
export async function tryDraft(draft: CaseDraft, trying: Trying): Promise<Tried> {
  const base = trying.baseOf?.(draft) ?? readCase(baseText(draft, trying.scenarioText), trying);
  const furnished = await trying.bench.furnish(base);
  try {
    const settled = await settleDraft(draft, { ...trying, base, start: furnished.start });
    return await tryOn(furnished, settled, trying);
  } finally {
    await furnished.release();
  }
}

/** Tries a case as it is written. */
export async function tryText(what: CaseText, trying: Trying): Promise<Tried> {
  const { text, ...how } = what;
  const scenario = readCase(text, trying);
  const furnished = await trying.bench.furnish(scenario);
  try {
    const settled = await settleSteps(scenario, furnished.start);
    return await tryOn(furnished, { text, ...how, scenario: settled }, trying);
  } finally {
    await furnished.release();
  }
}

async function tryOn(
  furnished: Furnished | FurnishedWithoutHttp,
  what: SettledCase,
  trying: Trying,
): Promise<Tried> {
  const identifiers = 'identifiers' in furnished ? furnished.identifiers : undefined;
  // Identifiers follow from the seed.
  const seed = identifiers === undefined ? trying.seed : `${trying.seed} ${identifiers}`;
  const terms = 'terms' in furnished ? furnished.terms : undefined;
  const own = { ...what.scenario, seed };
  const seeded = terms?.statedIn(own) ?? own;
  const scenario = identifiers === undefined ? seeded : withFreshIdentifiers(seeded, seed);
  const { pace, looks } = what;
  const plan = { scenario, pace, ...(looks && { looks }) };
  const driven =
    'departure' in furnished
      ? await onVirtualClocks(furnished, plan, trying)
      : await overHttp(furnished, plan, trying);
  const isLearnt = driven.run !== undefined && terms?.learn(driven.run, what.scenario.nodes) === true;
  return {
    ...plan,
    ...(isLearnt && driven.verdict === 'violated' ? { ...driven, ...NOT_JUDGED, found: undefined } : driven),
    get text() {
      return what.text;
    },
  };
}

// It was predicted with time-outs that turned out to be others: from now on they are known.
const NOT_JUDGED = {
  verdict: 'held',
  why: 'the time-outs that a node uses by default were not known before it opened a channel or was opened one.',
  curl: [],
} as const;

type Driven = Omit<Tried, keyof SettledCase>;
type Plan = Omit<SettledCase, 'text'>;

async function onVirtualClocks(
  { start, departure }: FurnishedWithoutHttp,
  plan: Plan,
  trying: Trying,
): Promise<Driven> {
  try {
    const run = await replaySimulated({ ...plan, start, ...departure(plan) });
    return { run, calls: run.records.length + run.readings.length, ...judged(run, trying) };
  } catch (error) {
    // A broken invariant is found by the simulation itself.
    if (!(error instanceof InvariantError)) throw error;
    const found = { ...BROKEN, title: error.message, observed: error.message };
    return { run: undefined, calls: 0, verdict: 'violated', found, curl: [] };
  }
}

const BROKEN = { check: 'invariants', predicted: 'every invariant holds' } as const;

const PROBE_DEADLINE_MS = 60_000;

async function overHttp(furnished: Furnished, plan: Plan, trying: Trying): Promise<Driven> {
  const {
    start: _start,
    release: _release,
    identifiers: _identifiers,
    terms: _terms,
    probed,
    ...target
  } = furnished;
  const { signal, goesOn = () => true } = trying;
  const { looks = 'thorough' } = plan;
  let calls = 0;
  const onCall = (): void => {
    calls += 1;
  };
  try {
    const run = await replay({
      ...plan,
      ...target,
      looks,
      // One difference makes a case; what comes after it is told by the next one.
      bail: 1,
      goesOn,
      onExchange: onCall,
      ...(signal === undefined ? {} : { signal }),
    });
    const verdict = goesOn() || signal?.aborted ? judged(run, trying) : judgedSoFar(run, trying);
    const isProbed = plan.pace === 'sequential' && looks === 'thorough';
    if (verdict.verdict !== 'held' || !isProbed) return { run, calls, ...verdict };
    const { targets, graceMs = PROBE_DEADLINE_MS, deadlineMs = graceMs } = furnished;
    const { scenario } = plan;
    const clock = new RealClock();
    const wrong = await probeNodes({
      targets,
      deadlineMs,
      blockMs: mayHold(scenario, trying) ? scenario.protocol.blockTimeMs / furnished.speed : undefined,
      nowMs: () => clock.nowMs(),
      draw: createRandomSource(scenario.seed).stream('probe'),
      probed: probed ?? new Map(),
      onCall,
    });
    if (wrong === undefined || trying.only?.includes(wrong.check) === false)
      return { run, calls, ...verdict };
    return { run, calls, verdict: 'violated', found: wrong, curl: [] };
  } catch (error) {
    // A node that no longer takes connections before the first call has nothing to show.
    if (!(error instanceof UnreachableError)) throw error;
    return { run: undefined, calls, verdict: 'unknown', why: error.message, curl: [] };
  }
}

// A sequence that the end of the time cut short holds as far as it went: every answer was judged when it came.
function judgedSoFar(run: Run, trying: Judging): ReturnType<typeof judged> {
  const verdict = judged(run, trying);
  const isAnswered =
    run.records.every(({ outcome }) => outcome.kind !== 'indeterminate') &&
    run.readings.every(({ value }) => value.kind !== 'unread');
  return verdict.verdict === 'unknown' && run.partial && isAnswered ? { verdict: 'held', curl: [] } : verdict;
}

// A node that was stopped makes up for what it missed at the pace of its neighbours; a slow one outlasts locks.
function mayHold({ steps }: Scenario, { bench }: Trying): boolean {
  return bench.may.takesTime && !steps.some(({ kind }) => kind === 'stop' || kind === 'slow');
}

type Judging = Pick<Trying, 'only' | 'knowsFees'>;

function judged(
  run: Run,
  { only, knowsFees = true }: Judging,
): Pick<Tried, 'verdict' | 'found' | 'why' | 'curl'> {
  const { word, sentence } = verdictOf(run);
  const differences = differencesIn(run);
  const [first] = differences.filter(({ check }) => only?.includes(check) ?? true);
  if (first === undefined && differences.length > 0) return { verdict: 'held', curl: [] };
  if (first !== undefined && !knowsFees && run.prediction?.records.some(isMediated) === true)
    return { verdict: 'unknown', why: UNKNOWN_FEES, curl: [] };
  if (first !== undefined) {
    return {
      verdict: 'violated',
      found: foundOf(first, run),
      curl: first.curl === undefined ? [] : [first.curl],
    };
  }
  if (word === 'as-expected') return { verdict: 'held', curl: [] };
  if (word === 'not-as-expected') {
    const found = { ...BROKEN, title: sentence, observed: sentence };
    return { verdict: 'violated', found, curl: [] };
  }
  return { verdict: 'unknown', why: sentence, curl: [] };
}

const UNKNOWN_FEES =
  'a payment went through a mediator, and what mediators ask is not known: a scenario with network.fees says it.';

function isMediated({ trace }: OperationRecord): boolean {
  return trace !== undefined && trace.hops.length > 1;
}

function differencesIn({ comparison }: Run): readonly Finding[] {
  if (comparison === undefined) return [];
  const { operations, general } = comparison;
  return [...operations.flatMap(({ findings }) => findings), ...general].filter(
    ({ severity }) => severity === 'difference',
  );
}

/** How the model says that an operation ends; `undefined`: no such operation is foreseen. */
export function foreseenOf({ prediction }: Run, operation: number | null): string | undefined {
  const outcome = prediction?.records.find((record) => record.operation.id === operation)?.outcome;
  return outcome && foreseenName(outcome);
}

/** The same of an outcome: the class of a refusal, or its kind. */
export function foreseenName(outcome: Outcome): string {
  return outcome.kind === 'failed' ? outcome.reason : outcome.kind;
}

function foundOf({ check, title, predicted, observed, operation }: Finding, run: Run): CaseFound {
  const kind = run.records.find((record) => record.operation.id === operation)?.operation.kind;
  const foreseen = foreseenOf(run, operation);
  return {
    check,
    title,
    predicted,
    observed,
    ...(operation === null ? {} : { operation }),
    ...(kind === undefined ? {} : { kind }),
    ...(foreseen === undefined ? {} : { foreseen }),
  };
}

import { InputError, InvariantError, NodeAnswerError, UnreachableError } from '../../errors.ts';
import type { CaseFound } from '../../model/check/counterexample.ts';
import type { Amount } from '../../model/network/amount.ts';
import type { Finding } from '../../model/run/finding.ts';
import { outcomeName } from '../../model/run/operation.ts';
import type { Run } from '../../model/run/run.ts';
import { verdictOf } from '../../report/figures/verdict.ts';
import { deadEndsIn } from '../../verdict/failures/dead-ends.ts';
import type { LockstepClock } from '../../runtime/lockstep-clock.ts';
import { listedPlan } from '../../model/run/plan.ts';
import { runHeader } from '../run-header.ts';
import { replay } from '../replay/replay.ts';
import { settleSteps } from '../settle/settle-steps.ts';
import { probeHistories } from './probe-histories.ts';
import { foretell, isTimed, observe } from './timeline.ts';
import { mayBeMediated, type Sequence, withFreshIdentifiers, withSteps } from './sequence.ts';
import { replaySimulated } from './simulated-replay.ts';
import type { Furnished, FurnishedWithoutHttp, TestBench } from './test-bench.ts';

/** Where and how sequences are tried. */
export interface Trying {
  readonly bench: TestBench;
  readonly seed: string;
  /** Only violations by these checks count; absent: all. */
  readonly only?: readonly string[] | undefined;
  readonly signal?: AbortSignal | undefined;
  /** False: what mediators ask is not known, so that nothing is asked of them; absent: it is. */
  readonly knowsFees?: boolean | undefined;
  /** The most that one call moves; absent: as much as sequences ask for. */
  readonly most?: Amount | undefined;
  /** Nodes were prepared for a sequence before; absent: what keeps them from it may be a mistake in the list. */
  readonly hasBegun?: boolean | undefined;
  /** Asked between calls that follow each other; false: the rest of the sequence is left out. */
  readonly goesOn?: (() => boolean) | undefined;
}

/** The result of one try. */
export interface Tried {
  /** The sequence with numbers in place of relative amounts. */
  readonly settled: Sequence;
  /** The sequence with the payments that came first; absent: none did. */
  readonly asked?: Sequence;
  readonly run: Run | undefined;
  readonly verdict: 'held' | 'violated' | 'unknown';
  /** The first difference. */
  readonly found?: CaseFound | undefined;
  readonly curl: readonly string[];
  /** Why it is unknown. */
  readonly why?: string;
  /** Requests that were sent. */
  readonly calls: number;
}

/** Settles a sequence in the network that a bench gives it, and tries it there. */
export async function trySequence(sequence: Sequence, trying: Trying): Promise<Tried> {
  const seeded = { ...sequence, scenario: { ...sequence.scenario, seed: trying.seed } };
  try {
    return await tryFurnished(seeded, trying);
  } catch (error) {
    // Nodes that could be prepared before and no longer can: no mistake of whoever listed them, and nothing to judge.
    if (trying.hasBegun !== true || !(error instanceof InputError)) throw error;
    const untried = { settled: seeded, run: undefined, curl: [], calls: 0 };
    if (error instanceof NodeAnswerError) {
      const [fault] = error.faults;
      const observed = fault?.message ?? error.message;
      const found = { check: 'readable', title: observed, predicted: 'an answer as before', observed };
      return { ...untried, verdict: 'violated', found };
    }
    const why = `the nodes can no longer be prepared as before: ${error.faults[0]?.message ?? error.message}`;
    return { ...untried, verdict: 'unknown', why };
  }
}

async function tryFurnished(sequence: Sequence, trying: Trying): Promise<Tried> {
  const { bench, knowsFees = true } = trying;
  const furnished = await bench.furnish(sequence.scenario, trying.signal);
  try {
    const { owed = [], leavesOut }: Partial<Furnished> = furnished;
    const steps = sequence.scenario.steps.filter((step) => leavesOut?.(step) !== true);
    const isAsIs = owed.length === 0 && steps.length === sequence.scenario.steps.length;
    const asked = isAsIs ? sequence : withSteps(sequence, [...owed, ...steps]);
    const scenario = await settleSteps(asked.scenario, furnished.start, {
      leavesOut: knowsFees ? undefined : mayBeMediated,
      most: trying.most,
    });
    return { ...(await tryOn(furnished, { ...sequence, scenario }, trying)), asked };
  } finally {
    await furnished.release();
  }
}

async function tryOn(
  furnished: Furnished | FurnishedWithoutHttp,
  settled: Sequence,
  trying: Trying,
): Promise<Tried> {
  const { identifiers, terms }: Partial<Furnished> = furnished;
  const { pace, looks } = settled;
  // Identifiers follow from the seed.
  const seed = identifiers === undefined ? trying.seed : `${trying.seed} ${identifiers}`;
  const own = { ...settled.scenario, seed };
  const stated = terms?.statedIn(own) ?? own;
  const scenario = identifiers === undefined ? stated : withFreshIdentifiers(stated, seed);
  const plan = { scenario, pace, ...(looks && { looks }) };
  const driven =
    'departure' in furnished
      ? await onVirtualClocks(furnished, plan, trying)
      : await overHttp(furnished, plan, trying);
  return { settled, ...driven };
}

type Driven = Omit<Tried, 'settled'>;
type Plan = Pick<Sequence, 'scenario' | 'pace' | 'looks'>;

async function onVirtualClocks(
  { start, departure }: FurnishedWithoutHttp,
  plan: Plan,
  trying: Trying,
): Promise<Driven> {
  try {
    const run = await replaySimulated({ ...plan, start, ...departure(plan) });
    const calls = run.records.length + run.readings.length;
    return { run, calls, ...judged(run, trying) };
  } catch (error) {
    // A broken invariant is found by the simulation itself.
    if (!(error instanceof InvariantError)) throw error;
    const found = { ...BROKEN, title: error.message, observed: error.message };
    return { run: undefined, calls: 0, verdict: 'violated', found, curl: [] };
  }
}

const BROKEN = { check: 'invariants', predicted: 'every invariant holds' } as const;

const PROBE_DEADLINE_MS = 60_000;
// A try stops at the second mismatch: one stuck payment may be a pause, a second one in its channel shows that it is dead.
const BAIL = 2;

async function overHttp(furnished: Furnished, plan: Plan, trying: Trying): Promise<Driven> {
  const {
    start: _start,
    release: _release,
    identifiers: _identifiers,
    terms: _terms,
    owed: _owed,
    leavesOut: _leavesOut,
    ...target
  } = furnished;
  const { signal, goesOn = () => true } = trying;
  const { lockstep } = furnished;
  // The moments are foretold for Python nodes: other dialects send other words.
  const isOther = Object.values(furnished.targets).some((each) => typeof each !== 'string' && each.dialect);
  if (plan.looks === 'brief' && lockstep !== undefined && isTimed(plan) && !isOther)
    return await onTimeline({ ...furnished, lockstep }, plan, trying);
  let calls = 0;
  const onCall = (): void => {
    calls += 1;
  };
  try {
    const run = await replay({
      ...plan,
      ...target,
      bail: BAIL,
      goesOn,
      onExchange: onCall,
      ...(signal === undefined ? {} : { signal }),
    });
    const verdict = goesOn() || signal?.aborted ? judged(run, trying) : judgedSoFar(run, trying);
    if (verdict.verdict !== 'held' || plan.pace !== 'sequential') return { run, calls, ...verdict };
    const { targets, graceMs = PROBE_DEADLINE_MS, deadlineMs = graceMs } = furnished;
    const wrong = await probeHistories({ targets, deadlineMs, lockstep, onCall, signal });
    if (wrong === undefined || trying.only?.includes(wrong.check) === false)
      return { run, calls, ...verdict };
    return { run, calls, verdict: 'violated', found: wrong, curl: [] };
  } catch (error) {
    // A node that no longer takes connections before the first call has nothing to show.
    if (!(error instanceof UnreachableError)) throw error;
    return { run: undefined, calls, verdict: 'unknown', why: error.message, curl: [] };
  }
}

// Where all that happens has its moment, every answer is compared with what the model gives at that moment.
async function onTimeline(
  { start, lockstep, ...target }: Furnished & { readonly lockstep: LockstepClock },
  { scenario, pace }: Plan,
  { signal, only }: Trying,
): Promise<Driven> {
  const foretold = await foretell({ scenario, start, pace });
  const { records, calls, found } = await observe(foretold, { ...target, lockstep }, signal);
  const header = runHeader({ job: 'replay', scenario, pace });
  const common = { header, start, plan: listedPlan(foretold.operations), readings: [], partial: false };
  const run: Run = { ...common, records, prediction: { ...common, records: foretold.records } };
  const isCounted = found !== undefined && (only?.includes(found.check) ?? true);
  return { run, calls, curl: [], ...(isCounted ? { verdict: 'violated', found } : { verdict: 'held' }) };
}

// A sequence that the end of the time cut short holds as far as it went: every answer was judged when it came.
function judgedSoFar(run: Run, trying: Judging): ReturnType<typeof judged> {
  const verdict = judged(run, trying);
  const isAnswered =
    run.records.every(({ outcome }) => outcome.kind !== 'indeterminate') &&
    run.readings.every(({ value }) => value.kind !== 'unread');
  return verdict.verdict === 'unknown' && run.partial && isAnswered ? { verdict: 'held', curl: [] } : verdict;
}

type Judging = Pick<Trying, 'only' | 'bench'>;

function judged(run: Run, { only, bench }: Judging): Pick<Tried, 'verdict' | 'found' | 'why' | 'curl'> {
  const { word, sentence } = verdictOf(run);
  const differences = differencesIn(run);
  const [first] = differences.filter(({ check }) => only?.includes(check) ?? true);
  if (first === undefined && differences.length > 0) return { verdict: 'held', curl: [] };
  if (first !== undefined) {
    return {
      verdict: 'violated',
      found: { ...foundOf(first, run), ...placeOf(first, run, bench) },
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

// Made-up networks begin anew in every try, and so does the fault.
function placeOf({ operation }: Finding, run: Run, { supply }: TestBench): Pick<CaseFound, 'channel'> {
  if (supply === undefined || operation === null) return {};
  const [dead] = deadEndsIn(run).filter(
    ({ or, payments }) => or.length === 0 && payments.includes(operation),
  );
  return dead === undefined ? {} : { channel: [dead.from, dead.to].toSorted().join(' ') };
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
  return outcome && outcomeName(outcome);
}

function foundOf({ check, title, predicted, observed, operation }: Finding, run: Run): CaseFound {
  const record = run.records.find((each) => each.operation.id === operation);
  const foreseen = foreseenOf(run, operation);
  return {
    check,
    title,
    predicted,
    observed,
    ...(operation === null ? {} : { operation }),
    ...(record && { kind: record.operation.kind, seen: outcomeName(record.outcome) }),
    ...(foreseen === undefined ? {} : { foreseen }),
  };
}

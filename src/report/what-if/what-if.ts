import { toJson } from '../../model/json.ts';
import type { StoredRun } from '../../model/run/run.ts';
import { differenceInterval, type Interval } from '../../statistics/share-interval.ts';
import { Figures } from '../figures/figures.ts';
import { verdictOf } from '../figures/verdict.ts';
import { type AmountWriter, describeOperation, describeOutcome } from '../../model/run/describe-operation.ts';
import { gather } from '../../model/gather.ts';
import { type ReportedPayment, reportedPayments } from '../figures/reported-payment.ts';

/** Two runs side by side, as plain JSON values: the effect of a change. Differences are B - A. */
export type WhatIf = ReturnType<typeof whatIfOf>;

/** One figure of both runs; `null` where a run does not have it. */
export interface MetricChange extends Sides<number | null> {
  readonly metric: string;
  readonly difference: number | null;
  /** 95 % confidence interval of the difference of two shares, as if payments were independent. */
  readonly interval?: Interval;
}

/** Compares two simulations, or two replays. */
export function whatIfOf(runs: Sides<StoredRun>) {
  const figures = eachSide(runs, (run) => new Figures(run));
  const { plan, pairs } = comparePayments(figures);
  return {
    format: 'millrace-what-if/1' as const,
    runs: eachSide(figures, comparedRun),
    changes: joined(eachSide(runs, settingsOf))
      .filter(([, { a, b }]) => a !== b)
      .map(([path, sides]) => ({ path, ...sides })),
    metrics: metricChanges(
      eachSide(figures, ({ metrics }) => metrics),
      plan,
    ),
    plan,
    pairs,
  };
}

/** True when nothing that was compared differs. */
export function isUnchanged({ changes, metrics, pairs, plan }: WhatIf): boolean {
  return (
    changes.length === 0 &&
    plan.kind === 'same' &&
    pairs?.changed.length === 0 &&
    metrics.every(({ difference }) => difference === 0)
  );
}

function comparedRun(figures: Figures) {
  const { run } = figures;
  const { scenario, seed, pace, startedAt } = run.header;
  const { name, question } = scenario;
  return {
    scenario: name,
    question,
    seed,
    pace,
    startedAt,
    partial: run.partial,
    verdict: verdictOf(run, figures),
  };
}

// A mean that is summed up in another order differs in its last digits: that is no change.
const NOISE = 1e-12;

/** The metrics of either run, in their order. */
export function metricChanges(
  metrics: Sides<Readonly<Record<string, number>>>,
  plan: { readonly kind: string },
): readonly MetricChange[] {
  const { a, b } = eachSide(metrics, (side) => ({ part: side['succeeded'] ?? 0, of: side['payments'] ?? 0 }));
  const success = plan.kind === 'same' ? {} : { interval: differenceInterval(a, b) };
  return joined(metrics).map(([metric, values]) => {
    // A reason that no payment failed for has no metric: it counts 0.
    const sides = metric.startsWith('failures.') ? eachSide(values, (value) => value ?? 0) : values;
    const isKnown = sides.a !== null && sides.b !== null;
    const difference = isKnown ? differenceOf(sides.a, sides.b) : null;
    return { metric, ...sides, difference, ...(metric === 'success_rate' ? success : {}) };
  });
}

function differenceOf(a: number, b: number): number {
  const difference = b - a;
  return Math.abs(difference) <= NOISE * Math.max(Math.abs(a), Math.abs(b)) ? 0 : difference;
}

// Names, questions and expectations of a scenario change nothing that happens.
const WORDS = ['name', 'question', 'description', 'expect', 'load'];

// Every setting as a scenario file writes it, then how it was run.
function settingsOf({ header, load }: StoredRun): Readonly<Record<string, string>> {
  const { job, scenario, seed, pace, versions, build, nodesVersion, sandbox } = header;
  const { networks, ...others } = JSON.parse(toJson(scenario)) as Readonly<Record<string, unknown>>;
  const isSingle = Array.isArray(networks) && networks.length === 1;
  const written = { ...(isSingle ? { network: networks[0] as unknown } : { networks }), ...others };
  return {
    ...Object.fromEntries(
      Object.entries(written).flatMap(([name, value]) => (WORDS.includes(name) ? [] : leaves(name, value))),
    ),
    ...(load && Object.fromEntries(leaves('load', JSON.parse(toJson(load.spec))))),
    seed,
    pace,
    ...(build === undefined ? {} : { build }),
    ...(job === 'simulate' ? {} : { nodes: sandbox ? 'simulated (--sandbox)' : 'listed (--nodes)' }),
    ...(nodesVersion === undefined ? {} : { 'version of the nodes': nodesVersion }),
    'version of millrace': versions.millrace,
  };
}

function leaves(path: string, value: unknown): readonly (readonly [path: string, text: string])[] {
  if (typeof value !== 'object' || value === null) return [asWritten(path, value)];
  const isList = Array.isArray(value);
  if (isList && value.every((item) => typeof item !== 'object')) return [[path, value.join(', ')]];
  const { kind, ...fields } = value as Readonly<Record<string, unknown>>;
  // A file writes `poisson: {perSecond: 4}`.
  const isKind = typeof kind === 'string' && !/^(protocol$|load\b)/.test(path);
  if (isKind && Object.keys(fields).length === 0) return [[path, kind]];
  return Object.entries(isKind ? fields : value).flatMap(([name, item]) =>
    leaves(isList ? `${path}[${name}]` : `${path}.${isKind ? `${kind}.` : ''}${name}`, item),
  );
}

// Scenario files have this name and unit for it.
function asWritten(path: string, value: unknown): readonly [path: string, text: string] {
  const isTime = typeof value === 'number' && /\.ms$|Ms$/.test(path);
  const words = path.replace(/\.fixed\.(amount|ms)$|\.ms$|Ms$/, '').replace(/ratePerSecond$/, 'perSecond');
  if (!isTime) return [words, String(value)];
  return [words, value % 1000 === 0 ? `${value / 1000}s` : `${value}ms`];
}

type Pair = Sides<ReportedPayment>;

/** Compares payment by payment as far as both runs asked for the same; no pairs where they did not. */
export function comparePayments(sides: Sides<Figures>) {
  const matches = pairsOf(sides);
  const shared = matches.length;
  const [inA, inB] = [sides.a.tally.payments.count, sides.b.tally.payments.count];
  const isHalf = sides.a.run.header.seed === sides.b.run.header.seed && 2 * shared >= Math.max(inA, inB);
  const kind = shared === inA && shared === inB ? 'same' : isHalf ? 'partly' : 'another';
  // `another`: the runs made other payments, and pairs would say nothing.
  return {
    plan: { kind, shared, onlyA: inA - shared, onlyB: inB - shared } as const,
    pairs: kind === 'another' ? null : judgedPairs(matches, sides.a.inTokens),
  };
}

// With different seeds, payments are paired only if their times are equal too.
function pairsOf({ a, b }: Sides<Figures>): readonly Pair[] {
  const isOneSeed = a.run.header.seed === b.run.header.seed;
  const keyOf = ({ record: { operation }, request }: ReportedPayment): string => {
    const { node, target, token, amount, lockTimeout = '' } = request;
    const moment = isOneSeed ? '' : operation.atMs;
    return [operation.origin, node, target, token, amount, lockTimeout, moment].join('\n');
  };
  const waiting = new Map<string, ReportedPayment[]>();
  for (const payment of reportedPayments(b.run)) gather(waiting, keyOf(payment), payment);
  return [...reportedPayments(a.run)].flatMap((payment) => {
    const other = waiting.get(keyOf(payment))?.shift();
    return other === undefined ? [] : { a: payment, b: other };
  });
}

// How the payments that both runs made ended in each; `changed` ended otherwise, or failed for another reason.
function judgedPairs(pairs: readonly Pair[], write: AmountWriter) {
  const count = (inA: boolean, inB: boolean): number =>
    pairs.filter(({ a, b }) => succeeded(a) === inA && succeeded(b) === inB).length;
  return {
    both: count(true, true),
    onlyA: count(true, false),
    onlyB: count(false, true),
    neither: count(false, false),
    changed: pairs
      .filter(({ a, b }) => a.result !== b.result || a.reason !== b.reason)
      .map(({ a, b }) => ({
        operations: { a: a.record.operation.id, b: b.record.operation.id },
        payment: describeOperation(a.record.operation, write),
        a: endText(a),
        b: endText(b),
      })),
  };
}

function succeeded({ result }: ReportedPayment): boolean {
  return result === 'succeeded';
}

function endText(payment: ReportedPayment): string {
  return succeeded(payment) ? 'succeeded' : (payment.reason ?? describeOutcome(payment.record.outcome));
}

/** The same of both runs: B is compared with A. */
export interface Sides<T> {
  readonly a: T;
  readonly b: T;
}

/** Computes the same of each run. */
export function eachSide<From, To>({ a, b }: Sides<From>, of: (side: From) => To): Sides<To> {
  return { a: of(a), b: of(b) };
}

/** Every key of either record with its value in both; `null` where one has none. */
function joined<Value>({
  a,
  b,
}: Sides<Readonly<Record<string, Value>>>): readonly (readonly [string, Sides<Value | null>])[] {
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...keys].map((key) => [key, { a: a[key] ?? null, b: b[key] ?? null }]);
}

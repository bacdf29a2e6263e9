import type { LoadAggregate } from '../../model/load/load-aggregate.ts';
import { resolvedCounts } from '../../model/load/resolved-counts.ts';
import { metricNamed, type MetricNeed } from '../../model/run/metrics.ts';
import type { StoredRun } from '../../model/run/run.ts';
import { unknownText } from '../figures/verdict.ts';
import type { PaymentTally } from '../figures/payment-tally.ts';
import { metricText } from '../words/metric-text.ts';
import { metricSense, metricWords } from '../words/metric-words.ts';
import {
  capitalized,
  counted,
  durationText,
  given,
  grouped,
  percentText,
  readable,
} from '../words/number-format.ts';
import { withDetail } from '../page/markup.ts';
import { type Figure, figure, list, pageOnly, type Parts, prose, table } from '../blocks/block.ts';
import type { Figures } from '../figures/figures.ts';
import type { LoadResult } from '../../model/load/load-result.ts';
import type { DepletedEnd } from '../../model/network/depleted-end.ts';
import { differencesOf } from '../words/check-texts.ts';
import { findingItems } from './comparison.ts';
import { loadChart } from './load-over-time.ts';
import { paymentsChart } from './success-over-time.ts';

/** The first screen of a run: what it says to its question, the figures that matter for its job, and one chart. */
export function answerParts(figures: Figures): Parts {
  const sentence = answerText(figures);
  return [
    sentence === '' ? null : prose(sentence, 'lead'),
    pageOnly(() => [
      { kind: 'figures', name: 'The answer in figures', look: 'headline', figures: headline(figures) },
      firstChart(figures),
    ]),
  ];
}

function firstChart(figures: Figures): Parts {
  const { comparison, load } = figures.run;
  if (load !== undefined) return loadChart(load, figures.run.records);
  const [first] = comparison === undefined ? [] : differencesOf(comparison);
  if (first !== undefined) return list(findingItems([first], figures));
  return paymentsChart(figures);
}

/** The answer to a run's question in a few sentences; empty where the run says nothing of it. */
export function answerText(figures: Figures): string {
  const { comparison, load } = figures.run;
  if (load !== undefined)
    return [loadText(load), depletedText(load.watch?.drained ?? [], figures)].filter(Boolean).join(' ');
  if ((comparison?.differences ?? 0) > 0) return '';
  return [depletedText(figures.depletedEnds ?? [], figures), lackText(figures)].filter(Boolean).join(' ');
}

const MOST_NAMED = 3;

// `hub-shop first, after 3.2 s (hub can no longer send there); then a-b after 4 s.`
function depletedText(ends: readonly DepletedEnd[], figures: Figures): string {
  const [first, ...rest] = ends;
  if (first === undefined) return '';
  const others = rest
    .slice(0, MOST_NAMED - 1)
    .map((end) => `${channelName(end, figures)} after ${durationText(end.atMs)}`);
  const more = rest.length - others.length;
  const then = [...others, ...(more > 0 ? [`${grouped(more)} more`] : [])].join(', ');
  return `${channelName(first, figures)} was depleted first, after ${durationText(first.atMs)}: ${first.owner} could hardly send to ${first.partner} any more${then === '' ? '' : `; then ${then}`}.`;
}

// A channel has one name on a page, whichever end is told of.
function channelName({ channel, owner, partner }: DepletedEnd, figures: Figures): string {
  return (figures.endsOf(channel) ?? [owner, partner]).join('-');
}

/** Where most payments failed for want of money; failures that the scenario itself states want none. */
function lackText(figures: Figures): string {
  const { failed, places } = figures.tally.surprises;
  const [place] = places.most(1);
  if (
    place === undefined ||
    place.channel === null ||
    !['available-balance', 'route-exists'].includes(place.check)
  )
    return '';
  const [one, other] = figures.endsOf(place.channel) ?? [];
  if (one === undefined || other === undefined) return '';
  const partner = place.at === one ? other : one;
  const of = place.count === failed ? counted(failed, 'failure') : `${grouped(failed)} failures`;
  return `Most common cause: ${place.at} had too little to send to ${partner} (${grouped(place.count)} of ${of}).`;
}

function loadText({ aggregate: { response, paid } }: LoadResult): string {
  if (response.count === 0) return 'No payment ended.';
  if (paid.count === 0) return 'No payment succeeded.';
  const [half, most] = [50, 99].map((percent) => durationText(paid.percentileMs(percent)));
  return `Half of the payments that succeeded took at most ${half}, 99 of 100 at most ${most}.`;
}

function headline(figures: Figures): readonly Figure[] {
  const { paid, response } = figures.run.load?.aggregate ?? {};
  if (paid === undefined || response === undefined || response.count === 0) return headlineFigures(figures);
  const [p50, p95, p99] = [50, 95, 99].map((percent) => durationText(response.percentileMs(percent)));
  const all = `all payments: p50 ${p50}, p95 ${p95}, p99 ${p99}, from when they were due`;
  const most = paid.count === 0 ? '–' : durationText(paid.percentileMs(99));
  return [...headlineFigures(figures), figure('p99 of successful payments', most, all)];
}

/** The figures that a reader wants first; a page has them in its first screen, and here a table of all metrics. */
export function keyFigures(figures: Figures): Parts {
  return [
    { kind: 'figures', isTextOnly: true, figures: mainFigures(figures) },
    pageOnly(() => allMetrics(figures)),
  ];
}

function allMetrics(figures: Figures): Parts {
  const { metrics, token } = figures;
  return {
    kind: 'folded',
    summary: 'All figures with their meaning',
    blocks: table({
      columns: [
        ['Figure', ([name]) => withDetail(capitalized(metricWords(name)), metricSense(name))],
        ['Value', ([name, value]) => metricText(name, value, token), 'number'],
      ],
      rows: Object.entries<number>(metrics).filter(([name]) => isKnown(name, figures)),
    }),
  };
}

// Metrics are numbers always: 0 stands for a value that the run does not have, and for a sum over several tokens.
function isKnown(name: string, figures: Figures): boolean {
  const { run, metrics, token } = figures;
  const { kind, needs = [] } = metricNamed(name) ?? {};
  const has: Readonly<Record<MetricNeed, boolean>> = {
    payments: true,
    successes: metrics.succeeded > 0,
    paths: run.load === undefined,
    end: unknownEnd(figures) === null,
    prediction: run.comparison !== undefined,
  };
  return (kind !== 'amount' || token !== undefined) && needs.every((need) => has[need]);
}

// The figures that answer the question of each job, the most important first.
const HEADLINES = {
  simulate: ['Payments', 'Volume', 'Depleted'],
  replay: ['Differences', 'Payments', 'Depleted'],
  load: ['Payments', 'Rate'],
} as const;

/** The few of them that belong on the first screen. */
export function headlineFigures(figures: Figures): readonly Figure[] {
  const { comparison, header } = figures.run;
  const all = [figure('Differences', grouped(comparison?.differences ?? 0)), ...mainFigures(figures)];
  return HEADLINES[header.job].flatMap((name) => all.find((each) => each.name === name) ?? []);
}

function mainFigures(figures: Figures): readonly Figure[] {
  const { metrics, tally } = figures;
  const hasPayments = tally.payments.count > 0;
  return [
    ...(hasPayments ? paymentFigures(figures) : []),
    ...loadFigures(figures),
    depletedFigure(figures),
    ...(hasPayments ? [] : [figure('Asked', grouped(metrics.operations), 'no payments')]),
  ];
}

function paymentFigures({ metrics, run, tally: { payments }, inTokens }: Figures): readonly Figure[] {
  // Of a sample of a load's records the sums come from the counts of all payments.
  const byToken =
    run.load?.kept.kind === 'sample'
      ? resolvedCounts(run.load.aggregate, run.records).arrived
      : payments.volumes;
  const volumes = [...byToken].map(([token, amount]) => inTokens(amount, token));
  // Nodes under load do not report paths and fees, and a table has their latencies.
  const isLoad = run.load !== undefined;
  const fees = isLoad ? '' : `, fees ${percentText(metrics.fee_share)}`;
  const ended = `${grouped(metrics.succeeded)} of ${grouped(metrics.payments)}; ${grouped(metrics.failed)} failed`;
  const tail = `p95 ${durationText(metrics.latency_p95_ms)}, p99 ${durationText(metrics.latency_p99_ms)}`;
  const hops = metrics.path_length_mean;
  const always = [
    figure(
      'Payments',
      percentText(metrics.success_rate),
      `${ended}${openText(run, payments, metrics.indeterminate)}`,
    ),
    figure('Volume', volumes.join(' + '), `${percentText(metrics.volume_rate)} of what was tried${fees}`),
  ];
  if (isLoad || payments.latenciesMs.length === 0) return always;
  return [
    ...always,
    figure('Latency', durationText(metrics.latency_p50_ms), tail),
    figure(
      'Path',
      `${readable(hops)} ${hops === 1 ? 'hop' : 'hops'}`,
      `the longest ${grouped(metrics.path_length_max)}`,
    ),
  ];
}

// The payments without an answer: those still on their way, those that stay open, and those that reading resolved.
// The records of a sample say nothing of all.
function openText(run: StoredRun, { pending: onTheirWay, unanswered }: PaymentTally, open: number): string {
  const isSample = run.load?.kept.kind === 'sample';
  const pending = isSample ? 0 : onTheirWay;
  const resolved = isSample ? 0 : unanswered - open;
  return given([
    pending > 0 && `, ${grouped(pending)} pending`,
    open > pending && `, ${grouped(open - pending)} indeterminate`,
    resolved > 0 && ` (${grouped(resolved)} without an answer, found by reading)`,
  ]).join('');
}

function loadFigures({ run, metrics }: Figures): readonly Figure[] {
  const { load } = run;
  if (load === undefined) return [];
  const { counts, reasons } = load.aggregate;
  if (counts.payments === 0) return [figure('Load', '–', 'no payment ended')];
  const { driver } = load;
  const unsent = reasons.get('driver-limit') ?? 0;
  const sentRate = sentPerSecond(load.aggregate);
  // Starts that found no free place were offered, too.
  const offeredRate = (sentRate * (counts.payments + counts.dropped)) / counts.payments;
  const parts = given([
    `offered ${readable(offeredRate, 1)}/s`,
    waitText(counts),
    counts.dropped > 0 && `${grouped(counts.dropped)} dropped: no free place among the payments in flight`,
    driver && `driver ${percentText(driver.cpuMs / driver.wallMs)} of a core`,
    // The target had no part in it.
    unsent > 0 && `${grouped(unsent)} not sent: no open files or ports left here (ulimit -n)`,
  ]);
  const achieved = readable(sentRate * metrics.success_rate, 1);
  return [figure('Rate', `${achieved} successful payments/s`, parts.join(' · '))];
}

/** Payments sent per second; waiting for the last answers is no time in which anything was sent. */
export function sentPerSecond({ counts, series: { intervals, intervalMs } }: LoadAggregate): number {
  const { payments, lastStartedAtMs, lastEndedAtMs } = counts;
  const firstStartedAtMs = intervals.findIndex(({ started }) => started > 0) * intervalMs;
  if (payments < 2 || lastStartedAtMs <= firstStartedAtMs) return payments / (lastEndedAtMs / 1000);
  return (payments - 1) / ((lastStartedAtMs - firstStartedAtMs) / 1000);
}

// A wait of this share of the time in which payments were sent is worth a word, but less than a second never is.
const WAIT_SHARE = 0.05;
const WAIT_MS = 1000;

function waitText(counts: LoadAggregate['counts']): string | undefined {
  const { lastStartedAtMs, lastEndedAtMs } = counts;
  const waitMs = lastEndedAtMs - lastStartedAtMs;
  if (lastStartedAtMs === 0 || waitMs < Math.max(WAIT_MS, WAIT_SHARE * lastStartedAtMs)) return undefined;
  return `the last one ended ${durationText(waitMs)} later`;
}

function depletedFigure(figures: Figures): Figure {
  const { metrics, startBalances, endBalances } = figures;
  return (
    unknownEnd(figures) ??
    figure(
      'Depleted',
      `${grouped(metrics.drained_channels)} of ${grouped(endBalances?.count ?? 0)} channels`,
      `at the start ${grouped(startBalances.depletedCount)}, imbalance ${percentText(metrics.imbalance_mean)}`,
    )
  );
}

function unknownEnd({ run, endBalances }: Figures): Figure | null {
  if (endBalances === undefined) return figure('Depleted', 'not known', 'the run broke off');
  const isUnread = run.end?.size === 0 && unknownText(run) !== undefined;
  return isUnread ? figure('Depleted', 'not read at the end') : null;
}

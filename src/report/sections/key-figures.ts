import type { LoadAggregate } from '../../model/load/load-aggregate.ts';
import { resolvedCounts } from '../../model/load/resolved-counts.ts';
import type { StoredRun } from '../../model/run/run.ts';
import { unknownText } from '../figures/verdict.ts';
import type { PaymentTally } from '../figures/payment-tally.ts';
import { counted, durationText, grouped, percentText, readable } from '../words/number-format.ts';
import { html } from '../page/markup.ts';
import type { Block, Figure } from '../blocks/block.ts';
import type { Figures } from '../figures/figures.ts';

/** The numbers a reader wants first, each with what it means. */
export function keyFigures(data: Figures): Block {
  return { kind: 'figures', folded: 'All key figures, and what they mean', figures: allFigures(data) };
}

function allFigures(data: Figures): readonly Figure[] {
  const figures = data.tally.payments.count > 0 ? paymentFigures(data) : [];
  return [...figures, ...loadFigures(data.run), ...networkFigures(data)];
}

// The figures that answer what each job is asked, the most telling first.
const HEADLINES = {
  simulate: ['Payments that succeeded', 'Volume', 'Drained channels'],
  replay: ['Differences', 'Payments that succeeded', 'Drained channels'],
  load: ['Payments that succeeded', 'Rate'],
} as const;

/** The few of them that belong on the first screen, without their explanations. */
export function headlineFigures(data: Figures): readonly Figure[] {
  const figures = allFigures(data);
  const wanted = HEADLINES[data.run.header.job].flatMap(
    (name) => figures.find((figure) => figure.name === name) ?? [],
  );
  return (wanted.length === 0 ? figures : wanted).map(({ hint: _hint, ...figure }) => figure);
}

function paymentFigures({ metrics, run, tally: { payments }, inTokens }: Figures): readonly Figure[] {
  const value = (name: string): number => metrics[name] ?? 0;
  const isTimed = payments.latenciesMs.length > 0;
  const borrowed = run.header.job === 'replay' ? ' As simulated: nodes do not tell over REST.' : '';
  // Of a sample of a load's records the sums come from the counts of all payments.
  const byToken =
    run.load?.kept.kind === 'sample'
      ? resolvedCounts(run.load.aggregate, run.records).arrived
      : payments.volumes;
  const volumes = [...byToken].map(([token, amount]) => inTokens(amount, token));
  const ofPaths = (figure: Figure): readonly Figure[] => (run.load ? [] : [figure]);
  return [
    {
      name: 'Payments that succeeded',
      label: 'Payments',
      figure: percentText(value('success_rate')),
      beside: `${grouped(value('succeeded'))} of ${grouped(value('payments'))}; ${grouped(value('failed'))} failed${openText(run, payments, value('indeterminate'))}`,
    },
    {
      name: 'Volume',
      label: 'Volume',
      figure: volumes.join(' + '),
      beside: `${percentText(value('volume_rate'))} of what was tried`,
      hint: 'Lower than the success rate when it is the large payments that fail.',
    },
    // The path of a payment under load is not known: nodes do not tell it over REST.
    ...ofPaths({
      name: 'Fees',
      after: 'fees',
      figure: percentText(value('fee_share')),
      hint: `What mediators kept, as a share of the volume.${borrowed}`,
    }),
    {
      name: 'Latency, median',
      // Of a load a table has it.
      ...(isTimed && !run.load && { label: 'Latency' }),
      figure: isTimed ? durationText(value('latency_p50_ms')) : 'none',
      beside: isTimed
        ? `95 % within ${durationText(value('latency_p95_ms'))}, 99 % within ${durationText(value('latency_p99_ms'))}`
        : 'No payment succeeded',
      ...(isTimed && {
        hint: run.load
          ? 'Of payments that succeeded, from sending to the answer. A table below has all payments, and counts from when they were due, too.'
          : 'From request to answer, on the run’s own clock.',
      }),
    },
    ...ofPaths({
      name: 'Path length, mean',
      label: 'Path',
      figure: html`${readable(value('path_length_mean'))} <small>${value('path_length_mean') === 1 ? 'hop' : 'hops'}</small>`,
      beside: `the longest ${grouped(value('path_length_max'))}`,
      hint: `Channels a payment goes through; 1 is a direct neighbour.${borrowed}`,
    }),
  ];
}

// The payments without an answer: those still on their way, those that stay open, and those that reading resolved.
// The records of a sample say nothing of all.
function openText(run: StoredRun, { pending: onTheirWay, unanswered }: PaymentTally, open: number): string {
  const isSample = run.load?.kept.kind === 'sample';
  const pending = isSample ? 0 : onTheirWay;
  const resolved = isSample ? 0 : unanswered - open;
  return [
    ...(pending > 0 ? [`, ${grouped(pending)} pending`] : []),
    ...(open > pending ? [`, ${grouped(open - pending)} indeterminate`] : []),
    ...(resolved > 0 ? [` (${grouped(resolved)} without an answer, told by reading)`] : []),
  ].join('');
}

function loadFigures({ load }: StoredRun): readonly Figure[] {
  if (load === undefined) return [];
  const { counts, reasons } = load.aggregate;
  if (counts.payments === 0)
    return [{ name: 'Load', label: 'Load', figure: '–', beside: 'no payment ended' }];
  const { driver } = load;
  const unsent = reasons.get('driver-limit') ?? 0;
  const parts = [
    ...waitText(counts),
    ...(counts.dropped > 0 ? [`${grouped(counts.dropped)} dropped`] : []),
    ...(driver === undefined ? [] : [`driver ${percentText(driver.cpuMs / driver.wallMs)} of a core`]),
    // The target had no part in it.
    ...(unsent > 0 ? [`${grouped(unsent)} not sent: no open files or ports left here (ulimit -n)`] : []),
  ];
  return [
    {
      name: 'Rate',
      label: 'Rate',
      figure: html`${readable(sentPerSecond(load.aggregate), 1)} <small>payments/s</small>`,
      ...(parts.length > 0 && { beside: parts.join(' · ') }),
      hint: 'Payments, over the time in which they were sent.',
    },
  ];
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

function waitText(counts: LoadAggregate['counts']): readonly string[] {
  const { lastStartedAtMs, lastEndedAtMs } = counts;
  const waitMs = lastEndedAtMs - lastStartedAtMs;
  if (lastStartedAtMs === 0 || waitMs < Math.max(WAIT_MS, WAIT_SHARE * lastStartedAtMs)) return [];
  return [`the last one was ${answeredWords(counts)} ${durationText(waitMs)} later`];
}

/** The end of a load's times: a payment without an answer ended when it was given up. */
export function answeredWords({ indeterminate }: Pick<LoadAggregate['counts'], 'indeterminate'>): string {
  return indeterminate > 0 ? 'answered or given up' : 'answered';
}

function networkFigures({ metrics, startBalances, endBalances, run }: Figures): readonly Figure[] {
  if (!endBalances)
    return [{ name: 'Channels', figure: '–', hint: 'The run broke off before its end state was known.' }];
  const value = (name: string): number => metrics[name] ?? 0;
  const isUnread = run.end?.size === 0 && unknownText(run) !== undefined;
  const drained: Figure = {
    name: 'Drained channels',
    label: 'Drained',
    figure: isUnread
      ? 'not read at the end'
      : html`${grouped(value('drained_channels'))} <small>of ${grouped(endBalances.count)}</small>`,
    beside: `at the start ${grouped(startBalances.drainedCount)}`,
    hint: 'Channels with an end that holds less than 5 % of the capacity: it can receive, but hardly send.',
  };
  const even: Figure = {
    name: 'Imbalance, mean',
    after: 'imbalance',
    figure: percentText(value('imbalance_mean')),
    hint: '0 %: both ends of every channel hold the same. 100 %: everything lies at one end.',
  };
  const operations: Figure = {
    name: 'Operations',
    ...(value('payments') === 0 && { label: 'Asked' }),
    figure: grouped(value('operations')),
    hint: `Everything the scenario asked of nodes, in ${durationText(value('duration_s') * 1000)} on the run’s clock.`,
    ...(value('payments') === 0 && { beside: 'no payments' }),
  };
  const balances = isUnread ? [drained] : [drained, even];
  if (run.comparison === undefined) return [...balances, operations];
  const differences: Figure = {
    name: 'Differences',
    figure: grouped(run.comparison.differences),
    hint: `What the nodes did otherwise than the simulation predicts, over ${counted(run.comparison.operations.length, 'operation')} and the end state.`,
  };
  return [...balances, value('payments') === 0 ? operations : differences];
}

import type { LoadResult, PerformedCheck } from '../../model/load/load-result.ts';
import type { LoadRun } from '../../model/run/run.ts';
import { type Block, emptySection, prose, section, table, type TableColumn } from '../blocks/block.ts';
import { heldText } from '../load/load-text.ts';
import { badge, yesBadge } from '../page/badge.ts';
import { html, withDetail } from '../page/markup.ts';
import type { Figures } from '../figures/figures.ts';
import { CHECK_TEXTS } from '../words/check-texts.ts';
import { clockHint, counted, durationText, grouped, percentText, readable } from '../words/number-format.ts';
import { foundText } from '../words/metric-text.ts';

const MOST_FINDINGS = 50;

/** Thresholds with what the load showed, the checks after it with what they covered, and what they found. */
export function loadJudgement({
  thresholds,
  abortedBy,
  brokenOff,
  checks,
  findings,
  baseline,
}: LoadResult): Block {
  return section(
    { id: 'load', title: 'Thresholds and checks', listed: 'Thresholds and checks' },
    abortedBy === undefined
      ? null
      : prose(html`<strong>Ended early</strong> by the threshold <code>${abortedBy}</code>.`),
    brokenOff === undefined ? null : prose(html`<strong>Ended early</strong>: ${brokenOff}.`),
    thresholds.length === 0 ? prose('No threshold was set.', 'empty') : thresholdTable(thresholds),
    baseline === undefined ? null : baselineTable(baseline),
    checks.length === 0
      ? prose('Nothing was checked: the run ended before its targets were read.', 'empty')
      : checkTable(checks),
    findings.length === 0 ? null : findingTable(findings),
    findings.length > MOST_FINDINGS
      ? prose(
          html`And ${grouped(findings.length - MOST_FINDINGS)} more in <code>summary.json</code>.`,
          'hint',
        )
      : null,
  );
}

function thresholdTable(thresholds: LoadResult['thresholds']): Block {
  return table({
    caption: 'What was asked of the load',
    columns: [
      { head: 'Metric', cell: ({ threshold }) => html`<code>${threshold.metric}</code>` },
      { head: 'Threshold', cell: ({ threshold }) => html`<code>${threshold.condition}</code>` },
      {
        head: 'Found',
        number: true,
        cell: ({ threshold, actual }) => foundText(threshold.condition, actual),
      },
      { head: 'Met', cell: ({ met }) => yesBadge(met) },
    ],
    rows: thresholds,
  });
}

function baselineTable({ figures, confidence }: NonNullable<LoadResult['baseline']>): Block {
  return table({
    caption: `Against the baseline; worse is what chance does not explain at ${readable(100 * confidence)} % confidence`,
    columns: [
      { head: 'Figure', cell: ({ metric }) => html`<code>${metric}</code>` },
      { head: 'Baseline', number: true, cell: ({ baseline }) => readable(baseline, 4) },
      {
        head: 'Now',
        number: true,
        cell: ({ current }) => (current === undefined ? 'no sample' : readable(current, 4)),
      },
      { head: 'Verdict', cell: ({ worse }) => (worse ? badge('bad', 'worse') : badge('good', 'not worse')) },
    ],
    rows: figures,
  });
}

const VERDICT_BADGES: Readonly<Record<PerformedCheck['verdict'], Parameters<typeof badge>>> = {
  holds: ['good', 'holds'],
  violated: ['bad', 'violated'],
  unknown: ['unknown', 'unknown'],
  'not-checked': ['unknown', 'not checked'],
};

function checkTable(checks: LoadResult['checks']): Block {
  return table({
    caption: 'Checked after the load',
    columns: [
      { head: 'Rule', cell: ({ name }) => withDetail(CHECK_TEXTS[name] ?? name, name) },
      { head: 'On', cell: ({ detail }) => detail },
      { head: 'Verdict', cell: ({ verdict }) => badge(...VERDICT_BADGES[verdict]) },
    ],
    rows: checks,
  });
}

function findingTable(findings: LoadResult['findings']): Block {
  return table({
    caption: counted(findings.length, 'finding'),
    columns: [
      {
        head: 'Operation',
        cell: ({ operation, check }) =>
          withDetail(operation === null ? 'none alone' : `#${operation}`, check),
      },
      { head: 'What is wrong', cell: ({ title, decidedBy }) => withDetail(title, decidedBy) },
      { head: 'Expected', cell: ({ predicted }) => predicted },
      { head: 'Found', cell: ({ observed }) => observed },
    ],
    rows: findings.slice(0, MOST_FINDINGS),
  });
}

const PERCENTS = [50, 75, 90, 95, 99, 99.9];

/** Percentiles of service and response time side by side, and whether the target or the driver was the limit. */
export function loadLatency({ load, header }: Pick<LoadRun, 'load' | 'header'>): Block {
  const frame = { id: 'load-latency-table', title: 'How long payments took', listed: 'Latency' };
  const { service, response, lag, counts } = load.aggregate;
  if (service.count === 0) return emptySection(frame, 'No payment ended.');
  const rows = [
    {
      name: 'Response time',
      histogram: response,
      meaning: 'from the intended start to the answer: what a payer waits',
    },
    { name: 'Service time', histogram: service, meaning: 'from sending to the answer: what the target took' },
    { name: 'Lag', histogram: lag, meaning: 'from the intended start to sending' },
  ];
  type Row = (typeof rows)[number];
  const timeColumn = (head: string, ofMs: (row: Row) => number): TableColumn<Row> => ({
    head,
    number: true,
    cell: (row) => durationText(ofMs(row)),
  });
  return section(
    { ...frame, hint: `${limitText(load)}${clockHint(header)}` },
    table({
      caption: `${counted(service.count, 'payment')}, whatever came of them, those without an answer until they were given up; exact to three digits`,
      columns: [
        { head: 'Time', cell: ({ name, meaning }) => withDetail(name, meaning) },
        timeColumn('mean', ({ histogram }) => histogram.meanMs),
        ...PERCENTS.map((percent) =>
          timeColumn(`p${percent}`, ({ histogram }) => histogram.percentileMs(percent)),
        ),
        timeColumn('longest', ({ histogram }) => histogram.maxMs),
      ],
      rows,
    }),
    counts.dropped === 0
      ? null
      : prose(
          `${counted(counts.dropped, 'intended start')} found no free place among the payments in flight and ${counts.dropped === 1 ? 'was' : 'were'} dropped.`,
        ),
  );
}

// Above this the driver's one core was full for much of the time.
const BUSY_SHARE = 0.85;
// A payer notices no less; below it lag is the clock's grain.
const LATE_MS = 10;

function limitText({ aggregate, driver }: Pick<LoadResult, 'aggregate' | 'driver'>): string {
  const lateMs = aggregate.lag.percentileMs(99);
  const lag = `99 % of the payments were sent within ${durationText(lateMs)} of their intended start.`;
  if (driver === undefined) return lag;
  const share = driver.wallMs === 0 ? 0 : driver.cpuMs / driver.wallMs;
  const cost = `The driver used ${percentText(share)} of a core, ${grouped(driver.peakMemoryBytes / 1e6)} MB and had at most ${grouped(driver.peakInFlight)} in flight.`;
  const blame =
    lateMs < LATE_MS
      ? ''
      : share >= BUSY_SHARE
        ? ' The driver, not the target, was the limit: use shards.'
        : ' Starts were late although the driver was not busy: others used this machine.';
  return `${lag} ${cost}${blame}`;
}

/** The locks that nodes still held after the load, at every look, and in which channels. */
export function loadHeld({ aftermath }: LoadResult, { inTokens }: Figures): Block {
  const frame = { id: 'load-held', title: 'Still locked after the load' };
  if (aftermath === undefined) return emptySection(frame, 'Nobody looked after the load.');
  const { looks, channels } = aftermath;
  if (channels.length === 0) return emptySection(frame, 'Nothing, once the last payment had ended.');
  return section(
    { ...frame, hint: `Locks held ${heldText(aftermath)}.` },
    table({
      caption: 'At every look',
      columns: [
        { head: 'After the last payment ended', number: true, cell: ({ atMs }) => durationText(atMs) },
        { head: 'Payments that hold locks', number: true, cell: ({ payments }) => grouped(payments) },
        {
          head: 'Locked',
          number: true,
          cell: ({ locked }) => locked.map(({ token, amount }) => inTokens(amount, token)).join(' + ') || '0',
        },
      ],
      rows: looks,
    }),
    table({
      caption: 'Where, at the last look that found any',
      columns: [
        { head: 'Channel', cell: ({ channel }) => channel },
        { head: 'From', cell: ({ payer }) => payer },
        { head: 'To', cell: ({ payee }) => payee },
        { head: 'Payments', number: true, cell: ({ transfers }) => grouped(transfers) },
        { head: 'Locked', number: true, cell: ({ lockedAmount, token }) => inTokens(lockedAmount, token) },
      ],
      rows: channels,
    }),
  );
}

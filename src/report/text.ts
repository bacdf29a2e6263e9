import { scriptedSteps } from '../model/load/scripted-steps.ts';
import { describeOperation, describeOutcome } from '../model/run/describe-operation.ts';
import type { Finding } from '../model/run/finding.ts';
import { notDriven, type Run } from '../model/run/run.ts';
import { Figures } from './figures/figures.ts';
import { disturbanceTexts } from './words/disturbance-texts.ts';
import { clockText } from './words/clock-text.ts';
import { durationText, foundBeside, grouped, percentText, readable } from './words/number-format.ts';
import { tokenWriter } from './report-data.ts';
import { differencesOf } from './summary.ts';
import { findingTitle } from './words/finding-title.ts';
import { failuresByReason } from './figures/failures.ts';
import type { ReportedPayment } from './figures/reported-payment.ts';
import { type Paint, painter } from './words/terminal-paint.ts';
import { loadLines } from './load/load-text.ts';
import { clipped, continued, labelled, type TextFrame, wrapped } from './words/text-lines.ts';
import { namedPathsText } from './figures/named-paths.ts';
import { unexpectedSteps } from './figures/unexpected-steps.ts';
import { standingTexts } from './figures/standing.ts';
import { judgedExpectations, verdictOf } from './figures/verdict.ts';
import { volumeByToken } from './figures/volume.ts';
import { unknownText } from './figures/unknowns.ts';
import { unreadLines, unreadNodesOf } from './unread-text.ts';

/** How the terminal summary is written. */
export interface TextOptions {
  readonly color: boolean;
  /** Columns; 80 is what every terminal has. */
  readonly width: number;
  /** Where the page with all details is; absent: none was written. */
  readonly reportPath?: string;
}

// A terminal's 24 rows less one for the prompt.
const MAX_LINES = 23;
const BAR_COLUMNS = 24;

/** A run on one screen: question, verdict, key figures, failures, expectations, differences, where the report is. */
export function textSummary(
  run: Run,
  { color, width, reportPath }: TextOptions,
  figures = new Figures(run),
): string {
  const { metrics, payments } = figures;
  const frame = { paint: painter(color), width, figures, metrics, payments };
  const found = run.comparison ? differencesOf(run.comparison) : (run.load?.findings ?? []);
  const unread = new Set(unreadNodesOf(run).map(({ node }) => node));
  // Told by the list of what was not read; an answer that was wrong only once is not in it.
  const differences = found.filter(({ check, node = '' }) => check !== 'readable' || !unread.has(node));
  const head = [...headLines(run, frame), '', ...figureLines(run, frame)];
  const foot = reportPath === undefined ? [] : [`${frame.paint.dim('Report')}  ${reportPath}`];
  const bodyOf = (rows: number): readonly string[] => {
    const lists = [
      ...expectationLines(run, frame, rows),
      ...(run.load ? loadLines(run.load, frame, rows) : []),
      ...unreadLines(run, frame, rows),
      ...refusedStepLines(run, frame),
      ...stepLines(run, frame, rows),
      ...failureLines(run, frame, rows),
      ...comparisonLines(run, frame),
    ];
    const room = MAX_LINES - head.length - lists.length - foot.length;
    return [...lists, ...differenceLines(differences, frame, room)];
  };
  const bodies = [4, 3, 2, 1].map(bodyOf);
  const fitting = bodies.find((body) => head.length + body.length + foot.length <= MAX_LINES);
  return [...head, ...(fitting ?? bodyOf(1)), ...foot].join('\n');
}

interface Frame extends TextFrame {
  readonly figures: Figures;
  readonly metrics: Metrics;
  readonly payments: readonly ReportedPayment[];
}

type Metrics = Readonly<Record<string, number>>;

function headLines(run: Run, { paint, width, figures }: Frame): readonly string[] {
  const { scenario, seed, job, pace } = run.header;
  const { word, sentence } = verdictOf(run, figures);
  const facts = `${scenario.name} · ${job} · seed ${seed} · pace ${pace}${run.partial ? ' · broken off' : ''}`;
  const mark = {
    'as-expected': paint.good('✓'),
    'not-as-expected': paint.bad('✗'),
    unknown: paint.warn('?'),
    partial: paint.warn('!'),
  }[word];
  return [
    ...wrapped(scenario.question, { width, lines: 2 }).map(paint.bold),
    paint.dim(clipped(facts, width)),
    `${mark} ${clipped(sentence, width - 2)}`,
    ...standingTexts(run).flatMap((text) =>
      wrapped(text, { width: width - 2, lines: 2 }).map(
        (line, index) => `${index === 0 ? paint.warn('!') : ' '} ${line}`,
      ),
    ),
  ];
}

function figureLines(run: Run, frame: Frame): readonly string[] {
  const { metrics, payments } = frame;
  const value = (name: string): number => metrics[name] ?? 0;
  if (value('payments') === 0) return [`No payments; ${grouped(value('operations'))} operations.`];
  // The path of a payment under load is not known: nodes do not tell it over REST.
  const known = (text: string): string => (run.load === undefined ? text : '');
  const inTokens = tokenWriter(run);
  const volumes = [...volumeByToken(run, payments)].map(([token, amount]) => inTokens(amount, token));
  const row = (label: string, text: string): string => labelled(label, text, frame);
  const rows = [
    row(
      'Payments',
      `${percentText(value('success_rate'))} succeeded: ${grouped(value('succeeded'))} of ${grouped(value('payments'))}${openText(run, payments, metrics)}`,
    ),
    row(
      'Volume',
      `${clipped(volumes.join(' + '), 36)}, ${percentText(value('volume_rate'))} of what was tried${known(` · fees ${percentText(value('fee_share'))}`)}`,
    ),
  ];
  // Without an answered success there is no latency, which is not one of 0 ms.
  if (payments.some(({ latencyMs }) => latencyMs !== undefined))
    rows.push(
      row(
        'Latency',
        `p50 ${durationText(value('latency_p50_ms'))} · p95 ${durationText(value('latency_p95_ms'))} · p99 ${durationText(value('latency_p99_ms'))}`,
      ),
    );
  const clock = clockText(run.header);
  if (clock !== undefined) rows.push(row('Clock', clock));
  const isUnread = run.end?.size === 0 && unknownText(run) !== undefined;
  const channels = isUnread
    ? 'not read at the end'
    : `${grouped(value('drained_channels'))} drained at the end · imbalance ${readable(value('imbalance_mean'))}`;
  rows.push(
    row('Channels', `${channels}${known(` · ${readable(value('path_length_mean'))} hops a payment`)}`),
  );
  if (run.disturbances !== undefined)
    rows.push(
      ...disturbanceTexts(run.disturbances, metrics, inTokens).map(({ label, text }) => row(label, text)),
    );
  return rows;
}

// Of a load only: a simulation says what it expects, and a replay compares.
function refusedStepLines({ load, records }: Run, frame: Frame): readonly string[] {
  if (load === undefined) return [];
  const { asked, refused } = scriptedSteps(records);
  const [first] = refused;
  if (first === undefined) return [];
  const { operation, outcome } = first;
  const rest = refused.length > 1 ? ', ...' : '';
  const text = `${refused.length} of ${asked.length} refused: ${describeOperation(operation)}, ${describeOutcome(outcome)}${rest}`;
  return [labelled('Steps', text, frame)];
}

// What got no answer: how many are still on their way, how many nothing tells of, and how many reading told of. A
// sample says nothing of all.
function openText(run: Run, payments: readonly ReportedPayment[], metrics: Metrics): string {
  const open = metrics['indeterminate'] ?? 0;
  const isSample = run.load?.kept.kind === 'sample';
  const pending = isSample ? 0 : payments.filter(isPending).length;
  const unanswered = payments.filter(({ record }) => record.outcome.kind === 'indeterminate').length;
  const told = isSample ? 0 : unanswered - open;
  return [
    ...(pending > 0 ? [`, ${grouped(pending)} pending`] : []),
    ...(open > pending ? [`, ${grouped(open - pending)} indeterminate`] : []),
    ...(told > 0 ? [` (${grouped(told)} without an answer, told by reading)`] : []),
  ].join('');
}

function isPending({ record: { outcome } }: ReportedPayment): boolean {
  return outcome.kind === 'indeterminate' && outcome.resolved === 'pending';
}

function expectationLines(run: Run, { paint, width, metrics }: Frame, rows: number): readonly string[] {
  const judged = [...judgedExpectations(run, metrics)].sort((a, b) => Number(a.met) - Number(b.met));
  if (judged.length === 0) return [];
  const shown = judged.slice(0, rows).map(({ expectation, actual, met }) => {
    const line = clipped(`${expectation.text}   is ${foundBeside(expectation.text, actual)}`, width - 4);
    return `  ${met ? paint.good('✓') : paint.bad('✗')} ${line}`;
  });
  return [paint.dim(`Expected${shownOf(shown.length, judged.length)}`), ...shown];
}

// Steps that ended otherwise than the scenario says, with what it says and what happened.
function stepLines(run: Run, frame: Frame, rows: number): readonly string[] {
  const steps = unexpectedSteps(run, tokenWriter(run));
  if (steps.length === 0) return [];
  const shown = steps
    .slice(0, rows)
    .flatMap(({ step, asked, expected, observed }) => [
      `  ${frame.paint.bad('✗')} ${clipped(`${step}: ${asked}`, frame.width - 4)}`,
      detail('expected', expected, frame),
      detail('observed', observed, frame),
    ]);
  const rest = shownOf(Math.min(rows, steps.length), steps.length);
  return [frame.paint.dim(`Steps that ended otherwise${rest}`), ...shown];
}

function failureLines(run: Run, { paint, width, payments }: Frame, rows: number): readonly string[] {
  const reasons = failuresByReason(run, payments);
  const largest = reasons[0]?.count ?? 0;
  if (largest === 0) return [];
  const shown = reasons.slice(0, rows).map(({ reason, count }) => {
    const bar = '█'.repeat(Math.max(1, Math.round((count / largest) * BAR_COLUMNS)));
    return clipped(`  ${reason.padEnd(26)}${grouped(count).padStart(8)} ${bar}`, width);
  });
  const others = reasons.slice(rows).map(({ reason, count }) => `${reason} ${grouped(count)}`);
  const rest = wrapped(`and ${others.join(', ')}`, { width: width - 2, lines: reasons.length });
  return [paint.dim('Failed'), ...shown, ...(others.length === 0 ? [] : rest.map((line) => `  ${line}`))];
}

function comparisonLines(run: Run, frame: TextFrame): readonly string[] {
  if (!run.comparison) return [];
  const { counts } = run.comparison;
  const rest = notDriven(run) === 0 ? '' : ` · ${grouped(notDriven(run))} not driven`;
  const text =
    `${grouped(counts.agrees)} agree · ${grouped(counts.differs)} differ · ` +
    `${grouped(counts.indeterminate)} indeterminate · ${grouped(counts['allowed-by-concurrency'])} allowed${rest}`;
  const paths = namedPathsText(run);
  return [
    labelled('Compared', text, frame),
    ...(paths === undefined ? [] : [labelled('Paths', paths, frame)]),
  ];
}

function differenceLines(differences: readonly Finding[], frame: TextFrame, room: number): readonly string[] {
  const lines: string[] = [];
  let shown = 0;
  for (const finding of differences) {
    const block = differenceBlock(finding, frame);
    const rest = shown + 1 < differences.length ? 1 : 0;
    // The first one is always shown: a mere count of differences is no help.
    if (shown > 0 && lines.length + block.length + rest > room) break;
    lines.push(...block);
    shown += 1;
  }
  return [...lines, ...restLine(differences.length - shown, frame.paint)];
}

function differenceBlock(finding: Finding, frame: TextFrame): readonly string[] {
  const { paint, width } = frame;
  const name = finding.operation === null ? finding.check : `#${finding.operation} ${finding.check}`;
  return [
    `  ${paint.bad('✗')} ${clipped(`${name}: ${findingTitle(finding)}`, width - 4)}`,
    detail('predicted', finding.predicted, frame),
    detail('observed', finding.observed, frame),
    detail('decided by', finding.decidedBy, frame),
    ...(finding.curl ? continued(finding.curl, { width, indent: 4 }) : []),
  ];
}

function detail(label: string, text: string, { paint, width }: TextFrame): string {
  return `    ${paint.dim(label.padEnd(12))}${clipped(text, width - 16)}`;
}

function shownOf(shown: number, all: number): string {
  return shown < all ? ` (${shown} of ${all})` : '';
}

function restLine(count: number, paint: Paint): readonly string[] {
  return count > 0 ? [paint.dim(`  and ${grouped(count)} more in the report`)] : [];
}

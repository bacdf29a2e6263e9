import { scriptedSteps } from '../model/load/scripted-steps.ts';
import type { NodeName } from '../model/network/network.ts';
import { describeOperation, describeOutcome } from '../model/run/describe-operation.ts';
import type { Finding } from '../model/run/finding.ts';
import { notDriven, type Run } from '../model/run/run.ts';
import { type UnreadNode, unreadNodes, unreadViews, viewsText } from '../model/run/unread-views.ts';
import { type Block, type FactLine, facts, type Item, list, type Parts, prose } from './blocks/block.ts';
import { fittingBody, itemLines, roomBeside, terminalLines } from './blocks/terminal.ts';
import { failuresByReason } from './figures/failures.ts';
import { Figures } from './figures/figures.ts';
import { namedPathsText } from './sections/facts.ts';
import { type ReportedPayment, volumeByToken } from './figures/reported-payment.ts';
import { standingTexts } from './figures/standing.ts';
import { unexpectedSteps } from './figures/unexpected-steps.ts';
import { judgedExpectations, unknownText, verdictOf } from './figures/verdict.ts';
import { loadBlocks } from './load/load-text.ts';
import { RUN_JUDGEMENTS } from './page/badge.ts';
import { differencesOf } from './summary.ts';
import {
  clockText,
  durationText,
  foundBeside,
  grouped,
  percentText,
  readable,
} from './words/number-format.ts';
import { disturbanceTexts } from './words/disturbance-texts.ts';
import { findingTitle } from './words/check-texts.ts';
import { clipped, painter, type TextFrame } from './words/text-lines.ts';

/** How the terminal summary is written. */
export interface TextOptions {
  readonly color: boolean;
  /** Columns; 80 is what every terminal has. */
  readonly width: number;
  /** Where the page with all details is; absent: none was written. */
  readonly reportPath?: string;
}

// Lists longer than this push others off the screen.
const MOST_ROWS = 4;

/** A run on one screen: question, verdict, key figures, failures, expectations, differences, where the report is. */
export function textSummary(
  run: Run,
  { color, width, reportPath }: TextOptions,
  figures = new Figures(run),
): string {
  const frame = { paint: painter(color), width };
  const head = terminalLines([headBlocks(run, figures), prose(''), figureBlocks(figures)], frame);
  const foot = reportPath === undefined ? [] : [`${frame.paint.dim('Report')}  ${reportPath}`];
  const taken = head.length + foot.length;
  const unread = unreadNodesOf(run);
  const lists: Parts = [
    expectationList(figures),
    run.load ? loadBlocks(run.load) : null,
    unreadList(unread),
    refusedSteps(run),
    stepList(figures),
    failureList(figures),
    comparisonFacts(run),
  ];
  const differences = differenceItems(run, new Set(unread.map(({ node }) => node)));
  const body = fittingBody(
    (rows) => {
      const lines = terminalLines(lists, frame, rows);
      return [...lines, ...differenceLines(differences, frame, roomBeside(taken + lines.length))];
    },
    { most: MOST_ROWS, taken },
  );
  return [...head, ...body, ...foot].join('\n');
}

function headBlocks(run: Run, figures: Figures): Parts {
  const { scenario, seed, job, pace } = run.header;
  const { word, sentence } = verdictOf(run, figures);
  return [
    prose(scenario.question, 'heading'),
    prose(
      `${scenario.name} · ${job} · seed ${seed} · pace ${pace}${run.partial ? ' · broken off' : ''}`,
      'muted',
    ),
    { kind: 'verdict', judgement: RUN_JUDGEMENTS[word], sentence, notes: standingTexts(run) },
  ];
}

const VOLUME_COLUMNS = 36;

function figureBlocks({ run, metrics, payments, inTokens }: Figures): Block {
  const value = (name: string): number => metrics[name] ?? 0;
  if (value('payments') === 0) return prose(`No payments; ${grouped(value('operations'))} operations.`);
  // The path of a payment under load is not known: nodes do not tell it over REST.
  const ofPaths = (text: string): string => (run.load === undefined ? text : '');
  const volumes = [...volumeByToken(run, payments)].map(([token, amount]) => inTokens(amount, token));
  const clock = clockText(run.header);
  const isUnread = run.end?.size === 0 && unknownText(run) !== undefined;
  const channels = isUnread
    ? 'not read at the end'
    : `${grouped(value('drained_channels'))} drained at the end · imbalance ${readable(value('imbalance_mean'))}`;
  return facts([
    [
      'Payments',
      `${percentText(value('success_rate'))} succeeded: ${grouped(value('succeeded'))} of ${grouped(value('payments'))}${openText(run, payments, metrics)}`,
    ],
    [
      'Volume',
      `${clipped(volumes.join(' + '), VOLUME_COLUMNS)}, ${percentText(value('volume_rate'))} of what was tried${ofPaths(` · fees ${percentText(value('fee_share'))}`)}`,
    ],
    // Without an answered success there is no latency, which is not one of 0 ms.
    payments.every(({ latencyMs }) => latencyMs === undefined)
      ? undefined
      : [
          'Latency',
          `p50 ${durationText(value('latency_p50_ms'))} · p95 ${durationText(value('latency_p95_ms'))} · p99 ${durationText(value('latency_p99_ms'))}`,
        ],
    clock === undefined ? undefined : ['Clock', clock],
    ['Channels', `${channels}${ofPaths(` · ${readable(value('path_length_mean'))} hops a payment`)}`],
    ...(run.disturbances === undefined
      ? []
      : disturbanceTexts(run.disturbances, metrics, inTokens).map(
          ({ label, text }): FactLine => [label, text],
        )),
  ]);
}

// Of a load only: a simulation says what it expects, and a replay compares.
function refusedSteps({ load, records }: Run): Block | null {
  if (load === undefined) return null;
  const { asked, refused } = scriptedSteps(records);
  const [first] = refused;
  if (first === undefined) return null;
  const rest = refused.length > 1 ? ', ...' : '';
  const text = `${refused.length} of ${asked.length} refused: ${describeOperation(first.operation)}, ${describeOutcome(first.outcome)}${rest}`;
  return facts([['Steps', text]]);
}

// The payments without an answer: those still on their way, those that stay open, and those that reading resolved.
// The records of a sample say nothing of all.
function openText(run: Run, payments: readonly ReportedPayment[], metrics: Figures['metrics']): string {
  const open = metrics['indeterminate'] ?? 0;
  const isSample = run.load?.kept.kind === 'sample';
  const pending = isSample ? 0 : payments.filter(isPending).length;
  const unanswered = payments.filter(({ record }) => record.outcome.kind === 'indeterminate').length;
  const resolved = isSample ? 0 : unanswered - open;
  return [
    ...(pending > 0 ? [`, ${grouped(pending)} pending`] : []),
    ...(open > pending ? [`, ${grouped(open - pending)} indeterminate`] : []),
    ...(resolved > 0 ? [` (${grouped(resolved)} without an answer, told by reading)`] : []),
  ].join('');
}

function isPending({ record: { outcome } }: ReportedPayment): boolean {
  return outcome.kind === 'indeterminate' && outcome.resolved === 'pending';
}

function expectationList({ run, metrics }: Figures): Block | null {
  const judged = [...judgedExpectations(run, metrics)].sort((a, b) => Number(a.met) - Number(b.met));
  return list(
    judged.map(({ expectation: { text }, actual, met }) => ({
      mark: met ? 'good' : 'bad',
      text: `${text}   is ${foundBeside(text, actual)}`,
    })),
    { title: 'Expected' },
  );
}

function unreadList(nodes: readonly UnreadNode[]): Block | null {
  return list(
    nodes.map(({ moment, node, views, answer }) => {
      const when = moment === 'start' ? ', at the start' : '';
      // The answer comes first: what is cut at the end of the line says least.
      return { mark: 'bad', text: `${node}: ${answer} (${viewsText(views)}${when})` };
    }),
    { title: 'Not read', noun: ' nodes' },
  );
}

// The nodes that could not be read, each as it was the first time.
function unreadNodesOf(run: Run): readonly UnreadNode[] {
  const first = new Map<NodeName, UnreadNode>();
  for (const each of unreadNodes(unreadViews(run))) if (!first.has(each.node)) first.set(each.node, each);
  return [...first.values()];
}

function stepList({ run, inTokens }: Figures): Block | null {
  return list(
    unexpectedSteps(run, inTokens).map(({ step, asked, expected, observed }) => ({
      mark: 'bad',
      text: `${step}: ${asked}`,
      details: [
        ['expected', expected],
        ['observed', observed],
      ],
    })),
    { title: 'Steps that ended otherwise' },
  );
}

const BAR_COLUMNS = 24;

function failureList({ run, payments }: Figures): Block | null {
  const reasons = failuresByReason(run, payments);
  const largest = reasons[0]?.count ?? 0;
  if (largest === 0) return null;
  return list(
    reasons.map(({ reason, count }) => {
      const bar = '█'.repeat(Math.max(1, Math.round((count / largest) * BAR_COLUMNS)));
      return { text: `${reason.padEnd(26)}${grouped(count).padStart(8)} ${bar}` };
    }),
    {
      title: 'Failed',
      rest: (rows) => {
        const others = reasons.slice(rows).map(({ reason, count }) => `${reason} ${grouped(count)}`);
        return `and ${others.join(', ')}`;
      },
    },
  );
}

function comparisonFacts(run: Run): Block | null {
  if (!run.comparison) return null;
  const { agrees, differs, indeterminate, 'allowed-by-concurrency': allowed } = run.comparison.counts;
  const rest = notDriven(run);
  const parts = [
    `${grouped(agrees)} agree`,
    `${grouped(differs)} differ`,
    `${grouped(indeterminate)} indeterminate`,
    `${grouped(allowed)} allowed`,
    ...(rest === 0 ? [] : [`${grouped(rest)} not driven`]),
  ];
  const paths = namedPathsText(run);
  return facts([['Compared', parts.join(' · ')], paths === undefined ? undefined : ['Paths', paths]]);
}

// An answer that could not be read stands in the list of nodes, unless it was wrong only once.
function differenceItems(run: Run, unread: ReadonlySet<NodeName>): readonly Item[] {
  const findings = run.comparison ? differencesOf(run.comparison) : (run.load?.findings ?? []);
  return findings
    .filter(({ check, node = '' }) => check !== 'readable' || !unread.has(node))
    .map(differenceItem);
}

function differenceItem(finding: Finding): Item {
  const { operation, check, predicted, observed, decidedBy, curl } = finding;
  const name = operation === null ? check : `#${operation} ${check}`;
  return {
    mark: 'bad',
    text: `${name}: ${findingTitle(finding)}`,
    details: [
      ['predicted', predicted],
      ['observed', observed],
      ['decided by', decidedBy],
    ],
    command: curl,
  };
}

function differenceLines(differences: readonly Item[], frame: TextFrame, room: number): readonly string[] {
  const lines: string[] = [];
  for (const [index, item] of differences.entries()) {
    const block = itemLines(item, frame);
    const rest = index + 1 < differences.length ? 1 : 0;
    // The first one is always shown: a mere count of differences is no help.
    if (index > 0 && lines.length + block.length + rest > room)
      return [...lines, frame.paint.dim(`  and ${grouped(differences.length - index)} more in the report`)];
    lines.push(...block);
  }
  return lines;
}

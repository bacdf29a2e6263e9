import { fittingBody, roomBeside, terminalLines } from '../blocks/terminal.ts';
import { counted, grouped, percentText } from '../words/number-format.ts';
import { metricDifferenceText, metricText } from '../words/metric-text.ts';
import { painter, clipped, LABEL_COLUMNS, labelled, type TextFrame } from '../words/text-lines.ts';
import type { ChannelChange, ChannelFigures, NodeChange, NodeFigures } from './network-changes.ts';
import type { MetricChange } from './sides.ts';
import { faultsOf, overlapText, pairsText, statisticsText, whatIfAnswer } from './what-if-answer.ts';
import { type ComparedRun, isUnchanged, type WhatIf } from './what-if.ts';

// Columns of a figure, of its value in each run, and of the difference.
const NAME_COLUMNS = { most: 28, fewest: 18 };
const VALUE_COLUMNS = 12;
const MAX_FAULTS = 3;

/** Two simulations on one screen: what changed, what that did, and where most. */
export function whatIfText(
  whatIf: WhatIf,
  { color, width, pagePath }: { readonly color: boolean; readonly width: number; readonly pagePath?: string },
): string {
  const frame: TextFrame = { paint: painter(color), width };
  const head = headLines(whatIf, frame);
  const foot =
    pagePath === undefined
      ? frame.paint.dim('-o FILE.html writes all of it on a page, --json prints it')
      : `${frame.paint.dim('Page')}  ${pagePath}`;
  if (isUnchanged(whatIf)) return [...head, foot].join('\n');
  const body = fittingBody(
    (rows) => {
      const lists = whereLines(whatIf, frame, rows);
      const room = roomBeside(head.length + lists.length + METRIC_FRAME);
      return [...metricLines(whatIf, frame, Math.max(MIN_METRICS, room)), ...lists];
    },
    { most: MOST_ROWS, taken: head.length + 1 },
  );
  return [...head, ...body, foot].join('\n');
}

const MOST_ROWS = 3;
const MIN_METRICS = 3;
// The heads of the table of metrics, the line that counts those left out, and the last line.
const METRIC_FRAME = 3;

function headLines(whatIf: WhatIf, frame: TextFrame): readonly string[] {
  const { paint, width } = frame;
  const { runs, changes, plan, pairs, statistics } = whatIf;
  const [first] = changes;
  const more = changes.length > 1 ? ` · and ${grouped(changes.length - 1)} more` : '';
  const payments = pairs === null ? overlapText(plan) : pairsText(plan, pairs);
  return [
    paint.bold(clipped(whatIfAnswer(whatIf), width)),
    `A  ${clipped(runText(runs.a), width - 3)}`,
    `B  ${clipped(runText(runs.b), width - 3)}`,
    ...(first === undefined ? [] : [labelled('Changed', `${changeText(first)}${more}`, frame)]),
    ...faultLines('A', runs.a, frame),
    ...faultLines('B', runs.b, frame),
    ...terminalLines(
      {
        kind: 'facts',
        facts: [
          ['Payments', payments],
          ...(statistics === null ? [] : [['Success', statisticsText(statistics)] as const]),
        ],
        lines: 2,
      },
      frame,
    ),
  ];
}

function runText({ scenario, seed, pace, network }: ComparedRun): string {
  return `${scenario} · seed ${seed} · pace ${pace} · ${counted(network.nodes, 'node')}, ${counted(network.channels, 'channel')}`;
}

function changeText({ path, a, b }: WhatIf['changes'][number]): string {
  return `${path} ${a ?? 'none'} → ${b ?? 'none'}`;
}

function faultLines(name: string, run: ComparedRun, { paint, width }: TextFrame): readonly string[] {
  const faults = faultsOf(run);
  const lines = faults
    .slice(0, MAX_FAULTS)
    .map((fault) => `${paint.bad('✗')} ${clipped(`${name}: ${fault}`, width - 2)}`);
  const rest = faults.length - lines.length;
  return rest > 0 ? [...lines, paint.dim(`  and ${grouped(rest)} more of ${name}`)] : lines;
}

// Changes are made for the first of these; figures that only follow from the number of payments come last.
const FIRST = [
  'success_rate',
  'volume_rate',
  'latency_p50_ms',
  'latency_p95_ms',
  'fee_share',
  'drained_channels',
  'imbalance_mean',
  'path_length_mean',
  'payments',
  'indeterminate',
  'locked_at_end',
  'unexpected_outcomes',
];

function rankOf(metric: string): number {
  const rank = FIRST.indexOf(metric);
  return rank === -1 ? FIRST.length : rank;
}

function metricLines({ metrics }: WhatIf, frame: TextFrame, room: number): readonly string[] {
  const named = metrics.filter(({ metric }) => !metric.startsWith('failures.'));
  const changed = named
    .filter(({ difference }) => difference !== 0)
    .sort((one, other) => rankOf(one.metric) - rankOf(other.metric));
  const first = changed.slice(0, room);
  const [more, same] = [changed.length - first.length, named.length - changed.length];
  const rest = [
    ...(more > 0 ? [`${more} more changed`] : []),
    ...(same > 0 ? [`${same} did not change`] : []),
  ];
  return [
    frame.paint.dim(row(['', 'A', 'B', 'B less A'], frame)),
    ...first.map((change) => figureRow(change.metric, change, frame)),
    ...(rest.length === 0 ? [] : [frame.paint.dim(`  ${rest.join(', ')}`)]),
  ];
}

function whereLines(
  { failures, nodes, channels }: WhatIf,
  frame: TextFrame,
  rows: number,
): readonly string[] {
  const reasons = failures.byReason.filter(({ difference }) => difference !== 0);
  const places = failures.byPlace.filter(({ difference }) => difference !== 0);
  const list = (label: string, texts: readonly string[], inAll = texts.length): readonly string[] =>
    texts.slice(0, rows).map((text, index) => {
      const rest = index === rows - 1 && inAll > rows ? ` · and ${grouped(inAll - rows)} more` : '';
      const line = `${clipped(text, frame.width - LABEL_COLUMNS - rest.length)}${rest}`;
      return labelled(index === 0 ? label : '', line, frame);
    });
  const reasonTexts = reasons.map((change) => `${change.reason} ${countText(change)}`);
  const placeTexts = places.map((change) => `${placeText(change)} ${countText(change)}`);
  return [
    ...list('Failed', reasonTexts),
    ...list('Refused', placeTexts),
    ...list('Nodes', nodes.changed.map(nodeText), nodes.changedInAll),
    ...list('Channels', channels.changed.map(channelText), channels.changedInAll),
  ];
}

function countText({ a, b, difference }: Omit<MetricChange, 'metric'>): string {
  return `${grouped(a)} → ${grouped(b)} (${metricDifferenceText('', difference)})`;
}

function placeText({ at, channel, check }: WhatIf['failures']['byPlace'][number]): string {
  return `at ${at}${channel === null ? '' : `, ${channel}`}, ${check}:`;
}

function nodeText({ node, a, b }: NodeChange): string {
  const figure = (name: string, of: keyof NodeFigures): string => moved(name, a?.[of], b?.[of]);
  return [
    `${node}:${onlyIn({ a, b })}`,
    figure('paid', 'paid'),
    figure('got', 'got'),
    figure('passed on', 'passedOn'),
  ]
    .filter((part) => part !== '')
    .join('  ');
}

function channelText({ between, a, b }: ChannelChange): string {
  const held = (figures: ChannelFigures | null): string | undefined =>
    figures?.share === null || figures === null ? undefined : percentText(figures.share);
  return [
    `${between.join(' – ')} (${(b ?? a)?.channel}):${onlyIn({ a, b })}`,
    moved('carried', a?.carried, b?.carried),
    moved('refused', a?.refused, b?.refused),
    moved(`${between[0]} holds`, held(a), held(b)),
  ]
    .filter((part) => part !== '')
    .join('  ');
}

function onlyIn({ a, b }: { readonly a: unknown; readonly b: unknown }): string {
  return a === null ? ' only in B' : b === null ? ' only in A' : '';
}

// A figure that did not move takes no room.
function moved(name: string, a: number | string | undefined, b: number | string | undefined): string {
  if (a === b || ((a ?? 0) === 0 && (b ?? 0) === 0)) return '';
  return [name, a === undefined ? b : b === undefined ? a : `${a} → ${b}`].join(' ');
}

function figureRow(
  name: string,
  { a, b, difference }: Omit<MetricChange, 'metric'>,
  frame: TextFrame,
): string {
  const cells = [metricText(name, a), metricText(name, b), metricDifferenceText(name, difference)];
  return row([`  ${clipped(name, nameColumns(frame) - 3)}`, ...cells], frame);
}

function row([name = '', a = '', b = '', difference = '']: readonly string[], frame: TextFrame): string {
  const values = `${a.padStart(VALUE_COLUMNS)}${b.padStart(VALUE_COLUMNS)}   ${difference}`;
  return clipped(name.padEnd(nameColumns(frame)) + values, frame.width);
}

// Of a narrow window the names give way first: a figure that is cut is none.
function nameColumns({ width }: TextFrame): number {
  const { most, fewest } = NAME_COLUMNS;
  return Math.min(most, Math.max(fewest, width - 3 * VALUE_COLUMNS - 6));
}

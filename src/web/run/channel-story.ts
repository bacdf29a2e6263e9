import { depletedEnd } from '../../model/network/depletion.ts';
import { counted, grouped, percentText } from '../../report/words/number-format.ts';
import { lineChart } from '../chart.ts';
import type { Movement } from './balance-timeline.ts';
import { element, factList, plainTable } from './dom.ts';
import { linkTo } from './links.ts';
import { momentText } from './run-data.ts';
import { balanceNote, nodeLink, paymentLink, type PageStory, type StoryContext } from './story.ts';

/** One channel from the first to the last moment. */
export function channelStory(context: StoryContext, channel: number): PageStory {
  const { data } = context;
  const { channels } = data.packed;
  const ends = [channels.first[channel] as number, channels.second[channel] as number] as const;
  return {
    title: `Channel ${data.channel(channel)}`,
    nodes: ends,
    channels: [channel],
    parts: [
      element(
        'p',
        {},
        'Between ',
        nodeLink(context, ends[0]),
        ' and ',
        nodeLink(context, ends[1]),
        `; in files ${data.keyOf(channel)}.`,
      ),
      holdings(context, channel),
      ...overTime(context, channel),
      failuresThere(context, ({ failedIn }) => failedIn === channel),
      balanceNote(context),
    ],
  };
}

function holdings({ data, timeline, atMs }: StoryContext, channel: number): HTMLElement {
  const { channels } = data.packed;
  const token = channels.token[channel] as number;
  const names = [data.node(channels.first[channel] as number), data.node(channels.second[channel] as number)];
  const columns = [
    {
      head: 'At the start',
      held: [data.amount(channels.firstBalance, channel), data.amount(channels.secondBalance, channel)],
    },
    ...(timeline === undefined || atMs === undefined
      ? []
      : [{ head: `At ${momentText(atMs)}`, held: timeline.holdingsAt(channel, atMs).balance }]),
    {
      head: 'At the end',
      held: [data.amount(channels.firstAtEnd, channel), data.amount(channels.secondAtEnd, channel)],
    },
  ];
  return plainTable(
    ['Balance of', ...columns.map(({ head }) => `>${head}`)],
    names.map((name, end) => [name, ...columns.map(({ held }) => data.money(held[end] as bigint, token))]),
  );
}

function overTime(context: StoryContext, channel: number): readonly (HTMLElement | null)[] {
  const { data, timeline, atMs: chosenMs } = context;
  if (timeline === undefined) return [];
  const { channels, endMs } = data.packed;
  const token = channels.token[channel] as number;
  const history = timeline.history(channel);
  const names = [data.node(channels.first[channel] as number), data.node(channels.second[channel] as number)];
  const start = timeline.holdingsAtStart(channel);
  const unit = 10 ** (data.packed.tokens[token]?.decimals ?? 0);
  const shareOf = (atMs: number): number => atMs / Math.max(1, endMs);
  const steps = [
    { atMs: 0, balance: start.balance },
    ...history.map(({ movement: { atMs }, balance }) => ({ atMs, balance })),
    { atMs: endMs, balance: (history.at(-1) ?? start).balance },
  ];
  const lines = ([0, 1] as const).map((end) => ({
    name: names[end] as string,
    className: end === 0 ? 'rate' : 'dry-line',
    points: steps.map(({ atMs, balance }) => ({ share: shareOf(atMs), value: Number(balance[end]) / unit })),
  }));
  const marked = [
    ...data.packed.events.map(({ atMs }) => atMs),
    ...(chosenMs === undefined ? [] : [chosenMs]),
  ];
  return [
    element('h3', {}, 'Balance of each end over time'),
    lineChart({
      label: `Balances of ${data.channel(channel)} over time`,
      lines,
      textOf: (value) => value.toLocaleString('en'),
      isStepped: true,
      moments: marked.map(shareOf),
      ends: ['0 s', momentText(endMs)],
    }),
    factList(
      ([0, 1] as const).flatMap((end) => [
        [`${names[end]} sent`, flowText(context, channel, end)] as const,
        [`Most locked by ${names[end]}`, peakText(context, channel, end)] as const,
      ]),
    ),
    ...([0, 1] as const).map((end) => depletedText(context, channel, { end, name: names[end] as string })),
  ];
}

function flowText({ data, timeline }: StoryContext, channel: number, end: 0 | 1): string {
  const sent = (timeline?.ofChannel(channel) ?? []).filter((movement) => isSent(movement, end));
  const sum = sent.reduce((total, { balance }) => total - balance[end], 0n);
  return `${data.money(sum, data.packed.channels.token[channel] as number)} in ${counted(sent.length, 'transfer')}`;
}

function isSent({ row, balance }: Movement, end: 0 | 1): boolean {
  return row >= 0 && balance[end] < 0n;
}

function peakText({ data, timeline }: StoryContext, channel: number, end: 0 | 1): string {
  let peak = { amount: 0n, atMs: 0 };
  for (const { locked, movement } of timeline?.history(channel) ?? [])
    if (locked[end] > peak.amount) peak = { amount: locked[end], atMs: movement.atMs };
  if (peak.amount === 0n) return 'nothing';
  return `${data.money(peak.amount, data.packed.channels.token[channel] as number)} at ${momentText(peak.atMs)}`;
}

/** A time in which an end was depleted. */
interface DepletedStretch {
  readonly fromMs: number;
  /** Absent: until the end. */
  readonly toMs?: number;
}

/** The times in which an end was depleted. */
export function depletedStretches(
  { timeline }: StoryContext,
  channel: number,
  end: 0 | 1,
): readonly DepletedStretch[] {
  if (timeline === undefined) return [];
  const stretches: DepletedStretch[] = [];
  const isAtStart = depletedEnd(timeline.holdingsAtStart(channel).balance) === end;
  let since: number | undefined = isAtStart ? 0 : undefined;
  for (const { balance, movement } of timeline.history(channel)) {
    if (depletedEnd(balance) === end) since ??= movement.atMs;
    else if (since !== undefined) {
      stretches.push({ fromMs: since, toMs: movement.atMs });
      since = undefined;
    }
  }
  return since === undefined ? stretches : [...stretches, { fromMs: since }];
}

const MOST_STRETCHES = 5;

function depletedText(
  context: StoryContext,
  channel: number,
  { end, name }: { readonly end: 0 | 1; readonly name: string },
): HTMLElement | null {
  const stretches = depletedStretches(context, channel, end);
  const last = stretches.at(-1);
  if (last === undefined) return null;
  const momentLink = (atMs: number): HTMLElement =>
    element(
      'a',
      { href: linkTo({ kind: 'channel', name: context.data.channel(channel), atMs }) },
      momentText(atMs),
    );
  const shown = stretches
    .slice(-MOST_STRETCHES)
    .flatMap(({ fromMs, toMs }, at) => [
      at === 0 ? '' : '; ',
      momentLink(fromMs),
      ' until ',
      toMs === undefined ? 'the end' : momentLink(toMs),
    ]);
  return element(
    'section',
    { class: 'dry' },
    element('h3', {}, `${name}’s end ran dry`),
    element('p', {}, `It held less than 5 % of the channel from `, ...shown, '.'),
    drainers(context, channel, { end, untilMs: last.fromMs }),
  );
}

const MOST_DRAINERS = 8;

// The transfers of one end until it was dry, by who paid whom.
function drainers(
  context: StoryContext,
  channel: number,
  { end, untilMs }: { readonly end: 0 | 1; readonly untilMs: number },
): HTMLElement | null {
  const { data, timeline } = context;
  const { operations, channels } = data.packed;
  const pairs = new Map<string, { sum: bigint; rows: number[] }>();
  let all = 0n;
  for (const { row, balance, atMs } of timeline?.ofChannel(channel) ?? []) {
    if (row < 0 || balance[end] >= 0n || atMs > untilMs) continue;
    const pair = `${data.node(operations.node[row] as number)} → ${data.node(operations.target[row] as number)}`;
    const known = pairs.get(pair) ?? { sum: 0n, rows: [] };
    known.sum -= balance[end];
    known.rows.push(row);
    all -= balance[end];
    pairs.set(pair, known);
  }
  if (all === 0n) return element('p', { class: 'hint' }, 'It was dry before anything was sent.');
  const sorted = [...pairs].sort(([, one], [, other]) => (one.sum < other.sum ? 1 : -1));
  const token = channels.token[channel] as number;
  const largest = (rows: readonly number[]): number =>
    [...rows].sort((one, other) =>
      data.amount(operations.amount, one) < data.amount(operations.amount, other) ? 1 : -1,
    )[0] as number;
  return plainTable(
    ['Payments', '>Sent', '>Share', 'Largest'],
    sorted.slice(0, MOST_DRAINERS).map(([pair, { sum, rows }]) => {
      const most = largest(rows);
      return [
        `${pair}, ${counted(rows.length, 'time')}`,
        data.money(sum, token),
        percentText(Number(sum) / Number(all)),
        element(
          'span',
          {},
          data.money(data.amount(operations.amount, most), token),
          ' by #',
          paymentLink(context, most),
        ),
      ];
    }),
    `What drained it: ${data.money(all, token)} sent until ${momentText(untilMs)}, by ${counted(pairs.size, 'pair')}${sorted.length > MOST_DRAINERS ? `; the largest ${MOST_DRAINERS}` : ''}`,
  );
}

const MOST_FAILURES = 12;

/** Links to the payments that failed at a place. */
export function failuresThere(
  context: StoryContext,
  isThere: (place: { readonly failedIn: number; readonly failedAt: number }) => boolean,
): HTMLElement {
  const { operations } = context.data.packed;
  const rows = operations.id.flatMap((_, row) =>
    isThere({ failedIn: operations.failedIn[row] as number, failedAt: operations.failedAt[row] as number })
      ? [row]
      : [],
  );
  const links = rows
    .slice(0, MOST_FAILURES)
    .flatMap((row, at) => [at === 0 ? ' ' : ', ', paymentLink(context, row)]);
  return element(
    'p',
    {},
    rows.length === 0 ? 'No payment failed there.' : `${counted(rows.length, 'payment')} failed there:`,
    ...links,
    rows.length > MOST_FAILURES ? ` and ${grouped(rows.length - MOST_FAILURES)} more, in ` : null,
    rows.length > MOST_FAILURES ? element('a', { href: '#operations' }, 'the table of operations') : null,
  );
}

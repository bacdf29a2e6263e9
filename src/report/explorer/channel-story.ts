import { depletedEnd } from '../../model/network/depletion.ts';
import { type Block, chart, facts, type Parts, prose, table } from '../blocks/block.ts';
import { exactScale, timeUnit } from '../charts/axis.ts';
import { lineChart } from '../charts/plot.ts';
import { html } from '../page/markup.ts';
import { counted, grouped, percentText } from '../words/number-format.ts';
import { momentText, type Movement } from './run-data.ts';
import type { PackedOperation } from './packed-run.ts';
import {
  balanceNote,
  channelLink,
  joinedBy,
  nodeLink,
  type PageStory,
  paymentLink,
  type StoryContext,
} from './story.ts';

const ENDS = [0, 1] as const;
type End = (typeof ENDS)[number];

/** One channel from the first to the last moment. */
export function channelStory(context: StoryContext, channel: string): PageStory {
  const { data } = context;
  const { ends } = data.channel(channel);
  return {
    title: `Channel ${data.channelName(channel)}`,
    nodes: ends,
    channels: [channel],
    blocks: [
      prose(html`Between ${nodeLink(ends[0])} and ${nodeLink(ends[1])}; in files ${channel}.`),
      balanceTable(context, channel),
      overTime(context, channel),
      failuresThere(context, ({ failedIn }) => failedIn === channel),
      balanceNote(context),
    ],
  };
}

function balanceTable({ data, timeline, atMs }: StoryContext, channel: string): Block {
  const { ends, token, start, end: atEnd } = data.channel(channel);
  const chosen = atMs === undefined ? undefined : timeline?.holdingsAt(channel, atMs).balance;
  return table({
    columns: [
      ['Balance of', (end) => ends[end]],
      ['At the start', (end) => data.money(start[end], token), 'number'],
      ...(chosen === undefined
        ? []
        : [[`At ${momentText(atMs ?? 0)}`, (end: End) => data.money(chosen[end], token), 'number'] as const]),
      ['At the end', (end) => data.money(atEnd[end], token), 'number'],
    ],
    rows: ENDS,
  });
}

function overTime(context: StoryContext, channel: string): Parts {
  const { data, timeline } = context;
  if (timeline === undefined) return null;
  const { ends, token } = data.channel(channel);
  const history = timeline.history(channel);
  const flow = (end: End): string => {
    const sent = timeline.ofChannel(channel).filter((movement) => isSent(movement, end));
    const sum = sent.reduce((total, { balance }) => total - balance[end], 0n);
    return `${data.money(sum, token)} in ${counted(sent.length, 'transfer')}`;
  };
  const peak = (end: End): string => {
    let most = { amount: 0n, atMs: 0 };
    for (const { locked, movement } of history)
      if (locked[end] > most.amount) most = { amount: locked[end], atMs: movement.atMs };
    return most.amount === 0n ? 'nothing' : `${data.money(most.amount, token)} at ${momentText(most.atMs)}`;
  };
  return [
    prose('Balance of each end over time', 'heading'),
    balanceChart(context, channel),
    facts(
      ENDS.flatMap((end) => [
        [`${ends[end]} sent`, flow(end)] as const,
        [`Most locked by ${ends[end]}`, peak(end)] as const,
      ]),
    ),
    ENDS.map((end) => depletedPart(context, channel, end)),
  ];
}

function balanceChart({ data, timeline, atMs: chosenMs }: StoryContext, channel: string): Block {
  const { endMs, events, tokens } = data.run;
  const { ends, token } = data.channel(channel);
  const start = timeline?.holdingsAtStart(channel);
  const steps = [
    { atMs: 0, balance: start?.balance },
    ...(timeline?.history(channel) ?? []).map(({ movement: { atMs }, balance }) => ({ atMs, balance })),
  ];
  const unit = timeUnit(endMs);
  const shareOf = (atMs: number): number => atMs / Math.max(1, endMs);
  const whole = 10 ** (tokens.find(({ name }) => name === token)?.decimals ?? 0);
  return chart(
    null,
    lineChart({
      id: 'balances',
      title: `Balances of ${data.channelName(channel)} over time`,
      description: 'A step for each payment, deposit and withdrawal.',
      heightPx: 160,
      lines: ENDS.map((end) => ({
        name: ends[end],
        className: end === 0 ? 'rate' : 'dry-line',
        isStepped: true,
        points: [...steps, { ...steps.at(-1), atMs: endMs }].map(({ atMs, balance = [0n, 0n] }) => {
          return { share: shareOf(atMs ?? 0), value: Number(balance[end]) / whole };
        }),
      })),
      moments: [...events.map(({ atMs }) => atMs), ...(chosenMs === undefined ? [] : [chosenMs])].map(
        (atMs) => ({ share: shareOf(atMs), text: '' }),
      ),
      xTicks: exactScale(Math.max(1, endMs) / unit.ms, { parts: 5 }).ticks,
      xTitle: `since the start (${unit.name})`,
    }),
  );
}

function isSent({ row, balance }: Movement, end: End): boolean {
  return row >= 0 && balance[end] < 0n;
}

/** The times in which an end was depleted; the last one may last until the end of the run. */
export function depletedStretches(
  { timeline }: StoryContext,
  channel: string,
  end: End,
): readonly { readonly fromMs: number; readonly toMs?: number }[] {
  if (timeline === undefined) return [];
  const stretches: { fromMs: number; toMs?: number }[] = [];
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

function depletedPart(context: StoryContext, channel: string, end: End): Parts {
  const { data } = context;
  const stretches = depletedStretches(context, channel, end);
  const last = stretches.at(-1);
  if (last === undefined) return null;
  const moment = (atMs: number) => channelLink(data, channel, { atMs, text: momentText(atMs) });
  const times = stretches
    .slice(-MOST_STRETCHES)
    .map(
      ({ fromMs, toMs }) => html`${moment(fromMs)} until ${toMs === undefined ? 'the end' : moment(toMs)}`,
    );
  return [
    prose(`${data.channel(channel).ends[end]}’s end was depleted`, 'heading'),
    prose(html`It held less than 5 % of the channel from ${joinedBy('; ', times)}.`),
    drainers(context, channel, { end, untilMs: last.fromMs }),
  ];
}

const MOST_DRAINERS = 8;

// The transfers of one end until it was depleted, by payer and payee.
function drainers(
  { data, timeline }: StoryContext,
  channel: string,
  { end, untilMs }: { readonly end: End; readonly untilMs: number },
): Block {
  const { token } = data.channel(channel);
  const pairs = new Map<string, { sum: bigint; rows: number[] }>();
  let all = 0n;
  for (const movement of timeline?.ofChannel(channel) ?? []) {
    const { row, balance, atMs } = movement;
    if (!isSent(movement, end) || atMs > untilMs) continue;
    const { node, target } = data.operation(row);
    const pair = `${node} → ${target}`;
    const used = pairs.get(pair) ?? { sum: 0n, rows: [] };
    used.sum -= balance[end];
    used.rows.push(row);
    all -= balance[end];
    pairs.set(pair, used);
  }
  if (all === 0n) return prose('It was depleted before anything was sent.', 'hint');
  const sorted = [...pairs].sort(([, one], [, other]) => (one.sum < other.sum ? 1 : -1));
  const largest = (rows: readonly number[]): number =>
    rows.reduce((most, row) =>
      BigInt(data.operation(row).amount) > BigInt(data.operation(most).amount) ? row : most,
    );
  return table({
    caption: `What drained it: ${data.money(all, token)} sent until ${momentText(untilMs)}, by ${counted(pairs.size, 'pair')}${sorted.length > MOST_DRAINERS ? `; the largest ${MOST_DRAINERS}` : ''}`,
    columns: [
      ['Payments', ([pair, { rows }]) => `${pair}, ${counted(rows.length, 'time')}`],
      ['Sent', ([, { sum }]) => data.money(sum, token), 'number'],
      ['Share', ([, { sum }]) => percentText(Number(sum) / Number(all)), 'number'],
      [
        'Largest',
        ([, { rows }]) => {
          const row = largest(rows);
          return html`${data.money(data.operation(row).amount, token)} by #${paymentLink(data, row)}`;
        },
      ],
    ],
    rows: sorted.slice(0, MOST_DRAINERS),
  });
}

const MOST_FAILURES = 12;

/** Links to the payments that failed at a place. */
export function failuresThere(
  { data }: StoryContext,
  isThere: (place: Pick<PackedOperation, 'failedIn' | 'failedAt'>) => boolean,
): Block {
  const rows = data.run.operations.flatMap((operation, row) => (isThere(operation) ? [row] : []));
  if (rows.length === 0) return prose('No payment failed there.');
  const links = rows.slice(0, MOST_FAILURES).map((row) => paymentLink(data, row));
  const rest = rows.length - links.length;
  const more =
    rest > 0 ? html` and ${grouped(rest)} more, in <a href="#operations">the table of operations</a>` : null;
  return prose(html`${counted(rows.length, 'payment')} failed there: ${joinedBy(', ', links)}${more}`);
}

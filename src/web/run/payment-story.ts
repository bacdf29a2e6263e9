import { durationText } from '../../report/words/number-format.ts';
import { badge, element, factList, plainTable } from './dom.ts';
import { momentText } from './run-data.ts';
import {
  balanceNote,
  channelLink,
  nodeLink,
  paymentLink,
  type PageStory,
  type StoryContext,
} from './story.ts';

/** One operation, told from what was asked to how it ended. */
export function paymentStory(context: StoryContext, row: number): PageStory {
  const { data } = context;
  const { operations } = data.packed;
  const startMs = operations.startMs[row] as number;
  const path = operations.path[row] ?? [];
  const hops = hopsOf(context, row);
  return {
    title: `${data.isPayment(row) ? 'Payment' : 'Operation'} ${operations.id[row]}`,
    nodes:
      path.length > 0
        ? path
        : [operations.node[row] as number, operations.target[row] as number].filter((node) => node >= 0),
    channels: hops.map(({ channel }) => channel),
    parts: [
      element('p', { class: 'lead' }, data.told(row)),
      ending(context, row),
      path.length > 0 ? pathStrip(context, row) : null,
      factList([
        ['Began', momentText(startMs)],
        ['Took', durationText((operations.endMs[row] as number) - startMs)],
        costFact(context, row),
      ]),
      ...hopParts(context, row),
      ...answers(context, row),
      neighbours(context, row),
    ],
  };
}

function ending({ data }: StoryContext, row: number): HTMLElement {
  const { operations } = data.packed;
  const result = operations.result[row];
  const mark = result === 0 ? 'good' : result === 1 ? 'bad' : 'unknown';
  const ended = badge(mark, data.text(operations.outcome[row] as number));
  const why = data.text(operations.why[row] as number);
  const message = data.text(operations.message[row] as number);
  const meaning = data.text(operations.meaning[row] as number);
  const said = why !== '' ? `${meaning} It ended ${why}.` : meaning !== '' ? meaning : message;
  return element('p', { class: 'verdict' }, ended, said === '' ? null : element('span', {}, ` ${said}`));
}

// The way that was tried, with the place at which it ended.
function pathStrip(context: StoryContext, row: number): HTMLElement {
  const { operations } = context.data.packed;
  const path = operations.path[row] ?? [];
  const failedAt = operations.failedAt[row] as number;
  const parts = path.flatMap((node, place) => {
    const link = nodeLink(context, node);
    if (node === failedAt) link.className = 'bad';
    return place === 0 ? [link] : [element('span', { 'aria-hidden': 'true' }, ' → '), link];
  });
  return element('p', { class: 'path' }, 'Way: ', ...parts);
}

// The money beyond the amount: mediators kept some, and some reached the target all the same.
function costFact(context: StoryContext, row: number): readonly [string, string] | null {
  const { data } = context;
  const { operations } = data.packed;
  const hops = hopsOf(context, row);
  const [sent, arrived] = [hops[0]?.amount, hops.at(-1)?.amount];
  if (sent === undefined || arrived === undefined || operations.result[row] !== 0) return null;
  const money = (amount: bigint): string => data.money(amount, operations.token[row] as number);
  const amount = data.amount(operations.amount, row);
  const [kept, beyond] = [sent - arrived, arrived - amount];
  const parts =
    beyond === 0n ? '' : `: mediators kept ${money(kept)}, ${money(beyond)} arrived beyond the amount`;
  return ['Paid beyond the amount', `${money(sent - amount)}${parts}`];
}

interface Hop {
  readonly channel: number;
  readonly payer: 0 | 1;
  readonly amount: bigint;
  readonly lockedMs: number;
  readonly unlockedMs: number;
}

function hopsOf({ data }: StoryContext, row: number): readonly Hop[] {
  const { operations, hops } = data.packed;
  const from = operations.hop[row] as number;
  return Array.from({ length: operations.hops[row] as number }, (_, place) => ({
    channel: hops.channel[from + place] as number,
    payer: hops.payer[from + place] as 0 | 1,
    amount: data.amount(hops.amount, from + place),
    lockedMs: hops.lockedMs[from + place] as number,
    unlockedMs: hops.unlockedMs[from + place] as number,
  }));
}

function hopParts(context: StoryContext, row: number): readonly (HTMLElement | null)[] {
  const { data, timeline } = context;
  const { operations, channels } = data.packed;
  const token = operations.token[row] as number;
  const hops = hopsOf(context, row);
  const free = (channel: number, payer: 0 | 1, atMs: number): string => {
    const held = timeline?.holdingsAt(channel, atMs, { before: true });
    return held === undefined ? '–' : data.money(held.balance[payer] - held.locked[payer], token);
  };
  const rows: (Node | string)[][] = hops.map((hop, place) => {
    const { channel, payer, amount, lockedMs, unlockedMs } = hop;
    const kept = place === 0 ? 0n : (hops[place - 1] as Hop).amount - amount;
    return [
      hopLink(context, { channel, payer, atMs: lockedMs }),
      data.money(amount, token),
      place === 0 ? '–' : data.money(kept, token),
      free(channel, payer, lockedMs),
      momentText(lockedMs),
      unlockedMs < 0 ? `released ${momentText(operations.endMs[row] as number)}` : momentText(unlockedMs),
    ];
  });
  const failedIn = operations.failedIn[row] as number;
  if (failedIn >= 0) {
    const payer = channels.first[failedIn] === operations.failedAt[row] ? 0 : 1;
    const ended = element('strong', { class: 'bad' }, 'ended here');
    rows.push([
      hopLink(context, { channel: failedIn, payer, atMs: operations.startMs[row] as number }),
      '–',
      '–',
      free(failedIn, payer, operations.endMs[row] as number),
      ended,
      '–',
    ]);
  }
  if (rows.length === 0) return [];
  return [
    element('h3', {}, 'Hop by hop'),
    element(
      'div',
      { class: 'scroll' },
      plainTable(['Channel', '>Amount', '>Fee kept', '>Free before', '>Locked', '>Unlocked'], rows),
    ),
    balanceNote(context),
  ];
}

function hopLink(
  context: StoryContext,
  { channel, payer, atMs }: { readonly channel: number; readonly payer: 0 | 1; readonly atMs: number },
): HTMLElement {
  const { data } = context;
  const link = channelLink(context, channel, atMs);
  const ends = [data.packed.channels.first, data.packed.channels.second].map((end) =>
    data.node(end[channel] as number),
  );
  link.textContent = `${ends[payer]} → ${ends[1 - payer]}`;
  return link;
}

function answers({ data }: StoryContext, row: number): readonly (HTMLElement | null)[] {
  const { operations, job, command } = data.packed;
  const text = (column: readonly number[]): string => data.text(column[row] as number);
  const message = text(operations.message);
  const verdict = text(operations.verdict);
  return [
    verdict === ''
      ? null
      : plainTable(
          ['Predicted', 'Nodes answered', 'Verdict'],
          [[text(operations.predicted), text(operations.observed), verdict]],
        ),
    ...(operations.findings[row] ?? []).map(({ title, decidedBy, curl }) =>
      element(
        'article',
        { class: 'difference' },
        element('h3', {}, data.text(title)),
        element('p', { class: 'hint' }, data.text(decidedBy)),
        curl < 0 ? null : element('pre', { tabindex: '0' }, element('code', {}, data.text(curl))),
      ),
    ),
    message === '' ? null : element('p', {}, 'In the node’s own words: ', element('q', {}, message)),
    ...wire(text(operations.request), text(operations.response)),
    job === 'load'
      ? element('p', { class: 'hint' }, 'A load keeps status and message of each answer, a replay all of it.')
      : null,
    element('p', {}, 'To repeat the run it is part of:'),
    element('pre', { tabindex: '0' }, element('code', {}, command)),
  ];
}

function wire(request: string, response: string): readonly HTMLElement[] {
  if (request === '') return [];
  if (response === '') return [element('p', { class: 'hint' }, request)];
  const said = (text: string): HTMLElement => element('pre', { tabindex: '0' }, element('code', {}, text));
  return [
    element('h3', {}, 'Over the wire'),
    said(request),
    element('p', {}, 'The node answered:'),
    said(response),
  ];
}

// The payments of the run before and after it that failed.
function neighbours(context: StoryContext, row: number): HTMLElement | null {
  const { operations } = context.data.packed;
  const failed = operations.id.flatMap((_, at) => (operations.result[at] === 1 ? [at] : []));
  const before = failed.filter((at) => at < row).at(-1);
  const after = failed.find((at) => at > row);
  if (before === undefined && after === undefined) return null;
  return element(
    'p',
    { class: 'pages' },
    before === undefined ? null : paymentLink(context, before, `← Failed before: ${operations.id[before]}`),
    after === undefined ? null : paymentLink(context, after, `Failed next: ${operations.id[after]} →`),
  );
}

import { type Block, facts, list, type Parts, prose, table } from '../blocks/block.ts';
import { type Content, html } from '../page/markup.ts';
import { durationText } from '../words/number-format.ts';
import type { PackedHop, PackedOperation } from './packed-run.ts';
import { momentText } from './run-data.ts';
import {
  balanceNote,
  channelLink,
  joinedBy,
  nodeLink,
  paymentLink,
  type PageStory,
  type StoryContext,
} from './story.ts';

/** One operation, from its request to how it ended. */
export function paymentStory(context: StoryContext, row: number): PageStory {
  const { data } = context;
  const operation = data.operation(row);
  const { id, node, target, text, path, startMs, endMs } = operation;
  return {
    title: `${target !== '' ? 'Payment' : 'Operation'} ${id}`,
    nodes: path.length > 0 ? path : [node, target].filter((name) => name !== ''),
    channels: data.hops(row).map(({ channel }) => channel),
    blocks: [
      prose(text, 'lead'),
      ending(operation),
      path.length > 0 ? pathStrip(operation) : null,
      facts([
        ['Began', momentText(startMs)],
        ['Took', durationText(endMs - startMs)],
        costFact(context, row),
      ]),
      hopTable(context, row),
      answers(context, operation),
      neighbours(context, row),
    ],
  };
}

function ending({ result, outcome, why, message, meaning }: PackedOperation): Block {
  const mark = ({ succeeded: 'good', failed: 'bad', unknown: 'unknown' } as const)[result];
  const sentence = why !== '' ? `${meaning} It ended ${why}.` : meaning !== '' ? meaning : message;
  return { kind: 'verdict', judgement: [mark, outcome], sentence };
}

// The nodes of the path that was tried; the payment ended at the marked one.
function pathStrip({ path, failedAt }: PackedOperation): Block {
  const nodes = path.map((node) =>
    node === failedAt ? html`<span class="bad">${nodeLink(node)}</span>` : nodeLink(node),
  );
  return { kind: 'markup', markup: html`<p class="path">Path: ${joinedBy(' → ', nodes)}</p>` };
}

// The money beyond the amount: mediators kept some, and some reached the target all the same.
function costFact({ data }: StoryContext, row: number): readonly [string, string] | undefined {
  const { result, token, amount } = data.operation(row);
  const hops = data.hops(row);
  const [first, last] = [hops[0], hops.at(-1)];
  if (first === undefined || last === undefined || result !== 'succeeded') return undefined;
  const [sent, arrived] = [BigInt(first.amount), BigInt(last.amount)];
  const money = (units: bigint): string => data.money(units, token);
  const beyond = arrived - BigInt(amount);
  const parts =
    beyond === 0n
      ? ''
      : `: mediators kept ${money(sent - arrived)}, ${money(beyond)} arrived beyond the amount`;
  return ['Paid beyond the amount', `${money(sent - BigInt(amount))}${parts}`];
}

function hopTable(context: StoryContext, row: number): Parts {
  const { data, timeline } = context;
  const { token, failedIn, failedAt, startMs, endMs } = data.operation(row);
  const hops = data.hops(row);
  const spendable = (channel: string, payer: 0 | 1, atMs: number): string => {
    const held = timeline?.holdingsAt(channel, atMs, { before: true });
    return held === undefined ? '–' : data.money(held.balance[payer] - held.locked[payer], token);
  };
  const link = (channel: string, payer: 0 | 1, atMs: number): Content => {
    const { ends } = data.channel(channel);
    const text = `${ends[payer]} → ${ends[payer === 0 ? 1 : 0]}`;
    return channelLink(data, channel, { atMs, text });
  };
  const rows: Content[][] = hops.map(({ channel, payer, amount, lockedMs, unlockedMs }, place) => [
    link(channel, payer, lockedMs),
    data.money(amount, token),
    place === 0 ? '–' : data.money(BigInt((hops[place - 1] as PackedHop).amount) - BigInt(amount), token),
    spendable(channel, payer, lockedMs),
    momentText(lockedMs),
    unlockedMs < 0 ? `released ${momentText(endMs)}` : momentText(unlockedMs),
  ]);
  if (failedIn !== '') {
    const payer = data.channel(failedIn).ends[0] === failedAt ? 0 : 1;
    const ended = html`<strong class="bad">ended here</strong>`;
    rows.push([link(failedIn, payer, startMs), '–', '–', spendable(failedIn, payer, endMs), ended, '–']);
  }
  if (rows.length === 0) return null;
  const heads = ['Channel', 'Amount', 'Fee kept', 'Spendable', 'Locked', 'Unlocked'];
  return [
    prose('Hop by hop', 'heading'),
    table({
      columns: heads.map((head, at) => [head, (cells: Content[]) => cells[at], at === 0 ? {} : 'number']),
      rows,
    }),
    balanceNote(context),
  ];
}

function answers({ data }: StoryContext, operation: PackedOperation): Parts {
  const { job, command } = data.run;
  const { message, predicted, observed, verdict, findings, request, response } = operation;
  return [
    verdict === ''
      ? null
      : facts([
          ['Predicted', predicted],
          ['Nodes answered', observed],
          ['Verdict', verdict],
        ]),
    list(
      findings.map(({ title, decidedBy, curl }) => {
        return { text: title, hint: decidedBy, details: [], command: curl === '' ? undefined : curl };
      }),
    ),
    message === '' ? null : prose(html`In the node’s own words: <q>${message}</q>`),
    response === ''
      ? request === ''
        ? null
        : prose(request, 'hint')
      : [
          prose('Over the wire', 'heading'),
          exchanged(request),
          prose('The node answered:'),
          exchanged(response),
        ],
    job === 'load'
      ? prose('A load keeps status and message of each answer, a replay all of it.', 'hint')
      : null,
    prose('To repeat the run it is part of:'),
    { kind: 'command', command },
  ];
}

function exchanged(text: string): Block {
  return { kind: 'markup', markup: html`<pre tabindex="0"><code>${text}</code></pre>` };
}

// The payments of the run before and after it that failed.
function neighbours({ data }: StoryContext, row: number): Parts {
  const failed = data.run.operations.flatMap(({ result }, at) => (result === 'failed' ? [at] : []));
  const [before, after] = [failed.filter((at) => at < row).at(-1), failed.find((at) => at > row)];
  if (before === undefined && after === undefined) return null;
  const link = (at: number | undefined, text: (id: number) => string): Content =>
    at === undefined ? null : paymentLink(data, at, text(data.operation(at).id));
  const markup = html`<p class="pages">${link(before, (id) => `← Previous failed payment: ${id}`)}${link(after, (id) => `Next failed payment: ${id} →`)}</p>`;
  return { kind: 'markup', markup };
}

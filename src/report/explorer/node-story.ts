import { type Block, facts, prose, table } from '../blocks/block.ts';
import { counted } from '../words/number-format.ts';
import { depletedStretches, failuresThere } from './channel-story.ts';
import { momentText } from './run-data.ts';
import { balanceNote, channelLink, type PageStory, type StoryContext } from './story.ts';

const MOST_CHANNELS = 50;

/** One node: what it forwarded and earned, what happened to it, and its channels. */
export function nodeStory(context: StoryContext, node: string): PageStory {
  const { data } = context;
  const channels = data.run.channels.flatMap(({ key, ends }) => (ends.includes(node) ? [key] : []));
  const { forwarded = 0, sent = 0, received = 0, earned = [] } = data.facts.nodes.get(node) ?? {};
  const fees = [...earned].flatMap(([token, amount]) => (amount === 0n ? [] : [data.money(amount, token)]));
  const events = data.run.events.filter((event) => event.node === node);
  return {
    title: `Node ${node}`,
    nodes: [node],
    channels,
    blocks: [
      facts([
        ['Forwarded', `${counted(forwarded, 'payment')}, earned ${fees.join(', ') || 'nothing'}`],
        ['Sent / received', `${counted(sent, 'payment')} / ${counted(received, 'payment')} that succeeded`],
        events.length === 0
          ? undefined
          : ['Events', events.map(({ text, atMs }) => `${text} (${momentText(atMs)})`).join('; ')],
      ]),
      failuresThere(context, ({ failedAt }) => failedAt === node),
      prose('Channels and balances', 'heading'),
      channelTable(context, channels, node),
      balanceNote(context),
    ],
  };
}

function channelTable(context: StoryContext, ofNode: readonly string[], node: string): Block {
  const { data, atMs, timeline } = context;
  const endOf = (channel: string): 0 | 1 => (data.channel(channel).ends[0] === node ? 0 : 1);
  const balance = (channel: string): string => {
    const { token, end: atEnd } = data.channel(channel);
    const chosen = atMs === undefined ? undefined : timeline?.holdingsAt(channel, atMs).balance;
    return data.money((chosen ?? atEnd)[endOf(channel)], token);
  };
  const depletedSince = (channel: string): string => {
    const last = depletedStretches(context, channel, endOf(channel)).at(-1);
    return last !== undefined && last.toMs === undefined ? momentText(last.fromMs) : '–';
  };
  return table({
    columns: [
      ['Channel', (channel) => channelLink(data, channel, { atMs })],
      [
        'At the start',
        (channel) => data.money(data.channel(channel).start[endOf(channel)], data.channel(channel).token),
        'number',
      ],
      [atMs === undefined ? 'At the end' : momentText(atMs), balance, 'number'],
      ['Depleted since', depletedSince, 'number'],
    ],
    rows: ofNode,
    most: MOST_CHANNELS,
    inAll: ofNode.length,
  });
}

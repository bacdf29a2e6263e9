import { counted } from '../../report/words/number-format.ts';
import { depletedStretches, failuresThere } from './channel-story.ts';
import { element, factList, plainTable } from './dom.ts';
import { nodeFacts } from './network-facts.ts';
import { momentText } from './run-data.ts';
import { balanceNote, channelLink, type PageStory, type StoryContext } from './story.ts';

const MOST_CHANNELS = 50;

/** One node: what it forwarded and earned, what happened to it, and its channels. */
export function nodeStory(context: StoryContext, node: number): PageStory {
  const { data } = context;
  const { channels } = data.packed;
  const channelsOfNode = channels.first.flatMap((first, channel) =>
    first === node || channels.second[channel] === node ? [channel] : [],
  );
  const { forwarded, earned, sent, received } = nodeFacts(data).of(node);
  const fees = [...earned].map(([token, amount]) => data.money(amount, token)).join(', ') || 'nothing';
  const events = data.packed.events.filter((event) => event.node === node);
  return {
    title: `Node ${data.node(node)}`,
    nodes: [node],
    channels: channelsOfNode,
    parts: [
      factList([
        ['Forwarded', `${counted(forwarded, 'payment')}, earned ${fees}`],
        ['Sent / received', `${counted(sent, 'payment')} / ${counted(received, 'payment')} that succeeded`],
        events.length === 0
          ? null
          : ['Events', events.map(({ told, atMs }) => `${told} (${momentText(atMs)})`).join('; ')],
      ]),
      failuresThere(context, ({ failedAt }) => failedAt === node),
      element('h3', {}, 'Channels and balances'),
      channelTable(context, channelsOfNode, node),
      balanceNote(context),
    ],
  };
}

function channelTable(context: StoryContext, ofNode: readonly number[], node: number): HTMLElement {
  const { data, atMs } = context;
  const { channels } = data.packed;
  const rows = ofNode.slice(0, MOST_CHANNELS).map((channel) => {
    const end = channels.first[channel] === node ? 0 : 1;
    const token = channels.token[channel] as number;
    const balance = context.timeline?.holdingsAt(channel, atMs ?? Number.POSITIVE_INFINITY).balance[end];
    const atEnd = data.amount(end === 0 ? channels.firstAtEnd : channels.secondAtEnd, channel);
    const last = depletedStretches(context, channel, end).at(-1);
    return [
      channelLink(context, channel, atMs),
      data.money(data.amount(end === 0 ? channels.firstBalance : channels.secondBalance, channel), token),
      data.money(atMs === undefined ? atEnd : (balance ?? atEnd), token),
      last !== undefined && last.toMs === undefined ? momentText(last.fromMs) : '–',
    ];
  });
  const heads = ['Channel', '>At the start', `>${atMs === undefined ? 'At the end' : momentText(atMs)}`];
  const caption =
    ofNode.length > MOST_CHANNELS ? `The first ${MOST_CHANNELS} of ${ofNode.length}` : undefined;
  return plainTable([...heads, '>Depleted since'], rows, caption);
}

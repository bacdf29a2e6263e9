import { counted } from '../../report/words/number-format.ts';
import { failuresThere, dryStretches } from './channel-story.ts';
import { element, factList, plainTable } from './dom.ts';
import { moneyChart } from './money-chart.ts';
import { nodeFacts } from './network-facts.ts';
import { momentText } from './run-data.ts';
import { balanceNote, channelLink, type ToldStory, type StoryContext } from './story.ts';

/** One node: what it has, forwards and earns. */
export function nodeStory(context: StoryContext, node: number): ToldStory {
  const { data, atMs } = context;
  const { channels, tokens } = data.packed;
  const own = channels.first.flatMap((first, channel) =>
    first === node || channels.second[channel] === node ? [channel] : [],
  );
  const { forwarded, earned, sent, received } = nodeFacts(data).of(node);
  const events = data.packed.events.filter((event) => event.node === node);
  const sums = (amounts: ReadonlyMap<number, bigint>): string =>
    amounts.size === 0
      ? 'nothing'
      : [...amounts].map(([token, amount]) => data.money(amount, token)).join(', ');
  return {
    title: `Node ${data.node(node)}`,
    nodes: [node],
    channels: own,
    atMs,
    parts: [
      factList([
        ['Channels', counted(own.length, 'channel')],
        ['Forwarded', `${counted(forwarded, 'payment')}, earned ${sums(earned)}`],
        ['Paid, was paid', `${counted(sent, 'payment')}, ${counted(received, 'payment')} that succeeded`],
        events.length === 0
          ? null
          : ['Happened to it', events.map(({ told, atMs: at }) => `${told} (${momentText(at)})`).join('; ')],
      ]),
      failuresThere(context, ({ failedAt }) => failedAt === node),
      ...tokens.map((_, token) => moneyOverTime(context, { node, own, token })),
      channelTable(context, own, node),
      balanceNote(context),
    ],
  };
}

function moneyOverTime(
  context: StoryContext,
  { node, own, token }: { readonly node: number; readonly own: readonly number[]; readonly token: number },
): HTMLElement | null {
  const { data, timeline } = context;
  const { channels, tokens, endMs } = data.packed;
  const held = own.filter((channel) => channels.token[channel] === token);
  if (timeline === undefined || held.length === 0) return null;
  const endOf = (channel: number): 0 | 1 => (channels.first[channel] === node ? 0 : 1);
  const unit = 10 ** (tokens[token]?.decimals ?? 0);
  let total = held.reduce(
    (sum, channel) => sum + timeline.holdingsAtStart(channel).balance[endOf(channel)],
    0n,
  );
  let locked = 0n;
  const steps = held
    .flatMap((channel) => timeline.ofChannel(channel))
    .sort((one, other) => one.atMs - other.atMs);
  const moments = [0];
  const balances = [Number(total) / unit];
  const free = [Number(total) / unit];
  for (const step of steps) {
    total += step.balance[endOf(step.channel)];
    locked += step.locked[endOf(step.channel)];
    moments.push(step.atMs);
    balances.push(Number(total) / unit);
    free.push(Number(total - locked) / unit);
  }
  moments.push(endMs);
  balances.push(balances.at(-1) as number);
  free.push(free.at(-1) as number);
  const name = tokens[token]?.name ?? '';
  return element(
    'div',
    {},
    element('h3', {}, `${name} in its channels over time`),
    moneyChart({
      moments,
      series: [
        { name: 'holds', values: balances },
        { name: 'of it free to send', values: free },
      ],
      context,
      label: `${name} that ${data.node(node)} holds over time`,
    }),
  );
}

const MOST_CHANNELS = 50;

function channelTable(context: StoryContext, own: readonly number[], node: number): HTMLElement {
  const { data, timeline, atMs } = context;
  const { channels } = data.packed;
  const rows = own.slice(0, MOST_CHANNELS).map((channel) => {
    const end = channels.first[channel] === node ? 0 : 1;
    const token = channels.token[channel] as number;
    const now =
      timeline !== undefined && atMs !== undefined
        ? timeline.holdingsAt(channel, atMs).balance[end]
        : data.amount(end === 0 ? channels.firstAtEnd : channels.secondAtEnd, channel);
    const dry = dryStretches(context, channel, end).at(-1);
    return [
      channelLink(context, channel, atMs),
      data.money(data.amount(end === 0 ? channels.firstBalance : channels.secondBalance, channel), token),
      data.money(now, token),
      dry !== undefined && dry.toMs === undefined ? momentText(dry.fromMs) : '–',
    ];
  });
  return plainTable(
    [
      'Channel',
      '>At the start',
      `>${atMs === undefined ? 'At the end' : `At ${momentText(atMs)}`}`,
      '>Dry since',
    ],
    rows,
    own.length > MOST_CHANNELS
      ? `Its first ${MOST_CHANNELS} channels of ${own.length}`
      : 'Its channels, and what it holds of each',
  );
}

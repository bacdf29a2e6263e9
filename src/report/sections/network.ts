import type { Network, NodeAttributes, TokenName } from '../../model/network/network.ts';
import type { Balances, ChannelBalance } from '../figures/channel-balances.ts';
import { type Extract, type Link, networkExtract } from '../charts/network-extract.ts';
import { networkDrawing } from '../charts/network-drawing.ts';
import { counted, percentText } from '../words/number-format.ts';
import { type Block, type Parts, chart, pageOnly, prose, section } from '../blocks/block.ts';
import { linkTo } from '../../web/run/links.ts';
import { html, type Markup } from '../page/markup.ts';
import type { Figures } from '../figures/figures.ts';

// A drawing per token network; further ones would repeat the same picture for ever.
const MAX_DRAWINGS = 3;

/** The network with its balances at the end, one drawing per token. */
export function networkSection(figures: Figures): Block {
  return pageOnly(() => drawnNetwork(figures));
}

function drawnNetwork(data: Figures): Block | null {
  const { run } = data;
  const network = run.end ?? run.start;
  const when = run.end ? 'at the end of the run' : 'before the run: it broke off, so its end is not known';
  const balances = data.endBalances ?? data.startBalances;
  const tokens = network.getAttribute('tokens').filter(({ name }) => balances.tokens.has(name));
  if (tokens.length === 0) return null;
  const rest = tokens.length - MAX_DRAWINGS;
  return section(
    {
      id: 'network',
      title: 'The network',
      listed: 'Network',
      hint: `Balances ${when}. A line is a channel, thicker with more capacity; its two colours meet where the capacity is divided, each part belongs to the node it touches: that is what this node can send. Nodes grow with the capacity of their channels. Point at a node or channel to read its balances, click it for its story; arrow keys step through the nodes, Enter opens the story.`,
    },
    tokens.slice(0, MAX_DRAWINGS).map(({ name }, index) =>
      tokenDrawing(data, {
        network,
        token: name,
        index,
        balances: tokens.length > 1 ? ofToken(balances, name) : balances,
        titled: tokens.length > 1,
      }),
    ),
    { kind: 'markup', markup: legend() },
    rest > 0
      ? prose(`${counted(rest, 'further token network')} ${rest === 1 ? 'is' : 'are'} not drawn.`, 'hint')
      : null,
  );
}

function tokenDrawing(
  data: Figures,
  part: {
    readonly network: Network;
    readonly token: TokenName;
    readonly index: number;
    readonly balances: Balances;
    readonly titled: boolean;
  },
): Parts {
  const { network, token, index, balances, titled } = part;
  const extract = networkExtract(balances);
  const facts = nodeFacts(extract);
  const drawn = extract.links.flatMap(({ channels }) => channels.map(({ channel }) => channel));
  const started = data.startBalances.withKeys(new Set(drawn));
  const inTokens = (amount: bigint): string => data.inTokens(amount, token);
  const drawing = networkDrawing({
    id: `network-${index}`,
    title: `The channels of ${token}`,
    description: `${counted(extract.nodes.length, 'node')} and ${counted(extract.links.length, 'connection')}; the tables of this page have the numbers.`,
    extract,
    isOnline: (name) => network.getNodeAttribute(name, 'online'),
    describeNode: (name) => describeNode(name, network.getNodeAttributes(name), facts.get(name), inTokens),
    describeLink: (link) => describeLink(link, started, inTokens),
    storyOf,
  });
  const detail = html`<output class="detail muted" for="network-${index}" aria-live="polite"></output>`;
  return [
    titled ? prose(token, 'heading') : null,
    partNote(extract),
    // A node without a channel of this token belongs to the picture only when there is a single one.
    titled ? null : aloneNote(extract),
    chart(null, drawing, detail),
  ];
}

function storyOf(what: string | Link): string {
  if (typeof what === 'string') return linkTo({ kind: 'node', name: what });
  return linkTo({ kind: 'channel', name: what.channels[0]?.channel ?? '' });
}

// Gone through again each time, because channels are not kept.
function ofToken(balances: Balances, name: TokenName): Balances {
  return {
    names: balances.names,
    forEachPair: (visit) =>
      balances.forEachPair((one, other, balance) => {
        if (balance().token === name) visit(one, other, balance);
      }),
  };
}

function partNote({ nodes, links, allNodes, allLinks }: Extract): Block | null {
  if (nodes.length === allNodes && links.length === allLinks) return null;
  return prose(
    `The network has ${counted(allNodes, 'node')} and ${counted(allLinks, 'connection')}, too many to read: drawn are the ${counted(nodes.length, 'best-connected node')} and the ${counted(links.length, 'connection')} between them.`,
    'hint',
  );
}

const MAX_NAMES = 20;

function aloneNote({ alone }: Extract): Block | null {
  if (alone.length === 0) return null;
  const rest = alone.length - MAX_NAMES;
  const names = `${alone.slice(0, MAX_NAMES).join(', ')}${rest > 0 ? ` and ${counted(rest, 'other')}` : ''}`;
  return prose(`Without an open channel, and so not drawn: ${names}.`, 'hint');
}

interface NodeFact {
  readonly capacity: bigint;
  readonly canSend: bigint;
  readonly channels: number;
  readonly drained: number;
}

function nodeFacts({ links }: Extract): ReadonlyMap<string, NodeFact> {
  const facts = new Map<string, NodeFact>();
  for (const { channels } of links)
    for (const { between, balance, capacity, drainedEnd } of channels)
      between.forEach((name, end) => {
        const sum = facts.get(name);
        facts.set(name, {
          capacity: (sum?.capacity ?? 0n) + capacity,
          canSend: (sum?.canSend ?? 0n) + (end === 0 ? balance[0] : balance[1]),
          channels: (sum?.channels ?? 0) + 1,
          drained: (sum?.drained ?? 0) + (drainedEnd === end ? 1 : 0),
        });
      });
  return facts;
}

// An amount of the token that is drawn.
type TokenAmount = (amount: bigint) => string;

function describeNode(
  name: string,
  { alias, online }: Pick<NodeAttributes, 'alias' | 'online'>,
  fact: NodeFact | undefined,
  inTokens: TokenAmount,
): string {
  const title = `${name}${alias === undefined ? '' : ` (${alias})`}${online ? '' : ', offline'}`;
  if (!fact) return `${title}: no open channel`;
  const { capacity, canSend, channels, drained } = fact;
  const share = capacity === 0n ? '' : ` (${percentText(Number(canSend) / Number(capacity))})`;
  const dry =
    drained === 0 ? '' : `; ${drained === 1 ? 'one end of it is' : `${drained} ends of it are`} drained`;
  return `${title}: ${counted(channels, 'channel')}, holds ${inTokens(canSend)} of ${inTokens(capacity)}${share}${dry}`;
}

function describeLink(
  { between, balance, capacity, channels }: Link,
  started: ReadonlyMap<string, ChannelBalance>,
  inTokens: TokenAmount,
): string {
  const only = channels.length === 1 ? channels[0] : undefined;
  const name = only?.channel ?? counted(channels.length, 'channel');
  const before = only && started.get(only.channel);
  const then = before
    ? `; at the start ${before.between[0]} ${inTokens(before.balance[0])}, ${before.between[1]} ${inTokens(before.balance[1])}`
    : '';
  return `${between[0]} – ${between[1]} (${name}): ${between[0]} holds ${inTokens(balance[0])}, ${between[1]} ${inTokens(balance[1])} of ${inTokens(capacity)}${then}`;
}

function legend(): Markup {
  const sample = (className: string, parts: Markup): Markup =>
    html`<svg width="46" height="10" aria-hidden="true"><g class="${className}" stroke-width="5">${parts}</g></svg>`;
  return html`<ul class="legend">
<li>${sample('channel', html`<line class="near" x1="0" x2="30" y1="5" y2="5"/><line class="far" x1="30" x2="46" y1="5" y2="5"/>`)}channel, divided 2 to 1</li>
<li>${sample('channel drained', html`<line class="near dry" x1="0" x2="12" y1="5" y2="5"/><line class="far" x1="12" x2="46" y1="5" y2="5"/>`)}drained: the dashed end holds less than 5 %</li>
<li><svg class="node offline" width="14" height="14" aria-hidden="true"><circle cx="7" cy="7" r="5" style="--r:6"/></svg>offline node</li>
</ul>`;
}

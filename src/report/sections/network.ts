import type { TokenName } from '../../model/network/network.ts';
import type { ChannelBalances } from '../figures/channel-balances.ts';
import { type Link, networkExtract, type NodeSum, nodeSums } from '../charts/network-extract.ts';
import { networkDrawing } from '../charts/network-drawing.ts';
import { counted } from '../words/number-format.ts';
import { type Block, chart, pageOnly, type Parts, prose, section } from '../blocks/block.ts';
import { linkTo } from '../explorer/story.ts';
import { html, type Markup } from '../page/markup.ts';
import type { Figures } from '../figures/figures.ts';

// A drawing per token network; further ones would repeat the same picture for ever.
const MAX_DRAWINGS = 3;

/** The network with its balances at the end, one drawing per token. */
export function networkSection(figures: Figures): Block {
  return pageOnly(() => drawnNetwork(figures));
}

function drawnNetwork(figures: Figures): Block | null {
  const { run, endBalances, startBalances } = figures;
  const when = run.end ? 'at the end of the run' : 'before the run: it broke off, so its end is not known';
  const balances = endBalances ?? startBalances;
  const tokens = run.start.getAttribute('tokens').filter(({ name }) => balances.tokens.has(name));
  if (tokens.length === 0) return null;
  const rest = tokens.length - MAX_DRAWINGS;
  return section(
    {
      id: 'network',
      title: 'The network',
      listed: 'Network',
      hint: `Balances ${when}. A line is a channel, thicker with more capacity; its two colours meet where the capacity is divided, each part belongs to the node it touches: that is what this node can send. Nodes grow with the capacity of their channels. Point at a node or channel to read its balances, click it for its story; arrow keys step through the nodes, Enter opens the story.`,
    },
    tokens
      .slice(0, MAX_DRAWINGS)
      .map(
        ({ name }, index): Parts => [
          tokens.length > 1 ? prose(name, 'heading') : null,
          tokenDrawing(figures, { token: name, index, balances }),
        ],
      ),
    { kind: 'markup', markup: legend() },
    rest > 0 ? prose(`Not drawn: ${counted(rest, 'further token network')}.`, 'hint') : null,
  );
}

function tokenDrawing(
  { run, inTokens }: Figures,
  drawn: { readonly token: TokenName; readonly index: number; readonly balances: ChannelBalances },
): Parts {
  const { token, index, balances } = drawn;
  const network = run.end ?? run.start;
  const extract = networkExtract(balances, token);
  const { nodes, links, allNodes, allLinks } = extract;
  const isPart = nodes.length < allNodes || links.length < allLinks;
  const write = (amount: bigint): string => inTokens(amount, token);
  const sums = nodeSums(extract);
  const drawing = networkDrawing({
    id: `network-${index}`,
    title: `The channels of ${token}`,
    description: `${counted(nodes.length, 'node')} and ${counted(links.length, 'connection')}; the tables of this page have the numbers.`,
    extract,
    sums,
    isOnline: (name) => network.getNodeAttribute(name, 'online'),
    describe(what) {
      if (typeof what !== 'string') return linkText(what, write);
      const { alias, online } = network.getNodeAttributes(what);
      const sum = sums.get(what);
      return `${what}${alias === undefined ? '' : ` (${alias})`}${online ? '' : ', offline'}: ${sum && nodeText(sum, write)}`;
    },
    storyOf,
  });
  return [
    isPart
      ? prose(
          `Drawn are the ${counted(nodes.length, 'best-connected node')} of ${counted(allNodes, 'node')}, and the ${counted(links.length, 'connection')} between them of ${counted(allLinks, 'connection')}.`,
          'hint',
        )
      : null,
    chart(
      null,
      drawing,
      html`<output class="detail muted" for="network-${index}" aria-live="polite"></output>`,
    ),
  ];
}

function storyOf(what: string | Link): string {
  if (typeof what === 'string') return linkTo({ kind: 'node', name: what });
  return linkTo({ kind: 'channel', name: what.channels[0]?.channel ?? '' });
}

type TokenAmount = (amount: bigint) => string;

// `3 channels, holds 85 DAI of 300 DAI`
function nodeText({ channels, balance, capacity, depleted }: NodeSum, write: TokenAmount): string {
  const ends = depleted === 0 ? '' : `; ${counted(depleted, 'depleted end')}`;
  return `${counted(channels, 'channel')}, holds ${write(balance)} of ${write(capacity)}${ends}`;
}

function linkText({ between, balance, capacity, channels }: Link, write: TokenAmount): string {
  const name = channels.length === 1 ? channels[0]?.channel : counted(channels.length, 'channel');
  return `${between.join(' – ')} (${name}): ${between[0]} holds ${write(balance[0])}, ${between[1]} ${write(balance[1])} of ${write(capacity)}`;
}

function legend(): Markup {
  const sample = (className: string, parts: Markup): Markup =>
    html`<svg width="46" height="10" aria-hidden="true"><g class="${className}" stroke-width="5">${parts}</g></svg>`;
  return html`<ul class="legend">
<li>${sample('channel', html`<line class="near" x1="0" x2="30" y1="5" y2="5"/><line class="far" x1="30" x2="46" y1="5" y2="5"/>`)}channel, divided 2 to 1</li>
<li>${sample('channel drained', html`<line class="near dry" x1="0" x2="12" y1="5" y2="5"/><line class="far" x1="12" x2="46" y1="5" y2="5"/>`)}the dashed end is depleted</li>
<li><svg class="node offline" width="14" height="14" aria-hidden="true"><circle cx="7" cy="7" r="5" style="--r:6"/></svg>offline node</li>
</ul>`;
}

import type { Network } from '../../model/network/network.ts';
import { type NetworkDrawing, networkDrawing } from '../charts/network-drawing.ts';
import { type Link, networkExtract } from '../charts/network-extract.ts';
import { type ChannelBalance, ChannelBalances, listedBalances } from '../figures/channel-balances.ts';
import { type Block, chart } from '../blocks/block.ts';
import { html } from '../page/markup.ts';

interface NetworkFigure
  extends Pick<NetworkDrawing, 'id' | 'title' | 'describeNode' | 'describeLink' | 'isMarked'> {
  readonly caption: string;
  /** Which end of a channel is dashed. */
  readonly dashedEnd?: (channel: string) => 0 | 1 | null;
}

/** The starting network of a plan, drawn with what an answer points out. */
export function networkFigure(
  network: Network,
  { caption, dashedEnd = () => null, ...drawing }: NetworkFigure,
): Block {
  const balances: ChannelBalance[] = [];
  new ChannelBalances(network).forEach((balance) => {
    balances.push({ ...balance, drainedEnd: dashedEnd(balance.channel) });
  });
  const extract = networkExtract(listedBalances(network.nodes(), balances));
  const links = extract.links.map((link): Link => {
    const marked = link.channels.find(({ drainedEnd }) => drainedEnd !== null);
    return { ...link, drainedEnd: marked?.drainedEnd ?? null };
  });
  return chart(
    caption,
    networkDrawing({
      ...drawing,
      description: 'The table above has the same in numbers.',
      extract: { ...extract, links },
      isOnline: (name) => network.getNodeAttribute(name, 'online'),
    }),
    html`<output class="detail muted" for="${drawing.id}" aria-live="polite"></output>`,
  );
}

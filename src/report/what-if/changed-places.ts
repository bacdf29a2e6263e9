import { type Block, emptySection, section, table, type TableColumn } from '../blocks/block.ts';
import { counted, grouped, percentText } from '../words/number-format.ts';
import type { ChannelFigures, NodeFigures } from './network-changes.ts';
import type { Sides } from './sides.ts';
import { type ToldWhatIf, withStories } from './run-pages.ts';

/** The largest changes say what the change did; --json has the first two hundred. */
export const SHOWN = { most: 15, elsewhere: '--json' } as const;

/** The nodes of which the change changed most. */
export function nodesSection({ nodes: { changed, changedInAll }, pages }: ToldWhatIf): Block {
  const frame = { id: 'nodes', title: 'Nodes that changed most', listed: 'Nodes' };
  if (changedInAll === 0)
    return emptySection(frame, 'Every node paid, received and passed on as often in both runs.');
  return section(
    { ...frame, hint: `${counted(changedInAll, 'node')}: payments in A → in B.` },
    table({
      columns: [
        {
          head: 'Node',
          cell: ({ node, a, b }) =>
            withStories(node, pages, { story: { kind: 'node', name: node }, sides: { a, b } }),
        },
        figureColumn<NodeFigures>('Paid', ({ paid, tried }) => `${grouped(paid)} of ${grouped(tried)}`),
        figureColumn<NodeFigures>('Received', ({ got }) => grouped(got)),
        figureColumn<NodeFigures>('Passed on', ({ passedOn }) => grouped(passedOn)),
        figureColumn<NodeFigures>('Failed at it', ({ refused }) => grouped(refused)),
      ],
      rows: changed,
      inAll: changedInAll,
      ...SHOWN,
    }),
  );
}

/** The same of channels. */
export function channelsSection({ channels: { changed, changedInAll }, pages }: ToldWhatIf): Block {
  const frame = { id: 'channels', title: 'Channels that changed most', listed: 'Channels' };
  if (changedInAll === 0) return emptySection(frame, 'Every channel carried and ended alike in both runs.');
  return section(
    {
      ...frame,
      hint: `${counted(changedInAll, 'channel')}: in A → in B. A channel is known by its ends: its number may differ. Carried: transfers that went through, either way. The share is that of the node named first, at the end.`,
    },
    table({
      columns: [
        {
          head: 'Channel',
          cell: ({ between, a, b }) => {
            const where = a === null ? ', only in B' : b === null ? ', only in A' : '';
            const number = bothSides<ChannelFigures>({ a, b }, ({ channel }) => channel);
            const story = { kind: 'channel', name: between.join('-') } as const;
            return withStories(between.join(' – '), pages, {
              story,
              sides: { a, b },
              detail: `${number}${where}`,
            });
          },
        },
        figureColumn<ChannelFigures>('Carried', ({ carried }) => grouped(carried)),
        figureColumn<ChannelFigures>('Failed at it', ({ refused }) => grouped(refused)),
        figureColumn<ChannelFigures>('First end’s share', ({ share }) =>
          share === null ? 'not open' : percentText(share),
        ),
        figureColumn<ChannelFigures>('Drained end', ({ drained }) => drained ?? 'none'),
      ],
      rows: changed,
      inAll: changedInAll,
      ...SHOWN,
    }),
  );
}

function figureColumn<Figures>(
  head: string,
  write: (figures: Figures) => string,
): TableColumn<Sides<Figures | null>> {
  return { head, number: true, cell: (sides) => bothSides(sides, write) };
}

// A figure that is the same on both sides is written once.
function bothSides<Figures>({ a, b }: Sides<Figures | null>, write: (figures: Figures) => string): string {
  const [one, other] = [a, b].map((figures) => (figures === null ? '–' : write(figures)));
  return one === other ? `${one}` : `${one} → ${other}`;
}

import { type ChannelBalance, type Sharing, sharingOf } from '../figures/channel-balances.ts';

/** One line of the drawing: all open channels between two nodes taken together. */
export interface Link extends Sharing {
  readonly between: ChannelBalance['between'];
  readonly channels: readonly ChannelBalance[];
}

/** The part of a network that is drawn. */
export interface Extract {
  readonly nodes: readonly string[];
  readonly links: readonly Link[];
  /** Nodes without an open channel; they are never drawn. */
  readonly alone: readonly string[];
  /** Those with a channel. */
  readonly allNodes: number;
  readonly allLinks: number;
}

// More nodes than this are a cloud in which none can be found; more lines make the page slow and large.
const MAX_NODES = 400;
const MAX_LINKS = 800;

const MIN_NODES = 40;
const SMALLER_AND_SMALLER = [MAX_NODES, 300, 200, 150, 100, 60, MIN_NODES];

/** The whole network if it can be read, else its best-connected nodes with the channels between them. */
export function networkExtract(names: readonly string[], balances: readonly ChannelBalance[]): Extract {
  const links = linksOf(balances);
  const degree = new Map<string, number>(names.map((name) => [name, 0]));
  for (const { between } of links) for (const name of between) degree.set(name, (degree.get(name) ?? 0) + 1);
  const linkedNames = names.filter((name) => (degree.get(name) ?? 0) > 0);
  const alone = names.filter((name) => degree.get(name) === 0);
  const all = { alone, allNodes: linkedNames.length, allLinks: links.length };
  if (linkedNames.length <= MAX_NODES && links.length <= MAX_LINKS)
    return { nodes: linkedNames, links, ...all };
  const ranked = [...linkedNames].sort((a, b) => (degree.get(b) ?? 0) - (degree.get(a) ?? 0));
  for (const size of SMALLER_AND_SMALLER) {
    const kept = new Set(ranked.slice(0, size));
    const between = links.filter((link) => link.between.every((name) => kept.has(name)));
    if (between.length > MAX_LINKS && size > MIN_NODES) continue;
    const linked = new Set(between.flatMap((link) => link.between));
    return { nodes: names.filter((name) => kept.has(name) && linked.has(name)), links: between, ...all };
  }
  return { nodes: [], links: [], ...all };
}

function linksOf(balances: readonly ChannelBalance[]): readonly Link[] {
  const links = new Map<string, Link>();
  for (const channel of balances) {
    const [first, second] = channel.between;
    const swapped = second < first;
    const between: Link['between'] = swapped ? [second, first] : [first, second];
    const [near, far] = swapped ? [channel.balance[1], channel.balance[0]] : channel.balance;
    const key = JSON.stringify(between);
    const known = links.get(key);
    links.set(key, {
      between,
      ...sharingOf([(known?.balance[0] ?? 0n) + near, (known?.balance[1] ?? 0n) + far]),
      channels: [...(known?.channels ?? []), channel],
    });
  }
  return [...links.values()];
}

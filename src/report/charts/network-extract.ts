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
  const links: { readonly between: Link['between']; readonly channels: ChannelBalance[] }[] = [];
  const byEnds = new Map<string, Map<string, ChannelBalance[]>>();
  for (const channel of balances) {
    const [one, other] = channel.between;
    const between: Link['between'] = other < one ? [other, one] : [one, other];
    let ofFirst = byEnds.get(between[0]);
    if (ofFirst === undefined) byEnds.set(between[0], (ofFirst = new Map()));
    const known = ofFirst.get(between[1]);
    if (known) {
      known.push(channel);
      continue;
    }
    const channels = [channel];
    ofFirst.set(between[1], channels);
    links.push({ between, channels });
  }
  return links.map(({ between, channels }) => ({
    between,
    channels,
    ...sharingOf(heldBy(between, channels)),
  }));
}

function heldBy([first]: Link['between'], channels: readonly ChannelBalance[]): Link['balance'] {
  const held: [bigint, bigint] = [0n, 0n];
  for (const { between, balance } of channels) {
    const isSameWay = between[0] === first;
    held[0] += balance[isSameWay ? 0 : 1];
    held[1] += balance[isSameWay ? 1 : 0];
  }
  return held;
}

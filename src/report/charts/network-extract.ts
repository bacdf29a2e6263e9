import type { TokenName } from '../../model/network/network.ts';
import { gather, madeOnce } from '../../model/gather.ts';
import {
  type ChannelBalance,
  type ChannelBalances,
  type Sharing,
  sharingOf,
} from '../figures/channel-balances.ts';

/** One line of the drawing: all open channels between two nodes taken together. */
export interface Link extends Sharing {
  readonly between: ChannelBalance['between'];
  readonly channels: readonly ChannelBalance[];
}

/** The part of a network that is drawn. */
export interface Extract {
  readonly nodes: readonly string[];
  readonly links: readonly Link[];
  /** The nodes with a channel. */
  readonly allNodes: number;
  readonly allLinks: number;
}

// More nodes than this are a cloud in which none can be found; more lines make the page slow and large.
const MAX_NODES = 400;
const MAX_LINKS = 800;

const MIN_NODES = 40;
const SMALLER_AND_SMALLER = [MAX_NODES, 300, 200, 150, 100, 60, MIN_NODES];

/** The whole network if it can be read, else its best-connected nodes with the channels between them. */
export function networkExtract(balances: ChannelBalances, token?: TokenName): Extract {
  const { names } = balances;
  const { degrees, allLinks } = degreesOf(balances, token);
  const linkedNames = names.filter((_, number) => degrees[number] !== 0);
  const all = { allNodes: linkedNames.length, allLinks };
  if (linkedNames.length <= MAX_NODES && allLinks <= MAX_LINKS)
    return { nodes: linkedNames, links: linksOf(balances, { token }), ...all };
  const ranked = bestConnected(degrees);
  const links = linksOf(balances, { token, among: new Set(ranked) });
  for (const size of SMALLER_AND_SMALLER) {
    const kept = new Set(ranked.slice(0, size).map((number) => names[number]));
    const between = links.filter(({ between: [one, other] }) => kept.has(one) && kept.has(other));
    if (between.length > MAX_LINKS && size > MIN_NODES) continue;
    const linked = new Set(between.flatMap((link) => link.between));
    return { nodes: names.filter((name) => linked.has(name)), links: between, ...all };
  }
  return { nodes: [], links: [], ...all };
}

// Numbers of nodes; those with as many neighbours as the last one come in their order.
function bestConnected(degrees: Int32Array): readonly number[] {
  const least = Math.max(1, degrees.slice().sort().at(-MAX_NODES) ?? 1);
  return Array.from(degrees.keys())
    .filter((number) => (degrees[number] as number) >= least)
    .sort((one, other) => (degrees[other] as number) - (degrees[one] as number))
    .slice(0, MAX_NODES);
}

/** With how many others each node shares channels, and how many such pairs there are. */
function degreesOf(
  balances: ChannelBalances,
  token: TokenName | undefined,
): { readonly degrees: Int32Array; readonly allLinks: number } {
  const count = balances.names.length;
  // A number a pair: a network of a hundred thousand nodes has a million of them.
  const pairs: number[] = [];
  balances.forEachPair((one, other) => {
    pairs.push(Math.min(one, other) * count + Math.max(one, other));
  }, token);
  const sorted = new Float64Array(pairs).sort();
  const degrees = new Int32Array(count);
  let allLinks = 0;
  for (let at = 0; at < sorted.length; at += 1) {
    const pair = sorted[at] as number;
    if (at > 0 && pair === sorted[at - 1]) continue;
    const one = Math.floor(pair / count);
    const other = pair - one * count;
    degrees[one] = (degrees[one] as number) + 1;
    degrees[other] = (degrees[other] as number) + 1;
    allLinks += 1;
  }
  return { degrees, allLinks };
}

// Of a token, and where `among` is given between these nodes.
function linksOf(
  balances: ChannelBalances,
  { token, among }: { readonly token: TokenName | undefined; readonly among?: ReadonlySet<number> },
): readonly Link[] {
  const count = balances.names.length;
  const channels = new Map<number, ChannelBalance[]>();
  balances.forEachPair((one, other, balance) => {
    if (among === undefined || (among.has(one) && among.has(other)))
      gather(channels, Math.min(one, other) * count + Math.max(one, other), balance());
  }, token);
  return Array.from(channels.values(), (ofLink) => {
    const [one, other] = (ofLink[0] as ChannelBalance).between;
    const between: Link['between'] = other < one ? [other, one] : [one, other];
    return { between, channels: ofLink, ...sharingOf(heldBy(between, ofLink)) };
  });
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

/** The channels of a node in a drawing: how many, what it holds in them, their capacity, and ends of its that are depleted. */
export interface NodeSum {
  channels: number;
  balance: bigint;
  capacity: bigint;
  depleted: number;
}

/** The sums of every node that has a line. */
export function nodeSums({ links }: Extract): ReadonlyMap<string, NodeSum> {
  const sums = new Map<string, NodeSum>();
  for (const { between, balance, capacity, channels } of links)
    between.forEach((name, end) => {
      const sum = madeOnce(sums, name, () => ({ channels: 0, balance: 0n, capacity: 0n, depleted: 0 }));
      sum.channels += channels.length;
      sum.balance += balance[end as 0 | 1];
      sum.capacity += capacity;
      sum.depleted += channels.filter(
        (each) => each.depletedEnd !== null && each.between[each.depletedEnd] === name,
      ).length;
    });
  return sums;
}

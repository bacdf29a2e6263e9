import type { Network, NodeName, PerEnd, TokenName } from '../../model/network/network.ts';
import { type ChannelBalance, ChannelBalances } from '../figures/channel-balances.ts';
import { reportedPayments } from '../figures/reported-payment.ts';
import type { Figures } from '../figures/figures.ts';
import { type Changed, eachSide, joined, mostChanged, type Sides } from './sides.ts';

/** The payments of a node in a run. */
export interface NodeFigures {
  /** Asked of it as the initiator. */
  readonly tried: number;
  /** Of these, succeeded. */
  readonly paid: number;
  /** Received as the target. */
  readonly got: number;
  /** Passed on as a mediator, of payments that succeeded. */
  readonly passedOn: number;
  /** Failed because the model refused at this node. */
  readonly refused: number;
}

/** A node in both runs; `null` where it is not part of the network. */
export interface NodeChange extends Sides<NodeFigures | null> {
  readonly node: NodeName;
}

/** The nodes that did something else, most changed first. */
export function nodeChanges(sides: Sides<Figures>): Changed<NodeChange> {
  const changes = joined(eachSide(sides, nodeFigures), null).map(([node, figures]) => ({ node, ...figures }));
  return mostChanged(changes, {
    weigh: ({ a, b }) => nodeDifference(a, b),
    nameOf: ({ node }) => node,
  });
}

const NODE_FIGURES = ['tried', 'paid', 'got', 'passedOn', 'refused'] as const;

function nodeDifference(a: NodeFigures | null, b: NodeFigures | null): number {
  return NODE_FIGURES.reduce((sum, figure) => sum + Math.abs((b?.[figure] ?? 0) - (a?.[figure] ?? 0)), 0);
}

type Counters = Record<(typeof NODE_FIGURES)[number], number>;

function nodeFigures({ run }: Figures): ReadonlyMap<NodeName, NodeFigures> {
  const nodes = new Map<NodeName, Counters>();
  run.start.forEachNode(
    (node) => void nodes.set(node, { tried: 0, paid: 0, got: 0, passedOn: 0, refused: 0 }),
  );
  const count = (node: NodeName, figure: keyof Counters): void => {
    const counters = nodes.get(node);
    if (counters) counters[figure] += 1;
  };
  for (const { request, result, trace, place } of reportedPayments(run)) {
    count(request.node, 'tried');
    if (result === 'succeeded') {
      count(request.node, 'paid');
      count(request.target, 'got');
      for (const mediator of trace?.path.slice(1, -1) ?? []) count(mediator, 'passedOn');
    } else if (place) count(place.at, 'refused');
  }
  return nodes;
}

/** A channel in a run. */
export interface ChannelFigures {
  /** Edge key in that run: `TOKEN:identifier`. */
  readonly channel: string;
  /** Transfers that went through, of payments either way. */
  readonly carried: number;
  /** Payments that failed because the model refused at this channel. */
  readonly refused: number;
  /** Held by both ends at the end of the run, smallest units; `null`: it is not open then. */
  readonly capacity: string | null;
  /** Part of it that the first of `between` holds, 0 to 1. */
  readonly share: number | null;
  /** The end that holds less than 5 %. */
  readonly drained: NodeName | null;
}

/** A channel in both runs, known by its ends and not by its number; `null` where there is none. */
export interface ChannelChange extends Sides<ChannelFigures | null> {
  readonly token: TokenName;
  /** In the order of their names. */
  readonly between: PerEnd<NodeName>;
}

/** The channels that carried, refused or ended otherwise, most changed first. */
export function channelChanges(sides: Sides<Figures>): Changed<ChannelChange> {
  const changes = joined(eachSide(sides, channelFigures), null).map(([key, figures]): ChannelChange => {
    const [token, first, second] = JSON.parse(key) as [TokenName, NodeName, NodeName, number];
    return { token, between: [first, second], ...figures };
  });
  return mostChanged(changes, {
    weigh: ({ a, b }) => (a === null || b === null ? 1 + activity(a) + activity(b) : channelDifference(a, b)),
    nameOf: ({ token, between, a, b }) => [token, ...between, a?.channel, b?.channel].join(' '),
  });
}

function activity(figures: ChannelFigures | null): number {
  return figures === null ? 0 : figures.carried + figures.refused;
}

// A transfer more counts as much as a share that moved from one end to the other: traffic comes before its traces.
function channelDifference(a: ChannelFigures, b: ChannelFigures): number {
  return (
    Math.abs(b.carried - a.carried) +
    Math.abs(b.refused - a.refused) +
    Math.abs((b.share ?? 0) - (a.share ?? 0)) +
    Number(b.capacity !== a.capacity || b.drained !== a.drained)
  );
}

// Channels that were closed meanwhile stand in the first network only, those that were opened in the last.
function channelFigures({ run }: Figures): ReadonlyMap<string, ChannelFigures> {
  const keys = new Map([...keysOf(run.start), ...(run.end ? keysOf(run.end) : [])]);
  const open = new Map<string, ChannelBalance>();
  if (run.end) new ChannelBalances(run.end).forEach((balance) => open.set(balance.channel, balance));
  const carried = new Map<string, number>();
  const refused = new Map<string, number>();
  for (const { trace, place } of reportedPayments(run)) {
    for (const { channel, settled } of trace?.hops ?? []) if (settled) countUp(carried, channel);
    if (place !== undefined && place.channel !== null) countUp(refused, place.channel);
  }
  return new Map(
    [...keys].map(([channel, key]): readonly [string, ChannelFigures] => {
      const balance = open.get(channel);
      const isTurned = balance !== undefined && balance.between[0] > balance.between[1];
      return [
        key,
        {
          channel,
          carried: carried.get(channel) ?? 0,
          refused: refused.get(channel) ?? 0,
          capacity: balance?.capacity.toString() ?? null,
          share: balance === undefined ? null : isTurned ? 1 - balance.share : balance.share,
          drained:
            balance === undefined || balance.drainedEnd === null ? null : balance.between[balance.drainedEnd],
        },
      ];
    }),
  );
}

// Two nodes may have several channels of a token: the first is compared with the first.
function keysOf(network: Network): readonly (readonly [string, string])[] {
  const seen = new Map<string, number>();
  return network.mapEdges((channel, { token }, source, target) => {
    const ends = JSON.stringify([token, ...[source, target].sort()]);
    const nth = seen.get(ends) ?? 0;
    seen.set(ends, nth + 1);
    return [channel, JSON.stringify([...(JSON.parse(ends) as string[]), nth])];
  });
}

function countUp(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

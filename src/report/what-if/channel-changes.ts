import type { Network, NodeName, PerEnd, TokenName } from '../../model/network/network.ts';
import { type ChannelBalance, ChannelBalances } from '../figures/channel-balances.ts';
import type { PaidRun } from './failure-changes.ts';
import { type Changed, mostChanged } from './most-changed.ts';
import { eachSide, joined, type Sides } from './sides.ts';

/** A channel in a run. */
export interface ChannelFigures {
  /** Edge key in that run: `TOKEN:identifier`. */
  readonly channel: string;
  /** Transfers that went through, of payments either way. */
  readonly carried: number;
  /** Payments that failed because the model refused at this channel. */
  readonly refused: number;
  /** What both ends hold at the end of the run, smallest units; `null`: it is not open then. */
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
export function channelChanges(sides: Sides<PaidRun>): Changed<ChannelChange> {
  const changes = joined(eachSide(sides, figuresOf), null).map(([key, figures]): ChannelChange => {
    const [token, first, second] = JSON.parse(key) as [TokenName, NodeName, NodeName, number];
    return { token, between: [first, second], ...figures };
  });
  return mostChanged(changes, {
    weigh: ({ a, b }) => (a === null || b === null ? 1 + activity(a) + activity(b) : difference(a, b)),
    nameOf: ({ token, between, a, b }) => [token, ...between, a?.channel, b?.channel].join(' '),
  });
}

function activity(figures: ChannelFigures | null): number {
  return figures === null ? 0 : figures.carried + figures.refused;
}

// A transfer more counts as much as a share that moved from one end to the other: traffic comes before its traces.
function difference(a: ChannelFigures, b: ChannelFigures): number {
  return (
    Math.abs(b.carried - a.carried) +
    Math.abs(b.refused - a.refused) +
    Math.abs((b.share ?? 0) - (a.share ?? 0)) +
    Number(b.capacity !== a.capacity || b.drained !== a.drained)
  );
}

// Channels that were closed meanwhile stand in the first network only, those that were opened in the last.
function figuresOf({ run, payments }: PaidRun): ReadonlyMap<string, ChannelFigures> {
  const keys = new Map([...keysOf(run.start), ...(run.end ? keysOf(run.end) : [])]);
  const open = new Map<string, ChannelBalance>();
  if (run.end) new ChannelBalances(run.end).forEach((balance) => open.set(balance.channel, balance));
  const carried = new Map<string, number>();
  const refused = new Map<string, number>();
  for (const { trace, place } of payments) {
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

import type { FeeSchedule } from '../../../model/network/fees.ts';
import { DEFAULT_TOKEN } from '../../../scenario/resolve-tokens.ts';

/** A small network that was made up, with nodes `n1`, `n2` and so on. */
export interface MadeNetwork {
  readonly nodes: number;
  /** Nodes counted from 0, each pair once; every node has one: a file may not name others. */
  readonly channels: readonly MadeChannel[];
  readonly fees: FeeSchedule;
  /** What a node owns before it deposits anything; absent: more than it ever deposits. */
  readonly balancePerNode?: bigint;
  /** Blocks. */
  readonly settleTimeout: number;
  readonly revealTimeout: number;
  /** Milliseconds of one message. */
  readonly hopLatencyMs: number;
}

/** A channel of one. */
export interface MadeChannel {
  readonly between: readonly [number, number];
  readonly deposits: readonly [bigint, bigint];
}

/** The name of a node by its number. */
export function madeName(number: number): string {
  return `n${number + 1}`;
}

/** The part of a scenario file that describes it. */
export function networkFields({
  channels,
  fees,
  settleTimeout,
  revealTimeout,
  hopLatencyMs,
  balancePerNode,
}: MadeNetwork): Record<string, unknown> {
  return {
    ...(balancePerNode === undefined ? {} : { tokens: [{ name: DEFAULT_TOKEN, balancePerNode }] }),
    network: {
      topology: {
        channels: channels.map(({ between: [one, other], deposits }) => ({
          between: [madeName(one), madeName(other)],
          deposits: [...deposits],
        })),
      },
      fees: { ...fees },
      settleTimeout,
      revealTimeout,
    },
    protocol: { blockTime: '1s', confirmations: 2, hopLatency: `${hopLatencyMs}ms` },
  };
}

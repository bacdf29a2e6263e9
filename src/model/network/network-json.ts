import { MultiUndirectedGraph } from 'graphology';
import type { Address } from './address.ts';
import type { FeeSchedule } from './fees.ts';
import type { ChannelState, Network, TokenName } from './network.ts';

/** A network in graphology's serialization format, every amount a decimal string. */
export interface NetworkJson {
  readonly options: { readonly type: 'undirected'; readonly multi: true; readonly allowSelfLoops: false };
  readonly attributes: {
    readonly tokens: readonly {
      readonly name: TokenName;
      readonly tokenAddress: Address;
      readonly tokenNetworkAddress: Address;
      readonly decimals: number;
      readonly balancePerNode: string;
    }[];
  };
  readonly nodes: readonly {
    readonly key: string;
    readonly attributes: {
      readonly address: Address;
      readonly online: boolean;
      readonly alias?: string;
      readonly fees?: {
        readonly flat: string;
        readonly proportionalPpm: number;
        readonly imbalancePpm: number;
      };
    };
  }[];
  readonly edges: readonly {
    readonly key: string;
    readonly source: string;
    readonly target: string;
    readonly attributes: {
      readonly identifier: number;
      readonly token: TokenName;
      readonly state: ChannelState;
      readonly settleTimeout: number;
      readonly revealTimeout: number;
      readonly totalDeposit: readonly [string, string];
      readonly totalWithdraw: readonly [string, string];
      readonly balance: readonly [string, string];
    };
  }[];
}

/** Writes a network as graphology JSON; nodes and edges keep their order, so equal networks give equal bytes. */
export function networkToJson(network: Network): NetworkJson {
  return {
    options: { type: 'undirected', multi: true, allowSelfLoops: false },
    attributes: {
      tokens: network.getAttribute('tokens').map((token) => ({
        name: token.name,
        tokenAddress: token.tokenAddress,
        tokenNetworkAddress: token.tokenNetworkAddress,
        decimals: token.decimals,
        balancePerNode: token.balancePerNode.toString(),
      })),
    },
    nodes: network.mapNodes((key, { address, online, alias, fees }) => ({
      key,
      attributes: {
        address,
        online,
        ...(alias === undefined ? {} : { alias }),
        ...(fees === undefined ? {} : { fees: { ...fees, flat: fees.flat.toString() } }),
      },
    })),
    edges: network.mapEdges((key, channel, source, target) => ({
      key,
      source,
      target,
      attributes: {
        identifier: channel.identifier,
        token: channel.token,
        state: channel.state,
        settleTimeout: channel.settleTimeout,
        revealTimeout: channel.revealTimeout,
        totalDeposit: texts(channel.totalDeposit),
        totalWithdraw: texts(channel.totalWithdraw),
        balance: texts(channel.balance),
      },
    })),
  };
}

/** The inverse of `networkToJson`, for JSON that Millrace itself wrote. */
export function networkFromJson(json: NetworkJson): Network {
  const network: Network = new MultiUndirectedGraph({ allowSelfLoops: false });
  network.replaceAttributes({
    tokens: json.attributes.tokens.map((token) => ({
      ...token,
      balancePerNode: BigInt(token.balancePerNode),
    })),
  });
  for (const { key, attributes } of json.nodes) {
    const { fees, ...rest } = attributes;
    const schedule: FeeSchedule | undefined = fees && { ...fees, flat: BigInt(fees.flat) };
    network.addNode(key, { ...rest, ...(schedule === undefined ? {} : { fees: schedule }) });
  }
  for (const { key, source, target, attributes } of json.edges) {
    network.addEdgeWithKey(key, source, target, {
      ...attributes,
      totalDeposit: amounts(attributes.totalDeposit),
      totalWithdraw: amounts(attributes.totalWithdraw),
      balance: amounts(attributes.balance),
    });
  }
  return network;
}

function texts([first, second]: readonly [bigint, bigint]): readonly [string, string] {
  return [first.toString(), second.toString()];
}

function amounts([first, second]: readonly [string, string]): readonly [bigint, bigint] {
  return [BigInt(first), BigInt(second)];
}

import {
  type ChannelAttributes,
  emptyNetwork,
  type Network,
  type NetworkAttributes,
  type NodeAttributes,
  type NodeName,
  type PerEnd,
  type PerToken,
} from './network.ts';
import { withoutUndefined } from '../without-undefined.ts';
import type { FeeSchedule } from './fees.ts';

/** A T as JSON has it: amounts are decimal strings. */
type Written<T> = T extends bigint
  ? string
  : T extends object
    ? { readonly [Key in keyof T]: Written<T[Key]> }
    : T;

/** A network in graphology's serialization format, every amount a decimal string. */
export interface NetworkJson {
  readonly options: { readonly type: 'undirected'; readonly multi: true; readonly allowSelfLoops: false };
  readonly attributes: Written<NetworkAttributes>;
  readonly nodes: readonly NodeJson[];
  readonly edges: readonly {
    readonly key: string;
    readonly source: string;
    readonly target: string;
    readonly attributes: Written<ChannelAttributes>;
  }[];
}

/** One node of it. */
export interface NodeJson {
  readonly key: NodeName;
  readonly attributes: Written<NodeAttributes>;
}

/** Writes a network as graphology JSON; nodes and edges keep their order, so equal networks give equal bytes. */
export function networkToJson(network: Network): NetworkJson {
  return {
    options: { type: 'undirected', multi: true, allowSelfLoops: false },
    attributes: networkAttributesToJson(network),
    nodes: network.mapNodes(nodeWriter()),
    edges: network.mapEdges((key, channel, source, target) => {
      const { identifier, token, state, settleTimeout, revealTimeout } = channel;
      const totalDeposit = texts(channel.totalDeposit);
      const totalWithdraw = texts(channel.totalWithdraw);
      const balance = texts(channel.balance);
      const terms = { identifier, token, state, settleTimeout, revealTimeout };
      return { key, source, target, attributes: { ...terms, totalDeposit, totalWithdraw, balance } };
    }),
  };
}

/** The attributes of a network, without nodes and channels, as JSON has them. */
export function networkAttributesToJson(network: Network): NetworkJson['attributes'] {
  return {
    tokens: network.getAttribute('tokens').map((token) => {
      const { name, tokenAddress, tokenNetworkAddress, decimals, balancePerNode } = token;
      return { name, tokenAddress, tokenNetworkAddress, decimals, balancePerNode: `${balancePerNode}` };
    }),
  };
}

/** Writes single nodes as JSON has them; what many of them share is made once. */
export function nodeWriter(): (key: NodeName, attributes: NodeAttributes) => NodeJson {
  const writtenFees = new Map<PerToken<FeeSchedule>, FeesJson>();
  const feesText = (fees: PerToken<FeeSchedule>): FeesJson => {
    const text = writtenFees.get(fees) ?? mapValues(fees, scheduleText);
    writtenFees.set(fees, text);
    return text;
  };
  return (key, { address, online, alias, fees, timeouts, monitored, maxPaths }) => ({
    key,
    attributes: {
      address,
      online,
      ...withoutUndefined({ alias, fees: fees && feesText(fees), timeouts, monitored, maxPaths }),
    },
  });
}

/** The inverse of `networkToJson`, for JSON that Millrace itself wrote. */
export function networkFromJson(json: NetworkJson): Network {
  const network = emptyNetworkFromJson(json.attributes);
  for (const node of json.nodes) addNodeFromJson(network, node);
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

/** A network that has its attributes and nothing else. */
export function emptyNetworkFromJson({ tokens }: NetworkJson['attributes']): Network {
  const network = emptyNetwork();
  network.replaceAttributes({
    tokens: tokens.map((token) => ({ ...token, balancePerNode: BigInt(token.balancePerNode) })),
  });
  return network;
}

/** Adds a node that was written. */
export function addNodeFromJson(network: Network, { key, attributes }: NodeJson): void {
  const { fees, ...rest } = attributes;
  network.addNode(key, { ...rest, ...(fees === undefined ? {} : { fees: mapValues(fees, scheduleFrom) }) });
}

type FeesJson = Written<PerToken<FeeSchedule>>;

function scheduleText({ flat, ...shares }: FeeSchedule): Written<FeeSchedule> {
  return { flat: flat.toString(), ...shares };
}

function scheduleFrom({ flat, ...shares }: Written<FeeSchedule>): FeeSchedule {
  return { flat: BigInt(flat), ...shares };
}

function mapValues<From, To>(values: PerToken<From>, change: (value: From) => To): PerToken<To> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([token, value]) =>
      value === undefined ? [] : [[token, change(value)] as const],
    ),
  );
}

function texts([first, second]: PerEnd<bigint>): PerEnd<string> {
  return [first.toString(), second.toString()];
}

function amounts([first, second]: PerEnd<string>): PerEnd<bigint> {
  return [BigInt(first), BigInt(second)];
}

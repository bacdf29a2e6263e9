import { MultiUndirectedGraph } from 'graphology';
import { InvariantError } from '../../errors.ts';
import { type Address, addressFrom } from './address.ts';
import type { Amount } from './amount.ts';
import type { FeeSchedule } from './fees.ts';

/** A node's key in the network and in scenario files, e.g. `hub`, `n12`, `alice`. */
export type NodeName = string;

/** No names: every object has a property of that name, and a graph takes it for a neighbour. */
export const RESERVED_NAMES: readonly string[] = Object.getOwnPropertyNames(Object.prototype);

/** A token network's key in scenario files, e.g. `DAI`. */
export type TokenName = string;

/** One value for each token network that has one. */
export type PerToken<T> = Readonly<Partial<Record<TokenName, T>>>;

/** The channels of one token. */
export interface TokenNetwork {
  readonly name: TokenName;
  readonly tokenAddress: Address;
  readonly tokenNetworkAddress: Address;
  /** For display only: amounts are always in smallest units. */
  readonly decimals: number;
  /** Tokens each node owns on-chain before it deposits anything, in smallest units. */
  readonly balancePerNode: Amount;
}

/** Timeouts of a channel as one node has them, in blocks: settling belongs to the channel, revealing to the node's end. */
export interface Timeouts {
  readonly settleTimeout: number;
  readonly revealTimeout: number;
}

/** Those of a Raiden node that was started without any (raiden.md 1.3). */
export const DEFAULT_TIMEOUTS: Timeouts = { settleTimeout: 500, revealTimeout: 50 };

/** The longest settle timeout that the deployed contracts take (raiden.md 1.3). */
export const LONGEST_SETTLE_TIMEOUT = 555_428;

/** What a network keeps of a node. */
export interface NodeAttributes {
  address: Address;
  /** The mediation fees of the node in each token network; absent: not known, a simulated node charges nothing. */
  fees?: PerToken<FeeSchedule>;
  /** The timeouts by token network: of channels that the node opens, and of its own end in others. Absent: `DEFAULT_TIMEOUTS`. */
  timeouts?: PerToken<Timeouts>;
  online: boolean;
  /** A monitoring service answers closes for it while it is away; absent: none does. */
  monitored?: true;
  /** The paths that it asks for per payment; absent: as many as the protocol says. */
  maxPaths?: number;
  /** A human name from a snapshot, shown in reports. */
  alias?: string;
}

/** The states a channel shows over REST (raiden.md 1.4); `settled` ones are no longer listed. */
export const CHANNEL_STATES = [
  'opened',
  'waiting_for_close',
  'closed',
  'waiting_for_settle',
  'settled',
  'channel_unusable',
] as const;

/** One of them. */
export type ChannelState = (typeof CHANNEL_STATES)[number];

/** A pair of values, one per channel end: that of the edge's source first, that of its target second. */
export type PerEnd<T> = readonly [T, T];

/** What a network keeps of a channel; pairs are in the order of its ends, amounts in smallest units. */
export interface ChannelAttributes {
  /** Counts from 1 within its token network. */
  identifier: number;
  token: TokenName;
  state: ChannelState;
  /** Blocks. */
  settleTimeout: number;
  /** Blocks; each node has its own. */
  revealTimeout: PerEnd<number>;
  totalDeposit: PerEnd<Amount>;
  totalWithdraw: PerEnd<Amount>;
  /** deposit - withdraw + received - sent; pending locks still count. */
  balance: PerEnd<Amount>;
}

export interface NetworkAttributes {
  tokens: readonly TokenNetwork[];
  /** How a network differs from the file it was read from; absent: it does not. */
  notes?: readonly string[];
}

/**
 * Nodes and channels as a graphology graph: node key = name, edge key = `TOKEN:identifier`.
 * An edge's source and target are the channel's first and second end; direction means nothing else.
 */
export type Network = MultiUndirectedGraph<NodeAttributes, ChannelAttributes, NetworkAttributes>;

/** The EIP-55 address a node of this name has under this seed. */
export function nodeAddress({ seed, name }: { readonly seed: string; readonly name: NodeName }): Address {
  return addressFrom(`millrace node ${seed} ${name}`);
}

/** Adds an opened channel whose balances are its deposits; identifiers count up per token network. */
export function addChannel(
  network: Network,
  channel: Readonly<Pick<ChannelAttributes, 'token' | 'identifier' | 'settleTimeout'>> & {
    /** One number: that of both ends. */
    readonly revealTimeout: number | PerEnd<number>;
    readonly between: PerEnd<NodeName>;
    readonly deposits: PerEnd<Amount>;
  },
): string {
  const { between, token, identifier, settleTimeout, revealTimeout, deposits } = channel;
  return network.addEdgeWithKey(channelKey(token, identifier), between[0], between[1], {
    identifier,
    token,
    state: 'opened',
    settleTimeout,
    revealTimeout: typeof revealTimeout === 'number' ? [revealTimeout, revealTimeout] : revealTimeout,
    totalDeposit: deposits,
    totalWithdraw: [0n, 0n],
    balance: deposits,
  });
}

/** The timeouts a node gives the channels of a token that it opens. */
export function timeoutsAt(network: Network, node: NodeName, token: TokenName): Timeouts {
  return timeoutsOf(network.getNodeAttributes(node), token);
}

/** The same for a node of which the attributes are at hand. */
export function timeoutsOf({ timeouts }: Pick<NodeAttributes, 'timeouts'>, token: TokenName): Timeouts {
  return timeouts?.[token] ?? DEFAULT_TIMEOUTS;
}

/** The edge key of a channel. */
export function channelKey(token: TokenName, identifier: number): string {
  return `${token}:${identifier}`;
}

/** The token network of that name; unknown names are our bug, files are checked on reading. */
export function tokenNetwork(network: Network, token: TokenName): TokenNetwork {
  const namedToken = network.getAttribute('tokens').find(({ name }) => name === token);
  if (!namedToken) throw new InvariantError(`no token network named ${token}`);
  return namedToken;
}

/** Names everything a seed decides: the same seed and name give the same addresses everywhere. */
export function createNetwork({
  seed,
  tokens,
}: {
  readonly seed: string;
  readonly tokens: readonly Omit<TokenNetwork, 'tokenAddress' | 'tokenNetworkAddress'>[];
}): Network {
  const graph = emptyNetwork();
  graph.replaceAttributes({
    tokens: tokens.map((token) => ({
      ...token,
      tokenAddress: addressFrom(`millrace token ${seed} ${token.name}`),
      tokenNetworkAddress: addressFrom(`millrace token network ${seed} ${token.name}`),
    })),
  });
  return graph;
}

/** A network without anything, token networks included. */
export function emptyNetwork(): Network {
  return new MultiUndirectedGraph({ allowSelfLoops: false });
}

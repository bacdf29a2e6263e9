import { addChannel, createNetwork, type Network, nodeAddress } from '../../src/model/network/network.ts';
import type { FeeSchedule } from '../../src/model/network/fees.ts';

/** A channel as the notation says it: its two nodes and what each of them put in. */
interface WrittenChannel {
  readonly between: readonly [string, string];
  readonly deposits: readonly [bigint, bigint];
}

const CHAIN = /^[^\s,]+( [\d_]+ - [\d_]+ [^\s,]+)*$/;

/**
 * A small network from its notation: `alice 100 - 0 bob 50 - 5 carol, dave` is a channel of alice and bob in
 * which alice put 100, one of bob and carol, and dave without a channel. Chains are parted by commas or lines.
 */
export function world(
  text: string,
  {
    fees = {},
    offline = [],
    tokens = ['DAI'],
    decimals = 0,
    balancePerNode = 10n ** 24n,
    seed = 'test',
    settleTimeout = 500,
    revealTimeout = 50,
  }: {
    /** Of mediators, for the first token. */
    readonly fees?: Readonly<Record<string, FeeSchedule>>;
    readonly offline?: readonly string[];
    /** All channels are of the first one. */
    readonly tokens?: readonly [string, ...string[]];
    readonly decimals?: number;
    readonly balancePerNode?: bigint;
    readonly seed?: string;
    readonly settleTimeout?: number;
    readonly revealTimeout?: number;
  } = {},
): Network {
  const { nodes, channels } = readWorld(text);
  const [token] = tokens;
  const network = createNetwork({ seed, tokens: tokens.map((name) => ({ name, decimals, balancePerNode })) });
  for (const name of nodes) {
    const schedule = fees[name];
    network.addNode(name, {
      address: nodeAddress({ seed, name }),
      online: !offline.includes(name),
      ...(schedule ? { fees: { [token]: schedule } } : {}),
    });
  }
  channels.forEach((channel, index) => {
    addChannel(network, { ...channel, token, identifier: index + 1, settleTimeout, revealTimeout });
  });
  return network;
}

/** The same channels as a scenario file states them after `topology:`. */
export function topology(text: string): string {
  const channels = readWorld(text).channels.map(
    ({ between, deposits }) => `{between: [${between.join(', ')}], deposits: [${deposits.join(', ')}]}`,
  );
  return `{channels: [${channels.join(', ')}]}`;
}

/** What a text in the notation says; nodes in the order in which they are named. */
export function readWorld(text: string): {
  readonly nodes: readonly string[];
  readonly channels: readonly WrittenChannel[];
} {
  const nodes = new Set<string>();
  const channels: WrittenChannel[] = [];
  for (const part of text.split(/[,\n]/)) {
    const chain = part.trim().replaceAll(/\s+/g, ' ');
    if (chain === '') continue;
    if (!CHAIN.test(chain))
      throw new Error(
        `found "${chain}", expected a chain of channels such as "alice 100 - 0 bob 50 - 5 carol"`,
      );
    const [first = '', ...rest] = chain.split(' ');
    nodes.add(first);
    for (let at = 0, from = first; at < rest.length; at += 4) {
      const [left = '', , right = '', to = ''] = rest.slice(at, at + 4);
      channels.push({ between: [from, to], deposits: [amountOf(left), amountOf(right)] });
      nodes.add(to);
      from = to;
    }
  }
  return { nodes: [...nodes], channels };
}

function amountOf(digits: string): bigint {
  return BigInt(digits.replaceAll('_', ''));
}

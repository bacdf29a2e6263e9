import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { CHAIN_CONTRACTS } from '../../model/network/contract-addresses.ts';
import { LONGEST_SETTLE_TIMEOUT, type Network } from '../../model/network/network.ts';
import { type NetworkJson, networkFromJson, networkToJson } from '../../model/network/network-json.ts';
import type { NodeSettings } from '../../model/scenario/node-settings.ts';
import { LONGEST_MS } from '../../model/scenario/scenario.ts';
import { CONTROL_ROOT } from '../serve/callers.ts';
import { wireAddress, wireAmount, wireInteger } from '../wire/scalars.ts';

/** A sandbox's description of itself; no real node answers this path. */
const wireSandbox = z
  .object({
    product: z.literal('millrace'),
    version: z.string(),
    scenario: z.string().optional(),
    /** How many times faster than the wall the sandbox's clock runs. */
    speed: z.number().optional(),
    pathFindingUrl: z.string(),
    nodes: z
      .array(z.object({ name: z.string(), address: wireAddress, baseUrl: z.string(), running: z.boolean() }))
      .readonly(),
  })
  .meta({ id: 'Sandbox' });

/** The nodes and services of a sandbox, as it describes them. */
export type SandboxDescription = z.infer<typeof wireSandbox>;

/** The part of a description that only the starter of the sandbox knows. */
export interface SandboxOrigin {
  readonly scenario?: string;
  readonly speed?: number;
}

/** A node's state after it was stopped or started. */
const wireRunning = z.object({ name: z.string(), running: z.boolean() });

/** How long something takes: whatever a scenario may say. */
const wireMilliseconds = z.strictObject({ ms: z.number().min(0).max(LONGEST_MS) });

/** The settings that a node is started with, by the names that scenario files have; what is left out stays as it was. */
const wireSettings = z.codec(
  z.strictObject({
    fees: z
      .strictObject({
        flat: wireAmount.prefault('0'),
        proportionalPpm: z.int().min(0).max(1_000_000).prefault(0),
        imbalancePpm: z.int().min(0).max(50_000).prefault(0),
        uncapped: z.boolean().prefault(false),
      })
      .exactOptional(),
    settleTimeout: z.int().min(2).max(LONGEST_SETTLE_TIMEOUT).exactOptional(),
    revealTimeout: z
      .int()
      .min(1)
      .max(LONGEST_SETTLE_TIMEOUT / 2)
      .exactOptional(),
    monitored: z.boolean().exactOptional(),
    maxPaths: z.int().min(1).max(100).exactOptional(),
  }),
  z.custom<NodeSettings>(),
  {
    decode: ({ fees, ...others }): NodeSettings => {
      if (fees === undefined) return others;
      const { uncapped, ...schedule } = fees;
      return { ...others, fees: uncapped ? { ...schedule, isUncapped: true } : schedule };
    },
    encode: ({ fees, ...others }) => {
      if (fees === undefined) return others;
      const { isUncapped = false, ...schedule } = fees;
      return { ...others, fees: { ...schedule, uncapped: isUncapped } };
    },
  },
);

/** Transfers in flight over all channels. */
const wirePendingCount = z.object({ pending: z.number() });

/** The network as it stands, in graphology's serialization format. */
const wireNetwork = z
  .codec(
    z.custom<NetworkJson>(looksLikeNetwork, 'a network as graphology JSON').meta({ type: 'object' }),
    z.custom<Network>(),
    { decode: networkFromJson, encode: networkToJson },
  )
  .meta({ id: 'Network' });

/** An address, or the longer name that a contract has for something. */
const wireHex = z
  .custom<`0x${string}`>((value) => /^0x[0-9a-fA-F]+$/.test(String(value)), 'hex digits after 0x')
  .meta({ type: 'string', pattern: '^0x[0-9a-fA-F]+$' });

/** Events of contracts, oldest first; integers among the arguments are decimal strings. */
const wireEvents = z.array(
  z
    .object({
      contract: z.enum(CHAIN_CONTRACTS),
      event: z.string(),
      block: z.number(),
      sender: wireAddress,
      args: z.record(z.string(), z.union([wireHex, wireInteger])),
    })
    .meta({ id: 'ChainEvent' }),
);

/** Nothing to say but that it was done. */
const wireDone = z.object({ done: z.literal(true) });

function looksLikeNetwork(value: unknown): boolean {
  const { attributes, nodes, edges } = (value ?? {}) as Partial<Record<keyof NetworkJson, unknown>>;
  return typeof attributes === 'object' && Array.isArray(nodes) && Array.isArray(edges);
}

/** An endpoint that changes the sandbox: not everybody may call it. */
const change = <Body = undefined, Value = unknown>(
  declared: Parameters<typeof endpoint<Body, undefined, Value>>[0],
) =>
  endpoint<Body, undefined, Value>({
    ...declared,
    method: 'POST',
    refusals: [...(declared.refusals ?? []), 403],
  });

const ofNode = (verb: string) => ({
  operation: `${verb}Node`,
  path: `${CONTROL_ROOT}/nodes/{name}/${verb}`,
  answer: wireRunning,
  refusals: [404],
});

/** Endpoints of a sandbox beside the API of real nodes, on every port, by the client's names for them. */
export const controlEndpoints = {
  describe: endpoint({
    operation: 'describeSandbox',
    path: CONTROL_ROOT,
    summary: 'What runs here: nodes with their addresses and base URLs.',
    answer: wireSandbox,
    growsWith: 'payments',
  }),
  stop: change({
    ...ofNode('stop'),
    summary: 'Takes a node offline: its port refuses connections.',
  }),
  start: change({
    ...ofNode('start'),
    summary:
      'Brings a node back, on the same port. Settings in the body are from then on those of the node; what is left out stays as it was.',
    body: wireSettings.optional(),
    refusals: [404, 409],
  }),
  freeze: change({
    ...ofNode('freeze'),
    summary:
      'Lets a node stand still: it takes requests and messages and does nothing with them, and after 10 s the path-finding service takes it for offline.',
  }),
  thaw: change({ ...ofNode('thaw'), summary: 'Lets a frozen node continue.' }),
  slow: change({
    ...ofNode('slow'),
    summary:
      'Delays messages, payments and channel changes of a node by this number of milliseconds. Its views stay fast. 0 or a reset ends the delay.',
    body: wireMilliseconds,
    refusals: [400, 404],
  }),
  setStartup: change({
    operation: 'setStartup',
    path: `${CONTROL_ROOT}/startup`,
    summary:
      'Sets how long nodes that are started take until they are ready, milliseconds: until then they answer 503.',
    body: wireMilliseconds,
    answer: wireMilliseconds,
    refusals: [400],
  }),
  setHopLatency: change({
    operation: 'setHopLatency',
    path: `${CONTROL_ROOT}/latency`,
    summary: 'Sets the time a message takes from node to node, milliseconds.',
    body: wireMilliseconds,
    answer: wireMilliseconds,
    refusals: [400],
  }),
  keepExpiredLocks: change({
    operation: 'keepExpiredLocks',
    path: `${CONTROL_ROOT}/keep-expired-locks`,
    summary:
      'From now on locks that expire are not released, as overloaded real nodes leave them: transfers stay pending, and their channel ends carry nothing more. A reset ends it.',
    answer: wireDone,
  }),
  network: endpoint({
    operation: 'getNetwork',
    path: `${CONTROL_ROOT}/network`,
    summary: 'The network as it stands, as graphology JSON.',
    bytesPerValue: 10,
    answer: wireNetwork,
  }),
  events: endpoint({
    operation: 'listChainEvents',
    path: `${CONTROL_ROOT}/events`,
    summary: 'Events of the contracts since the start, oldest first.',
    answer: wireEvents,
  }),
  snapshot: change({
    operation: 'takeSnapshot',
    path: `${CONTROL_ROOT}/snapshot`,
    summary:
      'Remembers channels, balances and who runs: a reset comes back here. Refused while transfers are pending.',
    answer: wireDone,
    refusals: [409],
  }),
  reset: change({
    operation: 'resetNetwork',
    path: `${CONTROL_ROOT}/reset`,
    summary: 'Back to the last snapshot, else to the starting network: nothing pending, histories empty.',
    answer: wireDone,
    refusals: [409],
  }),
  pendingTransfers: endpoint({
    operation: 'countPendingTransfers',
    path: `${CONTROL_ROOT}/pending`,
    summary: 'Number of transfers in flight over all channels.',
    answer: wirePendingCount,
  }),
} as const;

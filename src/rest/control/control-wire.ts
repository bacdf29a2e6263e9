import { z } from 'zod';
import type { Network } from '../../model/network/network.ts';
import { type NetworkJson, networkFromJson, networkToJson } from '../../model/network/network-json.ts';
import { wireAddress } from '../wire/address.ts';

/** What a sandbox says about itself; no real node answers this path. */
export const wireSandbox = z
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

/** What a sandbox says about itself. */
export type SandboxDescription = z.infer<typeof wireSandbox>;

/** A node's state after it was stopped or started. */
export const wireRunning = z.object({ name: z.string(), running: z.boolean() });

/** How long something takes; at most an hour, so that a slip of the keyboard is noticed. */
export const wireMilliseconds = z.strictObject({ ms: z.number().min(0).max(3_600_000) });

/** Transfers in flight over all channels. */
export const wirePendingCount = z.object({ pending: z.number() });

/** The network as it stands, in graphology's serialization format. */
export const wireNetwork = z
  .codec(
    z.custom<NetworkJson>(looksLikeNetwork, 'a network as graphology JSON').meta({ type: 'object' }),
    z.custom<Network>(),
    { decode: networkFromJson, encode: networkToJson },
  )
  .meta({ id: 'Network' });

/** Nothing to say but that it was done. */
export const wireDone = z.object({ done: z.literal(true) });

function looksLikeNetwork(value: unknown): boolean {
  const { attributes, nodes, edges } = (value ?? {}) as Partial<Record<keyof NetworkJson, unknown>>;
  return typeof attributes === 'object' && Array.isArray(nodes) && Array.isArray(edges);
}

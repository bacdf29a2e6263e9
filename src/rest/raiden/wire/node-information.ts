import { z } from 'zod';
import type { NodeStatus } from '../../../model/run/answer.ts';
import { wireAddress } from './address.ts';
import { wireCountLiteral } from './integer.ts';

/** Who a node is. */
export const wireOurAddress = z.codec(z.object({ our_address: wireAddress }), wireAddress, {
  decode: (wire) => wire.our_address,
  encode: (address) => ({ our_address: address }),
});

/** Which release a node runs. */
export const wireVersion = z.codec(z.object({ version: z.string() }), z.string(), {
  decode: (wire) => wire.version,
  encode: (version) => ({ version }),
});

/** Where the node's path-finding service is. */
export const wireSettings = z.codec(
  z.object({ pathfinding_service_address: z.string().nullable() }),
  z.object({ pathFindingServiceAddress: z.string().nullable() }),
  {
    decode: (wire) => ({ pathFindingServiceAddress: wire.pathfinding_service_address }),
    encode: (settings) => ({ pathfinding_service_address: settings.pathFindingServiceAddress }),
  },
);

const status = z.discriminatedUnion('status', [
  z.object({ status: z.literal('ready') }),
  // An integer in the Python node, a string in the light client and in the documentation.
  z.object({ status: z.literal('syncing'), blocks_to_sync: wireCountLiteral }),
  z.object({ status: z.literal('unavailable') }),
]);

/** Whether a node can serve yet. */
export const wireStatus = z.codec(status, z.custom<NodeStatus>(), {
  decode: (wire): NodeStatus =>
    wire.status === 'syncing' ? { status: 'syncing', blocksToSync: wire.blocks_to_sync } : wire,
  encode: (value) =>
    value.status === 'syncing' ? { status: 'syncing' as const, blocks_to_sync: value.blocksToSync } : value,
});

/** The partners a node has in one token network, each with the path of the channel. */
export const wirePartners = z
  .array(z.object({ partner_address: wireAddress, channel: z.string() }))
  .readonly();

/** Contracts a node works with; those a simulation has no use for are null. */
export const wireContracts = z.object({
  contracts_version: z.string(),
  token_network_registry_address: wireAddress,
  secret_registry_address: wireAddress.nullable(),
  service_registry_address: wireAddress.nullable(),
  user_deposit_address: wireAddress.nullable(),
  monitoring_service_address: wireAddress.nullable(),
  one_to_n_address: wireAddress.nullable(),
});

/** Messages to the node's owner. */
export const wireNotifications = z
  .array(z.object({ id: z.string(), summary: z.string(), body: z.string(), urgency: z.string() }))
  .readonly();

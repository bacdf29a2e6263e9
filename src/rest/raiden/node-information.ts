import { z } from 'zod';
import type { NodeStatus } from '../../model/run/answer.ts';
import { wireAddress, wireCountLiteral } from '../wire/scalars.ts';

/** The node's own address. */
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
  // An integer in the Python node, a string in the documentation.
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

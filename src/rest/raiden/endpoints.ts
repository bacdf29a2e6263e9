import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import type { NodeEndpoints, Page } from '../rest-dialect.ts';
import { wireNamed } from '../wire/record.ts';
import { optionalInteger, present } from '../wire/request-field.ts';
import { wireAddress, wireAddresses, wireCountLiteral } from '../wire/scalars.ts';
import {
  wireChannel,
  wireConnections,
  wireLeftChannels,
  wireOpenChannel,
  wireUpdateChannel,
} from './channel.ts';
import {
  wireFailedEvent,
  wirePaymentEvent,
  wirePaymentReceipt,
  wirePaymentRequest,
  wirePendingTransfer,
  wireReceivedEvent,
  wireSentEvent,
} from './payment.ts';
import type { NodeStatus } from '../../model/run/answer.ts';
import {
  wireMint,
  wireNotices,
  wireTokenNetwork,
  wireTransaction,
  wireUserDeposit,
  wireUserDepositDone,
} from './account.ts';

/** The node's own address. */
const wireOurAddress = wireNamed('our_address', wireAddress);

/** Which release a node runs. */
const wireVersion = wireNamed('version', z.string());

/** Where the node's path-finding service is. */
const wireSettings = z.codec(
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
const wireStatus = z.codec(status, z.custom<NodeStatus>(), {
  decode: (wire): NodeStatus =>
    wire.status === 'syncing' ? { status: 'syncing', blocksToSync: wire.blocks_to_sync } : wire,
  encode: (value) =>
    value.status === 'syncing' ? { status: 'syncing' as const, blocks_to_sync: value.blocksToSync } : value,
});

/** Query of GET payments; what is negative the node refuses itself. */
const wirePage = z.codec(
  z.strictObject({ limit: optionalInteger, offset: optionalInteger }),
  z.custom<Page>(),
  {
    decode: ({ limit, offset }) => present({ limit: toNumber(limit), offset: toNumber(offset) }),
    encode: ({ limit, offset }) => present({ limit: toInteger(limit), offset: toInteger(offset) }),
  },
);

// A history has fewer entries than 2^53, so a larger number means the same.
function toNumber(value: bigint | null | undefined): number | undefined {
  if (value === null || value === undefined) return undefined;
  const number = Number(value);
  return Math.max(-Number.MAX_SAFE_INTEGER, Math.min(number, Number.MAX_SAFE_INTEGER));
}

function toInteger(value: number | undefined): bigint | undefined {
  return value === undefined ? undefined : BigInt(Math.trunc(value));
}

const wireEvent = wirePaymentEvent(
  z.discriminatedUnion('event', [wireSentEvent, wireReceivedEvent, wireFailedEvent]),
).meta({ id: 'PaymentEvent' });

const CHANNELS = { answer: z.array(wireChannel).readonly(), growsWith: 'channels' } as const;
const PENDING = {
  refusals: [404],
  answer: z.array(wirePendingTransfer).readonly(),
  growsWith: 'payments',
} as const;
const HISTORY = {
  refusals: [400, 404],
  query: wirePage,
  answer: z.array(wireEvent).readonly(),
  growsWith: 'payments',
} as const;

/** The endpoints of the Python node (raiden.md 1.1). */
export const raidenEndpoints = {
  address: endpoint({
    operation: 'getAddress',
    path: '/api/v1/address',
    summary: "The node's address.",
    answer: wireOurAddress,
    refusals: [503],
  }),
  version: endpoint({
    operation: 'getVersion',
    path: '/api/v1/version',
    summary: "The node's version.",
    answer: wireVersion,
    refusals: [503],
  }),
  settings: endpoint({
    operation: 'getSettings',
    path: '/api/v1/settings',
    summary: 'URL of the path-finding service the node uses, or null.',
    answer: wireSettings,
    refusals: [503],
  }),
  status: endpoint({
    operation: 'getStatus',
    path: '/api/v1/status',
    summary: 'Whether the node is ready; the only answer before it is.',
    answer: wireStatus,
  }),
  tokens: endpoint({
    operation: 'getTokens',
    path: '/api/v1/tokens',
    summary: 'Addresses of all registered tokens.',
    answer: wireAddresses,
    refusals: [503],
  }),
  tokenNetwork: endpoint({
    operation: 'getTokenNetwork',
    path: '/api/v1/tokens/{token_address}',
    summary: "Address of a token's network of channels.",
    answer: wireAddress,
    refusals: [404],
  }),
  channels: endpoint({
    operation: 'getChannels',
    path: '/api/v1/channels',
    summary: "All of the node's channels that are not settled.",
    ...CHANNELS,
    refusals: [503],
  }),
  channelsOfToken: endpoint({
    operation: 'getChannelsOfToken',
    path: '/api/v1/channels/{token_address}',
    summary: "The node's channels of one token; empty for an unknown one.",
    ...CHANNELS,
    refusals: [404],
  }),
  channel: endpoint({
    operation: 'getChannel',
    path: '/api/v1/channels/{token_address}/{partner_address}',
    summary: 'One channel.',
    answer: wireChannel,
    refusals: [404],
  }),
  openChannel: endpoint({
    operation: 'openChannel',
    method: 'PUT',
    path: '/api/v1/channels',
    summary: 'Opens a channel and deposits into it; 200 when it was open already.',
    body: wireOpenChannel,
    answer: wireChannel,
    successes: [201, 200],
    refusals: [400, 402, 409, 503],
    waits: true,
  }),
  updateChannel: endpoint({
    operation: 'updateChannel',
    method: 'PATCH',
    path: '/api/v1/channels/{token_address}/{partner_address}',
    summary: 'Deposits, withdraws, closes or sets the reveal timeout; null after a cooperative close.',
    body: wireUpdateChannel,
    answer: wireChannel.nullable(),
    refusals: [400, 402, 404, 409, 503],
    waits: true,
  }),
  connections: endpoint({
    operation: 'getConnections',
    path: '/api/v1/connections',
    summary: 'Token networks the node has open channels in.',
    answer: wireConnections,
    refusals: [503],
  }),
  leave: endpoint({
    operation: 'leaveTokenNetwork',
    method: 'DELETE',
    path: '/api/v1/connections/{token_address}',
    summary: 'Closes all channels of one token.',
    answer: wireLeftChannels,
    refusals: [404, 500, 503],
    waits: true,
  }),
  registerToken: endpoint({
    operation: 'registerToken',
    method: 'PUT',
    path: '/api/v1/tokens/{token_address}',
    summary: 'Makes a token network for a token that has none.',
    answer: wireTokenNetwork,
    successes: [201],
    refusals: [404, 409, 503],
    waits: true,
  }),
  mint: endpoint({
    operation: 'mintTokens',
    method: 'POST',
    path: '/api/v1/_testing/tokens/{token_address}/mint',
    summary: 'Makes new tokens, as test tokens allow anyone.',
    body: wireMint,
    answer: wireTransaction,
    refusals: [400, 404, 503],
    waits: true,
  }),
  userDeposit: endpoint({
    operation: 'changeUserDeposit',
    method: 'POST',
    path: '/api/v1/user_deposit',
    summary: 'Puts tokens aside for services, announces that some are taken out, or takes them out.',
    body: wireUserDeposit,
    answer: wireUserDepositDone,
    refusals: [400, 402, 409, 503],
    waits: true,
  }),
  notifications: endpoint({
    operation: 'getNotifications',
    path: '/api/v1/notifications',
    summary: "Messages to the node's owner, each sent once.",
    answer: wireNotices,
    refusals: [503],
  }),
  pay: endpoint({
    operation: 'pay',
    method: 'POST',
    path: '/api/v1/payments/{token_address}/{target_address}',
    summary: 'Pays; answered when the payment has succeeded or failed.',
    body: wirePaymentRequest,
    answer: wirePaymentReceipt,
    refusals: [400, 404, 409, 503],
    waits: true,
  }),
  payments: endpoint({
    ...HISTORY,
    refusals: [400],
    operation: 'getPayments',
    path: '/api/v1/payments',
    summary: 'The payment history, oldest first.',
  }),
  paymentsOfToken: endpoint({
    ...HISTORY,
    operation: 'getPaymentsOfToken',
    path: '/api/v1/payments/{token_address}',
    summary: 'The payment history of one token.',
  }),
  paymentsWithPartner: endpoint({
    ...HISTORY,
    operation: 'getPaymentsWithPartner',
    path: '/api/v1/payments/{token_address}/{partner_address}',
    summary: 'The payment history of one token with one initiator or target.',
  }),
  pendingTransfers: endpoint({
    ...PENDING,
    refusals: [503],
    operation: 'getPendingTransfers',
    path: '/api/v1/pending_transfers',
    summary: 'Transfers in flight.',
  }),
  pendingTransfersOfToken: endpoint({
    ...PENDING,
    operation: 'getPendingTransfersOfToken',
    path: '/api/v1/pending_transfers/{token_address}',
    summary: 'Transfers in flight of one token.',
  }),
  pendingTransfersInChannel: endpoint({
    ...PENDING,
    operation: 'getPendingTransfersInChannel',
    path: '/api/v1/pending_transfers/{token_address}/{partner_address}',
    summary: 'Transfers in flight in one channel.',
  }),
} as const satisfies NodeEndpoints;

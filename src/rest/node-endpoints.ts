import type { ChannelUpdate, NodeApi, PaymentFilter, PaymentRequest } from '../ports/node-api.ts';
import type { Endpoint } from './endpoint.ts';

type Value<Operation extends keyof NodeApi> = Extract<
  Awaited<ReturnType<NodeApi[Operation]>>,
  { readonly kind: 'ok' }
>['value'];
type Ask<Operation extends keyof NodeApi, Body = undefined, Query = undefined> = Endpoint<
  Body,
  Query,
  Value<Operation>
>;

/** Which part of the history is wanted. */
export type Page = Pick<PaymentFilter, 'limit' | 'offset'>;

/**
 * Every operation of a node over HTTP, by what the client calls it. Tokens, partners and targets stand in paths as
 * `{token_address}`, `{partner_address}` and `{target_address}`.
 */
export interface NodeEndpoints {
  readonly address: Ask<'address'>;
  readonly version: Ask<'version'>;
  /** Absent: nodes of this kind do not tell which path-finding service they use. */
  readonly settings?: Ask<'settings'>;
  readonly status: Ask<'status'>;
  readonly tokens: Ask<'tokens'>;
  readonly tokenNetwork: Ask<'tokenNetwork'>;
  readonly channels: Ask<'channels'>;
  readonly channelsOfToken: Ask<'channels'>;
  readonly channel: Ask<'channel'>;
  readonly openChannel: Ask<'openChannel', Parameters<NodeApi['openChannel']>[0]>;
  readonly updateChannel: Ask<'updateChannel', Omit<ChannelUpdate, 'token' | 'partner'>>;
  readonly connections: Ask<'connections'>;
  readonly leave: Ask<'leave'>;
  readonly pay: Ask<'pay', Omit<PaymentRequest, 'token' | 'target'>>;
  readonly payments: Ask<'payments', undefined, Page>;
  readonly paymentsOfToken: Ask<'payments', undefined, Page>;
  readonly paymentsWithPartner: Ask<'payments', undefined, Page>;
  readonly pendingTransfers: Ask<'pendingTransfers'>;
  readonly pendingTransfersOfToken: Ask<'pendingTransfers'>;
  readonly pendingTransfersInChannel: Ask<'pendingTransfers'>;
}

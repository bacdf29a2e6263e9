import type { Address } from '../model/network/address.ts';
import type { Answer, ErrorBody } from '../model/run/answer.ts';
import type { ReasonClass } from '../model/run/reason-class.ts';
import type {
  ChannelUpdate,
  MintRequest,
  NodeApi,
  PaymentFilter,
  PaymentRequest,
  UserDepositRequest,
} from '../ports/node-api.ts';
import type { NodeDialect } from '../ports/node-dialect.ts';
import type { Simulation } from '../ports/simulation.ts';
import type { Endpoint } from './endpoint.ts';
import type { Wording } from './wording.ts';

/**
 * Everything in which one kind of node's REST API may differ: sandbox, client and senders are made from it.
 * A dialect's folder in `rest/` exports one; its `NodeDialect` is the part that the rest of the house may know.
 */
export interface RestDialect extends NodeDialect {
  readonly endpoints: NodeEndpoints;
  /** Answered by a sandbox beside the operations above; the client has no use for them. */
  readonly servedOnly: readonly ServedOnly[];
  readonly wording: Wording;
  /** Why a node of this kind refused; absent: its words are those of simulated nodes. */
  readonly reasonOf?: (refusal: { readonly status: number; readonly errors: ErrorBody }) => ReasonClass;
  /** Changes what simulated nodes show, to serve them as this kind of node; absent: they show the same. */
  readonly disguise?: (nodes: Simulation) => Simulation;
}

/** A request to an endpoint that only a sandbox answers, with the node that it concerns. */
export interface ServedCall {
  readonly node: NodeApi;
  /** An address in the path. */
  readonly address: (parameter: string) => Address;
  /** Ends the node: its port is closed, and only this request is still answered. */
  readonly stop: () => void;
}

/** An endpoint that only a sandbox answers. */
export interface ServedOnly {
  readonly endpoint: Endpoint<undefined>;
  readonly answer: (call: ServedCall) => Answer<unknown> | Promise<Answer<unknown>>;
}

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
  /** Absent, here and below: nodes of this kind cannot be asked for it. */
  readonly registerToken?: Ask<'registerToken'>;
  readonly mint?: Ask<'mint', Omit<MintRequest, 'token'>>;
  readonly userDeposit?: Ask<'userDeposit', UserDepositRequest>;
  readonly notifications?: Ask<'notifications'>;
  readonly pay: Ask<'pay', Omit<PaymentRequest, 'token' | 'target'>>;
  readonly payments: Ask<'payments', undefined, Page>;
  readonly paymentsOfToken: Ask<'payments', undefined, Page>;
  readonly paymentsWithPartner: Ask<'payments', undefined, Page>;
  readonly pendingTransfers: Ask<'pendingTransfers'>;
  readonly pendingTransfersOfToken: Ask<'pendingTransfers'>;
  readonly pendingTransfersInChannel: Ask<'pendingTransfers'>;
}

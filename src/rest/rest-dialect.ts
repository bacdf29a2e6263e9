import type { Address } from '../model/network/address.ts';
import type { Answer, ErrorBody } from '../model/run/answer.ts';
import type { ReasonClass } from '../model/run/reason-class.ts';
import type { NodeApi } from '../ports/node-api.ts';
import type { NodeDialect } from '../ports/node-dialect.ts';
import type { Simulation } from '../ports/simulation.ts';
import type { Endpoint } from './endpoint.ts';
import type { Contract } from './contract/contract-case.ts';
import type { NodeEndpoints } from './node-endpoints.ts';
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
  /** Requests with the answers that nodes of this kind are known to give. */
  readonly contract: Contract;
  /** Why a node of this kind refused; absent: its words are those of simulated nodes. */
  readonly reasonOf?: (refusal: { readonly status: number; readonly errors: ErrorBody }) => ReasonClass;
  /** What simulated nodes show otherwise when they are served as this kind of node. */
  readonly disguise?: (nodes: Simulation) => Simulation;
}

/** What a request to a sandbox is answered from where no operation of a node will do. */
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

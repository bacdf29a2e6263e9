import type { Address } from '../model/network/address.ts';
import type { Answer, SuggestedPartner, SuggestedPath } from '../model/run/answer.ts';

/** The path-finding service from outside (raiden.md 3.4). `network` is a token or a token network address. */
export interface PathFindingApi {
  info(): Promise<Answer<PathFindingInfo>>;
  paths(request: {
    readonly network: Address;
    readonly from: Address;
    readonly to: Address;
    readonly value: bigint;
    readonly maxPaths?: number;
  }): Promise<Answer<readonly SuggestedPath[]>>;
  suggestPartner(network: Address): Promise<Answer<readonly SuggestedPartner[]>>;
}

/** What a path-finding service says of itself. */
export interface PathFindingInfo {
  readonly version: string;
  readonly confirmedBlock: number;
  readonly message: string;
  /** Its price of an answer, in smallest units of the service's token; 0: nothing. */
  readonly price: bigint;
}

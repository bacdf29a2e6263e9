import { endpoint } from '../endpoint.ts';
import {
  wireAddressMetadata,
  wirePathFindingInfo,
  wirePaths,
  wirePathsRequest,
  wireSuggestedPartners,
} from './path-finding-wire.ts';

/** Everything the path-finding service answers (raiden.md 3.4), by what the client calls it. */
export const pathFindingEndpoints = {
  info: endpoint({
    operation: 'getInfo',
    path: '/api/v1/info',
    summary: 'What the service is, and up to which block it has read.',
    answer: wirePathFindingInfo,
  }),
  paths: endpoint({
    operation: 'findPaths',
    method: 'POST',
    path: '/api/v1/{token_network_address}/paths',
    summary: 'Paths for a payment, best first.',
    body: wirePathsRequest,
    answer: wirePaths,
    refusals: [400, 404],
  }),
  suggestPartner: endpoint({
    operation: 'suggestPartner',
    path: '/api/v1/{token_network_address}/suggest_partner',
    summary: 'Well-connected partners, best first; takes a token or a token network address.',
    answer: wireSuggestedPartners,
    refusals: [400],
  }),
  addressMetadata: endpoint({
    operation: 'getAddressMetadata',
    path: '/api/v1/address/{node_address}/metadata',
    summary: 'How to reach a node; 404 while it is offline.',
    answer: wireAddressMetadata,
    refusals: [400, 404],
  }),
} as const;

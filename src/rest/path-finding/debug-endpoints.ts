import { z } from 'zod';
import type { Address } from '../../model/network/address.ts';
import type { SuggestedPath } from '../../model/run/answer.ts';
import type { NetworkRecords, PathRequestRecord } from '../../ports/network-records.ts';
import { endpoint } from '../endpoint.ts';
import type { HttpApp } from '../serve/http-app.ts';
import { wireRecord } from '../wire/record.ts';
import { wireAddress, wireIntegerLiteral } from '../wire/scalars.ts';
import { pathFindingWording } from './path-finding-wording.ts';

const wirePath = wireRecord<SuggestedPath>({
  path: ['path', z.array(wireAddress)],
  estimatedFee: ['estimated_fee', wireIntegerLiteral],
});

const wirePathRequest = wireRecord<PathRequestRecord>({
  from: ['source', wireAddress],
  to: ['target', wireAddress],
  paths: ['routes', z.array(wirePath)],
});

const wirePathRequests = z
  .codec(
    z.object({ request_count: z.number(), responses: z.array(wirePathRequest) }),
    z.custom<readonly PathRequestRecord[]>(),
    {
      decode: ({ responses }) => responses,
      encode: (requests) => ({ request_count: requests.length, responses: [...requests] }),
    },
  )
  .meta({ id: 'PathRequests' });

/** An empty object: the node was never charged. */
const wireCharge = wireRecord<{ readonly node?: Address; readonly amount?: bigint }>({
  node: ['sender', wireAddress.optional()],
  amount: ['amount', wireIntegerLiteral.optional()],
}).meta({ id: 'Charge' });

const DEBUG = '/api/v1/_debug';

/** The account of a path-finding service, which it tells in its debug mode (raiden.md 3.4). */
export const debugEndpoints = {
  requests: endpoint({
    operation: 'listPathRequests',
    path: `${DEBUG}/routes/{token_network_address}/{source_address}`,
    summary:
      'The requests for paths of a node that were answered, oldest first; 404 where they are not kept.',
    answer: wirePathRequests,
    growsWith: 'payments',
    refusals: [404],
  }),
  requestsToTarget: endpoint({
    operation: 'listPathRequestsToTarget',
    path: `${DEBUG}/routes/{token_network_address}/{source_address}/{target_address}`,
    summary: 'Those to one target.',
    answer: wirePathRequests,
    growsWith: 'payments',
    refusals: [404],
  }),
  charge: endpoint({
    operation: 'getCharge',
    path: `${DEBUG}/ious/{source_address}`,
    summary: 'What a node owes the service; an empty object where it was never charged.',
    answer: wireCharge,
  }),
} as const;

/** Serves the account of a path-finding service. */
export function addDebugRoutes(app: HttpApp, records: NetworkRecords): void {
  const route = app.routes(pathFindingWording);
  route(debugEndpoints.requests, ({ address }) =>
    records.pathRequests({ tokenNetwork: address('token_network_address'), from: address('source_address') }),
  );
  route(debugEndpoints.requestsToTarget, ({ address }) =>
    records.pathRequests({
      tokenNetwork: address('token_network_address'),
      from: address('source_address'),
      to: address('target_address'),
    }),
  );
  route(debugEndpoints.charge, async ({ address }) => {
    const node = address('source_address');
    const answer = await records.charged(node);
    if (answer.kind !== 'ok') return answer;
    const { value: amount } = answer;
    return { ...answer, value: amount === null ? {} : { node, amount } };
  });
}

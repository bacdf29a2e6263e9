import { z } from 'zod';
import type { Address } from '../../model/network/address.ts';
import type { NetworkRecords } from '../../ports/network-records.ts';
import { endpoint } from '../endpoint.ts';
import type { HttpApp } from '../serve/http-app.ts';
import { wireAddress, wireIntegerLiteral } from '../wire/scalars.ts';
import { pathFindingWording } from './path-finding-wording.ts';

type PathRequests = Awaited<ReturnType<NetworkRecords['pathRequests']>>;
type Recorded = Extract<PathRequests, { readonly kind: 'ok' }>['value'];

const wirePathRequests = z
  .codec(
    z.object({
      request_count: z.number(),
      responses: z.array(
        z.object({
          source: wireAddress,
          target: wireAddress,
          routes: z.array(z.object({ path: z.array(wireAddress), estimated_fee: wireIntegerLiteral })),
        }),
      ),
    }),
    z.custom<Recorded>(),
    {
      decode: ({ responses }) =>
        responses.map(({ source, target, routes }) => ({
          from: source,
          to: target,
          paths: routes.map(({ path, estimated_fee }) => ({ path, estimatedFee: estimated_fee })),
        })),
      encode: (recorded) => ({
        request_count: recorded.length,
        responses: recorded.map(({ from, to, paths }) => ({
          source: from,
          target: to,
          routes: paths.map(({ path, estimatedFee }) => ({ path: [...path], estimated_fee: estimatedFee })),
        })),
      }),
    },
  )
  .meta({ id: 'PathRequests' });

/** An empty object: the node was never charged. */
const wireCharge = z
  .codec(
    z.object({ sender: wireAddress.optional(), amount: wireIntegerLiteral.optional() }),
    z.custom<{ readonly node?: Address; readonly amount: bigint | null }>(),
    {
      decode: ({ sender, amount }) => ({
        ...(sender === undefined ? {} : { node: sender }),
        amount: amount ?? null,
      }),
      encode: ({ node, amount }) => (amount === null || node === undefined ? {} : { sender: node, amount }),
    },
  )
  .meta({ id: 'Charge' });

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
    return answer.kind === 'ok' ? { ...answer, value: { node, amount: answer.value } } : answer;
  });
}

import type { FastifyRequest } from 'fastify';
import type { NodeApi } from '../../ports/node-api.ts';
import type { NodeEndpoints } from '../node-endpoints.ts';
import type { RestDialect } from '../rest-dialect.ts';
import type { HttpApp, Route } from './http-app.ts';

type NodeOf = (request: FastifyRequest) => NodeApi;

interface NodeDoor {
  readonly route: Route;
  readonly endpoints: NodeEndpoints;
  readonly nodeOf: NodeOf;
}

/** Serves the API of every node; `nodeOf` tells from a request whose port it came in on. */
export function addNodeRoutes(
  app: HttpApp,
  { endpoints, servedOnly, wording }: RestDialect,
  nodeOf: NodeOf,
): void {
  const route = app.routes(wording);
  const door: NodeDoor = { route, endpoints, nodeOf };
  addInformation(door);
  addChannels(door);
  addPayments(door);
  for (const { endpoint, answer } of servedOnly)
    route(endpoint, ({ request, address }) => answer(nodeOf(request), address));
}

function addInformation({ route, endpoints, nodeOf }: NodeDoor): void {
  route(endpoints.address, ({ request }) => nodeOf(request).address());
  route(endpoints.version, ({ request }) => nodeOf(request).version());
  if (endpoints.settings !== undefined)
    route(endpoints.settings, ({ request }) => nodeOf(request).settings());
  route(endpoints.status, ({ request }) => nodeOf(request).status());
  route(endpoints.tokens, ({ request }) => nodeOf(request).tokens());
  route(endpoints.tokenNetwork, ({ request, address }) =>
    nodeOf(request).tokenNetwork(address('token_address')),
  );
}

function addChannels({ route, endpoints, nodeOf }: NodeDoor): void {
  route(endpoints.channels, ({ request }) => nodeOf(request).channels());
  route(endpoints.channelsOfToken, ({ request, address }) =>
    nodeOf(request).channels({ token: address('token_address') }),
  );
  route(endpoints.channel, ({ request, address }) =>
    nodeOf(request).channel({ token: address('token_address'), partner: address('partner_address') }),
  );
  route(endpoints.openChannel, ({ request, body }) => nodeOf(request).openChannel(body));
  route(endpoints.updateChannel, ({ request, address, body }) =>
    nodeOf(request).updateChannel({
      ...body,
      token: address('token_address'),
      partner: address('partner_address'),
    }),
  );
  route(endpoints.connections, ({ request }) => nodeOf(request).connections());
  route(endpoints.leave, ({ request, address }) => nodeOf(request).leave(address('token_address')));
}

function addPayments({ route, endpoints, nodeOf }: NodeDoor): void {
  route(endpoints.pay, ({ request, address, body }) =>
    nodeOf(request).pay({ ...body, token: address('token_address'), target: address('target_address') }),
  );
  route(endpoints.payments, ({ request, query }) => nodeOf(request).payments(query));
  route(endpoints.paymentsOfToken, ({ request, address, query }) =>
    nodeOf(request).payments({ ...query, token: address('token_address') }),
  );
  route(endpoints.paymentsWithPartner, ({ request, address, query }) =>
    nodeOf(request).payments({
      ...query,
      token: address('token_address'),
      partner: address('partner_address'),
    }),
  );
  route(endpoints.pendingTransfers, ({ request }) => nodeOf(request).pendingTransfers());
  route(endpoints.pendingTransfersOfToken, ({ request, address }) =>
    nodeOf(request).pendingTransfers({ token: address('token_address') }),
  );
  route(endpoints.pendingTransfersInChannel, ({ request, address }) =>
    nodeOf(request).pendingTransfers({
      token: address('token_address'),
      partner: address('partner_address'),
    }),
  );
}

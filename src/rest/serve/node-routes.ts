import type { FastifyRequest } from 'fastify';
import type { NodeApi } from '../../ports/node-api.ts';
import type { RestDialect } from '../rest-dialect.ts';
import type { Call, HttpApp } from './http-app.ts';

interface NodesOfRequests {
  /** Tells from a request whose port it came in on. */
  readonly nodeOf: (request: FastifyRequest) => NodeApi;
  /** Stops that node when the request is answered. */
  readonly stop: (request: FastifyRequest) => void;
}

/** Serves the API of every node. */
export function addNodeRoutes(
  app: HttpApp,
  { endpoints, servedOnly, wording }: RestDialect,
  { nodeOf, stop }: NodesOfRequests,
): void {
  const route = app.routes(wording);
  route(endpoints.address, ({ request }) => nodeOf(request).address());
  route(endpoints.version, ({ request }) => nodeOf(request).version());
  if (endpoints.settings !== undefined)
    route(endpoints.settings, ({ request }) => nodeOf(request).settings());
  route(endpoints.status, ({ request }) => nodeOf(request).status());
  route(endpoints.tokens, ({ request }) => nodeOf(request).tokens());
  route(endpoints.tokenNetwork, ({ request, address }) =>
    nodeOf(request).tokenNetwork(address('token_address')),
  );
  for (const endpoint of [endpoints.channels, endpoints.channelsOfToken])
    route(endpoint, (call) => nodeOf(call.request).channels(filterOf(call)));
  route(endpoints.channel, (call) => nodeOf(call.request).channel(channelOf(call)));
  route(endpoints.openChannel, ({ request, body }) => nodeOf(request).openChannel(body));
  route(endpoints.updateChannel, (call) =>
    nodeOf(call.request).updateChannel({ ...call.body, ...channelOf(call) }),
  );
  route(endpoints.connections, ({ request }) => nodeOf(request).connections());
  route(endpoints.leave, ({ request, address }) => nodeOf(request).leave(address('token_address')));
  route(endpoints.pay, ({ request, address, body }) =>
    nodeOf(request).pay({ ...body, token: address('token_address'), target: address('target_address') }),
  );
  for (const endpoint of [endpoints.payments, endpoints.paymentsOfToken, endpoints.paymentsWithPartner])
    route(endpoint, (call) => nodeOf(call.request).payments({ ...call.query, ...filterOf(call) }));
  const { pendingTransfers, pendingTransfersOfToken, pendingTransfersInChannel } = endpoints;
  for (const endpoint of [pendingTransfers, pendingTransfersOfToken, pendingTransfersInChannel])
    route(endpoint, (call) => nodeOf(call.request).pendingTransfers(filterOf(call)));
  for (const { endpoint, answer } of servedOnly)
    route(endpoint, ({ request, address }) =>
      answer({ node: nodeOf(request), address, stop: () => stop(request) }),
    );
}

type InPath = Pick<Call<unknown, unknown>, 'address'>;

function channelOf({ address }: InPath) {
  return { token: address('token_address'), partner: address('partner_address') };
}

// What the path does not name is empty, and narrows nothing.
function filterOf(call: InPath) {
  const { token, partner } = channelOf(call);
  return { ...(token && { token }), ...(partner && { partner }) };
}

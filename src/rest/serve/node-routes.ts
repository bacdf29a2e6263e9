import type { FastifyRequest } from 'fastify';
import { type Address, addressFrom } from '../../model/network/address.ts';
import type { Answer } from '../../model/run/answer.ts';
import type { NodeApi } from '../../ports/node-api.ts';
import type { HttpApp } from './http-app.ts';
import { nodeDialect } from '../raiden/node-dialect.ts';
import { nodeEndpoints as endpoints } from '../raiden/node-endpoints.ts';

const CONTRACTS_VERSION = '0.40.0';

/** Serves the API of every node; `nodeOf` tells from a request whose port it came in on. */
export function addNodeRoutes(app: HttpApp, nodeOf: (request: FastifyRequest) => NodeApi): void {
  addInformation(app, nodeOf);
  addChannels(app, nodeOf);
  addPayments(app, nodeOf);
}

function addInformation(app: HttpApp, nodeOf: (request: FastifyRequest) => NodeApi): void {
  app.route(endpoints.address, nodeDialect, ({ request }) => nodeOf(request).address());
  app.route(endpoints.version, nodeDialect, ({ request }) => nodeOf(request).version());
  app.route(endpoints.settings, nodeDialect, ({ request }) => nodeOf(request).settings());
  app.route(endpoints.status, nodeDialect, ({ request }) => nodeOf(request).status());
  app.route(endpoints.contracts, nodeDialect, () => ({ kind: 'ok', status: 200, value: contracts() }));
  app.route(endpoints.notifications, nodeDialect, () => ({ kind: 'ok', status: 200, value: [] }));
  app.route(endpoints.tokens, nodeDialect, ({ request }) => nodeOf(request).tokens());
  app.route(endpoints.tokenNetwork, nodeDialect, ({ request, address }) =>
    nodeOf(request).tokenNetwork(address('token_address')),
  );
  app.route(endpoints.partners, nodeDialect, ({ request, address }) =>
    partners(nodeOf(request), address('token_address')),
  );
}

function addChannels(app: HttpApp, nodeOf: (request: FastifyRequest) => NodeApi): void {
  app.route(endpoints.channels, nodeDialect, ({ request }) => nodeOf(request).channels());
  app.route(endpoints.channelsOfToken, nodeDialect, ({ request, address }) =>
    nodeOf(request).channels({ token: address('token_address') }),
  );
  app.route(endpoints.channel, nodeDialect, ({ request, address }) =>
    nodeOf(request).channel({ token: address('token_address'), partner: address('partner_address') }),
  );
  app.route(endpoints.openChannel, nodeDialect, ({ request, body }) => nodeOf(request).openChannel(body));
  app.route(endpoints.updateChannel, nodeDialect, ({ request, address, body }) =>
    nodeOf(request).updateChannel({
      ...body,
      token: address('token_address'),
      partner: address('partner_address'),
    }),
  );
  app.route(endpoints.connections, nodeDialect, ({ request }) => nodeOf(request).connections());
  app.route(endpoints.leave, nodeDialect, ({ request, address }) =>
    nodeOf(request).leave(address('token_address')),
  );
}

function addPayments(app: HttpApp, nodeOf: (request: FastifyRequest) => NodeApi): void {
  app.route(endpoints.pay, nodeDialect, ({ request, address, body }) =>
    nodeOf(request).pay({ ...body, token: address('token_address'), target: address('target_address') }),
  );
  app.route(endpoints.payments, nodeDialect, ({ request, query }) => nodeOf(request).payments(query));
  app.route(endpoints.paymentsOfToken, nodeDialect, ({ request, address, query }) =>
    nodeOf(request).payments({ ...query, token: address('token_address') }),
  );
  app.route(endpoints.paymentsWithPartner, nodeDialect, ({ request, address, query }) =>
    nodeOf(request).payments({
      ...query,
      token: address('token_address'),
      partner: address('partner_address'),
    }),
  );
  app.route(endpoints.pendingTransfers, nodeDialect, ({ request }) => nodeOf(request).pendingTransfers());
  app.route(endpoints.pendingTransfersOfToken, nodeDialect, ({ request, address }) =>
    nodeOf(request).pendingTransfers({ token: address('token_address') }),
  );
  app.route(endpoints.pendingTransfersInChannel, nodeDialect, ({ request, address }) =>
    nodeOf(request).pendingTransfers({
      token: address('token_address'),
      partner: address('partner_address'),
    }),
  );
}

async function partners(
  node: NodeApi,
  token: Address,
): Promise<Answer<readonly { readonly partner_address: Address; readonly channel: string }[]>> {
  const channels = await node.channels({ token });
  if (channels.kind !== 'ok') return channels;
  const value = channels.value.map(({ partnerAddress }) => ({
    partner_address: partnerAddress,
    channel: `/api/v1/channels/${token}/${partnerAddress}`,
  }));
  return { kind: 'ok', status: 200, value };
}

function contracts() {
  return {
    contracts_version: CONTRACTS_VERSION,
    token_network_registry_address: addressFrom('millrace token network registry'),
    secret_registry_address: addressFrom('millrace secret registry'),
    service_registry_address: null,
    user_deposit_address: null,
    monitoring_service_address: null,
    one_to_n_address: null,
  };
}

import type { Address } from '../../model/network/address.ts';
import type { PathFindingApi } from '../../ports/path-finding-api.ts';
import type { HttpApp } from '../serve/http-app.ts';
import { pathFindingDialect } from './path-finding-dialect.ts';
import { pathFindingEndpoints as endpoints } from './path-finding-endpoints.ts';
import { addressMetadata } from '../raiden/wire/path-finding.ts';

/** Serves the path-finding service. */
export function addPathFindingRoutes(
  app: HttpApp,
  { api, isOnline }: { readonly api: PathFindingApi; readonly isOnline: (address: Address) => boolean },
): void {
  app.route(endpoints.info, pathFindingDialect, () => api.info());
  app.route(endpoints.paths, pathFindingDialect, ({ address, body }) =>
    api.paths({ ...body, network: address('token_network_address') }),
  );
  app.route(endpoints.suggestPartner, pathFindingDialect, ({ address }) =>
    api.suggestPartner(address('token_network_address')),
  );
  app.route(endpoints.addressMetadata, pathFindingDialect, ({ address }) =>
    isOnline(address('node_address'))
      ? { kind: 'ok', status: 200, value: addressMetadata(address('node_address')) }
      : { kind: 'refused', status: 404, errors: 'There is no user found online for given address.' },
  );
}

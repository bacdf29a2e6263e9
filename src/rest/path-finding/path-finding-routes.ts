import type { Address } from '../../model/network/address.ts';
import { refused } from '../../model/run/reason.ts';
import type { PathFindingApi } from '../../ports/path-finding-api.ts';
import type { HttpApp } from '../serve/http-app.ts';
import { pathFindingWording } from './path-finding-wording.ts';
import { pathFindingEndpoints as endpoints } from './path-finding-endpoints.ts';
import { addressMetadata } from './path-finding-wire.ts';

/** Serves the path-finding service. */
export function addPathFindingRoutes(
  app: HttpApp,
  { api, isOnline }: { readonly api: PathFindingApi; readonly isOnline: (address: Address) => boolean },
): void {
  const route = app.routes(pathFindingWording);
  route(endpoints.info, () => api.info());
  route(endpoints.paths, ({ address, body }) =>
    api.paths({ ...body, network: address('token_network_address') }),
  );
  route(endpoints.suggestPartner, ({ address }) => api.suggestPartner(address('token_network_address')));
  route(endpoints.addressMetadata, ({ address }) =>
    isOnline(address('node_address'))
      ? { kind: 'ok', status: 200, value: addressMetadata(address('node_address')) }
      : refused(404, 'There is no user found online for given address.'),
  );
}

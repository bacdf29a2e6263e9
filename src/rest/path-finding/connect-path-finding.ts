import type { PathFindingApi } from '../../ports/path-finding-api.ts';
import { type ConnectOptions, HttpClient } from '../connect/http-client.ts';
import { pathFindingEndpoints as endpoints } from './path-finding-endpoints.ts';

/** The path-finding service behind a URL. */
export function connectPathFinding(options: ConnectOptions): PathFindingApi & { close(): Promise<void> } {
  const client = new HttpClient(options);
  return {
    info: () => client.call(endpoints.info),
    paths: ({ network, ...body }) =>
      client.call(endpoints.paths, { parameters: { token_network_address: network }, body }),
    suggestPartner: (network) =>
      client.call(endpoints.suggestPartner, { parameters: { token_network_address: network } }),
    close: () => client.close(),
  };
}

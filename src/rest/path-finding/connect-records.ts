import { refused } from '../../model/run/reason.ts';
import type { NetworkRecords } from '../../ports/network-records.ts';
import { type ConnectOptions, HttpClient } from '../connect/http-client.ts';
import { controlEndpoints } from '../control/control-endpoints.ts';
import { debugEndpoints } from './debug-endpoints.ts';

/** The records of the services behind URLs; absent: there is no such service to ask. */
export function connectRecords({
  pathFindingUrl,
  sandboxUrl,
  ...options
}: Omit<ConnectOptions, 'baseUrl'> & {
  readonly pathFindingUrl: string | undefined;
  /** Any port of a sandbox: only there are events told over HTTP. */
  readonly sandboxUrl: string | undefined;
}): NetworkRecords & { close(): Promise<void> } {
  const client = (baseUrl: string | undefined): HttpClient | undefined =>
    baseUrl === undefined ? undefined : new HttpClient({ ...options, baseUrl });
  const service = client(pathFindingUrl);
  const sandbox = client(sandboxUrl);
  return {
    pathRequests: async ({ tokenNetwork, from, to }) => {
      const source = { token_network_address: tokenNetwork, source_address: from };
      if (service === undefined) return NO_SERVICE;
      return to === undefined
        ? await service.call(debugEndpoints.requests, { parameters: source })
        : await service.call(debugEndpoints.requestsToTarget, {
            parameters: { ...source, target_address: to },
          });
    },
    charged: async (node) => {
      if (service === undefined) return NO_SERVICE;
      const answer = await service.call(debugEndpoints.charge, { parameters: { source_address: node } });
      return answer.kind === 'ok' ? { ...answer, value: answer.value.amount ?? null } : answer;
    },
    events: async () => (sandbox === undefined ? NO_CHAIN : await sandbox.call(controlEndpoints.events)),
    close: async () => {
      await Promise.all([service?.close(), sandbox?.close()]);
    },
  };
}

const NO_SERVICE = refused(404, 'no path-finding service is known');
const NO_CHAIN = refused(404, 'only a sandbox reports events of contracts');

import type { Answer } from '../../model/run/answer.ts';
import { withoutUndefined } from '../../model/without-undefined.ts';
import { UnreachableError } from '../../errors.ts';
import { withoutValueText } from '../../model/run/reason.ts';
import type { NetworkControl } from '../../ports/simulation.ts';
import { type ConnectOptions, HttpClient } from '../connect/http-client.ts';
import { CONTROL_HEADER } from '../serve/callers.ts';
import { controlEndpoints as endpoints, type SandboxDescription } from './control-endpoints.ts';

/** Hands on a sandbox over HTTP; real nodes have no such thing. All but `probe` throw UnreachableError. */
export type ConnectedControl = {
  readonly [Hand in Exclude<keyof NetworkControl, 'isSeen'>]: (
    ...given: Parameters<NetworkControl[Hand]>
  ) => Promise<ReturnType<NetworkControl[Hand]>>;
} & {
  /** The sandbox's description; `undefined` when it is no sandbox of ours, or nothing answers. */
  probe(): Promise<SandboxDescription | undefined>;
  close(): Promise<void>;
};

/** The control API of a sandbox; any of its ports will do, the path-finding service's never closes. */
export function connectControl(options: ConnectOptions): ConnectedControl {
  const client = new HttpClient({ ...options, headers: { ...options.headers, [CONTROL_HEADER]: 'yes' } });
  const expect = <Value>(answer: Answer<Value>): Value => valueOf(answer, client.url);
  return {
    probe: async () => {
      const answer = await client.call(endpoints.describe);
      return answer.kind === 'ok' ? answer.value : undefined;
    },
    stop: async (name) => void expect(await client.call(endpoints.stop, { parameters: { name } })),
    start: async (name, body) =>
      void expect(
        await client.call(endpoints.start, { parameters: { name }, ...withoutUndefined({ body }) }),
      ),
    setStartup: async (ms) => void expect(await client.call(endpoints.setStartup, { body: { ms } })),
    freeze: async (name) => void expect(await client.call(endpoints.freeze, { parameters: { name } })),
    thaw: async (name) => void expect(await client.call(endpoints.thaw, { parameters: { name } })),
    slow: async (name, ms) =>
      void expect(await client.call(endpoints.slow, { parameters: { name }, body: { ms } })),
    isRunning: async (name) => {
      const { nodes } = expect(await client.call(endpoints.describe));
      return nodes.some((node) => node.name === name && node.running);
    },
    setHopLatency: async (ms) => void expect(await client.call(endpoints.setHopLatency, { body: { ms } })),
    keepExpiredLocks: async () => void expect(await client.call(endpoints.keepExpiredLocks)),
    snapshot: async () => void expect(await client.call(endpoints.snapshot)),
    reset: async () => void expect(await client.call(endpoints.reset)),
    network: async () => expect(await client.call(endpoints.network)),
    pendingTransfers: async () => expect(await client.call(endpoints.pendingTransfers)).pending,
    close: () => client.close(),
  };
}

function valueOf<Value>(answer: Answer<Value>, url: string): Value {
  switch (answer.kind) {
    case 'ok':
      return answer.value;
    case 'refused':
      throw new UnreachableError(`the sandbox at ${url} refused: ${withoutValueText(answer)}`);
    case 'unreachable':
    case 'indeterminate':
      throw new UnreachableError(`the sandbox at ${url} does not answer: ${answer.detail}`);
  }
}

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Tells a script that asks whether it is to stop. */
export interface StopFlag {
  readonly url: string;
  raise(): void;
  close(): Promise<void>;
}

/** Answers `go` on loopback until it is raised, then `stop`. */
export async function openStopFlag(): Promise<StopFlag> {
  let raised = false;
  const server = createServer((_request, response) => void response.end(raised ? 'stop' : 'go'));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    raise: () => {
      raised = true;
    },
    async close() {
      const closed = once(server.close(), 'close');
      server.closeAllConnections();
      await closed;
    },
  };
}

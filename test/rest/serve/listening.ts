import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server on a port of this machine; undefined where the port is taken. */
export function listening(port: number): Promise<Server | undefined> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve(undefined));
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
}

export function portOf(server: Server | undefined): number | undefined {
  return (server?.address() as AddressInfo | undefined)?.port;
}

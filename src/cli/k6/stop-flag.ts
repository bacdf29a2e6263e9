import { createServer } from 'node:http';

/** Tells a script that asks whether it is to stop. */
export interface StopFlag {
  readonly url: string;
  raise(): void;
  close(): Promise<void>;
}

/** Answers `go` on loopback until it is raised, then `stop`. */
export function openStopFlag(): Promise<StopFlag> {
  let raised = false;
  const server = createServer((_request, response) => void response.end(raised ? 'stop' : 'go'));
  return new Promise((resolve, reject) => {
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      resolve({
        url: `http://127.0.0.1:${port}/`,
        raise: () => {
          raised = true;
        },
        close: () =>
          new Promise((done) => {
            server.close(() => done());
            server.closeAllConnections();
          }),
      });
    });
  });
}

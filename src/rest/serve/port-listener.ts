import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { InputError, isOutOfFiles } from '../../errors.ts';
import { isOwnHost, refuseCaller } from './callers.ts';

// A request arrives in one packet on loopback; a minute tells a slow client from one that never finishes. Node closes what
// takes longer with 408.
const REQUEST_TIMEOUT_MS = 60_000;

// Longer than the keep-alive of any client we know, so that the client closes first and no request
// is written to a socket that is about to go.
const KEEP_ALIVE_TIMEOUT_MS = 600_000;

interface WantedPort {
  readonly host: string;
  /** 0: any free port, kept from the first opening on. */
  readonly port: number;
  /** The part of the program that wants the port, for messages. */
  readonly owner: string;
  /** The command-line option that chooses another port, for messages. */
  readonly option: string;
  /** Names under which it may be asked, besides `host` and those of `isOwnHost`. */
  readonly allowedHosts?: readonly string[] | undefined;
  readonly answer: RequestListener;
}

/** One port that can be shut and opened again; shut, it refuses connections. */
export class PortListener {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #wanted: WantedPort;
  #port: number;

  constructor(wanted: WantedPort) {
    this.#wanted = wanted;
    this.#port = wanted.port;
    const names = [wanted.host, ...(wanted.allowedHosts ?? [])];
    // Payments may take half an hour and more: nothing here limits how long an answer takes.
    this.#server = createServer(
      {
        requestTimeout: REQUEST_TIMEOUT_MS,
        headersTimeout: REQUEST_TIMEOUT_MS,
        keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
      },
      (request, response) => {
        if (isOwnHost(request.headers.host, names)) wanted.answer(request, response);
        else
          refuseCaller(
            response,
            `${wanted.owner} answers to localhost, IP addresses and hosts allowed with --allow-host, not to ${request.headers.host}`,
          );
      },
    );
    this.#server.on('connection', (socket) => {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
    });
  }

  get isOpen(): boolean {
    return this.#server.listening;
  }

  get url(): string {
    const { host } = this.#wanted;
    return `http://${host.includes(':') ? `[${host}]` : host}:${this.#port}`;
  }

  /** Throws InputError naming the port when it cannot be had. */
  async open(): Promise<void> {
    if (this.isOpen) return;
    await new Promise<void>((resolve, reject) => {
      const fail = (error: NodeJS.ErrnoException): void =>
        reject(isOutOfFiles(error) ? error : this.#unavailable(error));
      this.#server.once('error', fail);
      this.#server.listen(this.#port, this.#wanted.host, () => {
        this.#server.off('error', fail);
        resolve();
      });
    });
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  /** Refuses connections from now on and breaks those that are open, except `spare`. */
  shut({ spare }: { readonly spare?: Socket | undefined } = {}): void {
    if (this.isOpen) this.#server.close();
    for (const socket of this.#sockets) if (socket !== spare) socket.destroy();
  }

  #unavailable(error: NodeJS.ErrnoException): InputError {
    const { host, owner, option } = this.#wanted;
    const why =
      error.code === 'EADDRINUSE' ? 'is taken' : `cannot be opened (${error.code ?? error.message})`;
    return new InputError({
      message: `port ${this.#port} on ${host} ${why}; ${owner} wants it`,
      hint: `choose another one with ${option}`,
    });
  }
}

interface ServedMetrics {
  readonly url: string;
  close(): void;
}

/** Answers `GET /metrics` with what `render` gives at that moment, as Prometheus reads it; port 0: any free one. */
export async function serveMetrics(
  at: Pick<WantedPort, 'host' | 'port' | 'allowedHosts'>,
  render: () => string,
): Promise<ServedMetrics> {
  const listener = new PortListener({
    ...at,
    owner: 'the metrics endpoint',
    option: '--metrics',
    answer: (request, response) => {
      if (request.url?.split('?')[0] !== '/metrics') {
        response.writeHead(404, { 'content-type': 'text/plain' }).end('metrics are at /metrics\n');
        return;
      }
      response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }).end(render());
    },
  });
  await listener.open();
  return { url: `${listener.url}/metrics`, close: () => listener.shut() };
}

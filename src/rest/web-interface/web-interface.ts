import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ChainView } from '../../ports/chain-view.ts';
import { foreignPage } from '../serve/callers.ts';
import { writeJson } from '../../runtime/read-json.ts';
import { answerJsonRpc } from './json-rpc.ts';

/** The files of a web interface. */
export interface WebFiles {
  /** By its path in the folder; undefined: there is none. */
  read(path: string): Uint8Array | undefined;
}

/** The parts of a node's web interface. */
interface InterfaceParts {
  readonly files: WebFiles;
  readonly chain: ChainView;
  /** Where the REST API begins. */
  readonly root: string;
  /** Blocks, as pages suggest them for new channels. */
  readonly timeouts: { readonly settleTimeout: number; readonly revealTimeout: number };
  /** Hosts whose pages may read the chain. */
  readonly allowedHosts: readonly string[];
}

const RPC_PATH = '/web3';
// Enough for a page that asks for a few hundred tokens at once.
const MAX_RPC_BYTES = 1024 * 1024;

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json',
  svg: 'image/svg+xml',
  png: 'image/png',
  ico: 'image/x-icon',
  woff: 'font/woff',
  woff2: 'font/woff2',
  ttf: 'font/ttf',
  txt: 'text/plain; charset=utf-8',
};

/** Serves a node's web interface at `/ui/`, as the real node does, and the calls to the chain that it makes. */
export class WebInterface {
  readonly #parts: InterfaceParts;

  constructor(parts: InterfaceParts) {
    this.#parts = parts;
  }

  /** True for requests that this answers and the REST API does not. */
  answers({ url = '' }: IncomingMessage): boolean {
    const path = pathOf(url);
    return path === '/' || path === '/ui' || path.startsWith('/ui/') || path === RPC_PATH;
  }

  answer(request: IncomingMessage, response: ServerResponse): void {
    if (pathOf(request.url ?? '') === RPC_PATH) this.#answerCall(request, response);
    else if (request.method === 'GET' || request.method === 'HEAD') this.#sendFile(request, response);
    else response.writeHead(405, { allow: 'GET, HEAD' }).end();
  }

  #sendFile({ url = '' }: IncomingMessage, response: ServerResponse): void {
    const path = pathOf(url).replace(/^\/(ui\/?)?/, '');
    const { files, root, timeouts } = this.#parts;
    if (/config\..*\.json$/.test(path)) {
      const { settleTimeout: settle_timeout, revealTimeout: reveal_timeout } = timeouts;
      const config = {
        raiden: root,
        web3: RPC_PATH,
        settle_timeout,
        reveal_timeout,
        environment_type: 'development',
      };
      sendJson(response, config);
      return;
    }
    // Pages of the interface have paths of their own, which lead to the one file.
    const found = path === '' ? undefined : files.read(path);
    const name = found === undefined ? 'index.html' : path;
    const content = found ?? files.read(name);
    if (content === undefined) response.writeHead(404).end();
    else response.writeHead(200, { 'content-type': typeOf(name) }).end(content);
  }

  #answerCall(request: IncomingMessage, response: ServerResponse): void {
    const { chain, allowedHosts } = this.#parts;
    // Reading changes nothing, so the header of changes is not asked for.
    const forbidden = foreignPage(request, allowedHosts);
    if (forbidden !== undefined || request.method !== 'POST') {
      response
        .writeHead(forbidden === undefined ? 405 : 403, { 'content-type': 'text/plain' })
        .end(forbidden);
      return;
    }
    const chunks: Buffer[] = [];
    let length = 0;
    request.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length <= MAX_RPC_BYTES) chunks.push(chunk);
      else response.writeHead(413).end(() => request.destroy());
    });
    request.on('end', () => {
      if (length <= MAX_RPC_BYTES)
        sendJson(response, answerJsonRpc(chain, Buffer.concat(chunks).toString('utf8')));
    });
  }
}

function pathOf(url: string): string {
  return url.split('?', 1)[0] ?? '';
}

function typeOf(name: string): string {
  return TYPES[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
}

function sendJson(response: ServerResponse, value: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(writeJson(value));
}

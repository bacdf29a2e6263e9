import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ChainView } from '../../ports/chain-view.ts';
import { foreignPage } from '../serve/callers.ts';
import { readJson, writeJson } from '../../runtime/read-json.ts';
import { z } from 'zod';
import { type Address, hashFrom, toChecksumAddress } from '../../model/network/address.ts';
import { CONTRACT_ADDRESSES } from '../../model/network/contract-addresses.ts';

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

const hex = z.string().regex(/^0x[0-9a-fA-F]*$/);
const address = z.string().regex(/^0x[0-9a-fA-F]{40}$/);
const request = z.object({
  id: z.union([z.number(), z.bigint(), z.string(), z.null()]).optional(),
  method: z.string(),
  params: z.array(z.unknown()).optional(),
});
const call = z.object({ to: address, data: hex });

/** As the path-finding service tells it. */
const CHAIN_ID = 1337;
// Simulated nodes pay for no gas: each shows one ether.
const WEI_OF_EACH = 10n ** 18n;

// As geth's, by default (its `--rpc.batch-request-limit`).
const MOST_CALLS = 1000;

// https://www.jsonrpc.org/specification, 5.1.
const UNREADABLE = { code: -32_700, message: 'Parse error' };
const NO_REQUEST = { code: -32_600, message: 'Invalid Request' };
const NO_METHOD = { code: -32_601, message: 'Method not found' };
const NO_SUCH_CALL = { code: -32_602, message: 'Invalid params' };

/** Answers the calls of Ethereum's JSON-RPC that a node's web page makes, one or many in a body. */
function answerJsonRpc(chain: ChainView, body: string): unknown {
  let json: unknown;
  try {
    json = readJson(body);
  } catch {
    return { jsonrpc: '2.0', id: null, error: UNREADABLE };
  }
  // An empty list is no request either (section 6), and answerOne says so.
  if (!Array.isArray(json) || json.length === 0) return answerOne(chain, json);
  if (json.length <= MOST_CALLS) return json.map((one) => answerOne(chain, one));
  const message = `found ${json.length} calls in one request, expected at most ${MOST_CALLS}`;
  return { jsonrpc: '2.0', id: null, error: { ...NO_REQUEST, message } };
}

function answerOne(chain: ChainView, json: unknown): unknown {
  const read = request.safeParse(json);
  if (!read.success) return { jsonrpc: '2.0', id: null, error: NO_REQUEST };
  const { id = null, method, params = [] } = read.data;
  return { jsonrpc: '2.0', id, ...resultOf(chain, method, params) };
}

function resultOf(chain: ChainView, method: string, params: readonly unknown[]): object {
  switch (method) {
    case 'net_version':
      return { result: `${CHAIN_ID}` };
    case 'eth_chainId':
      return { result: `0x${CHAIN_ID.toString(16)}` };
    case 'eth_blockNumber':
      return { result: `0x${chain.latestBlock().toString(16)}` };
    case 'eth_getBalance':
      return { result: `0x${WEI_OF_EACH.toString(16)}` };
    case 'eth_call': {
      const read = call.safeParse(params[0]);
      return read.success ? { result: callContract(chain, read.data) } : { error: NO_SUCH_CALL };
    }
    default:
      return { error: NO_METHOD };
  }
}

/** Answers `eth_call`: the few functions of token and deposit contracts that pages read. `0x` where there is nothing. */
export function callContract(
  chain: ChainView,
  { to, data }: { readonly to: string; readonly data: string },
): string {
  const contract = toChecksumAddress(to);
  const find = contract === CONTRACT_ADDRESSES.userDeposit ? USER_DEPOSIT : TOKEN;
  const answer = find.get(data.slice(0, SELECTOR_LENGTH).toLowerCase());
  return (
    answer?.(chain, {
      contract,
      argument: toChecksumAddress(data.slice(-ADDRESS_DIGITS).padStart(ADDRESS_DIGITS, '0')),
    }) ?? '0x'
  );
}

interface Called {
  readonly contract: Address;
  /** The only argument that these functions have. */
  readonly argument: Address;
}

type Answer = (chain: ChainView, called: Called) => string;

// The length of `0x` and four bytes.
const SELECTOR_LENGTH = 10;
const ADDRESS_DIGITS = 40;
const WORD_DIGITS = 64;

const TOKEN = bySelector({
  'name()': (chain, { contract }) => words(textWords(nameOf(chain, contract))),
  'symbol()': (chain, { contract }) => words(textWords(nameOf(chain, contract))),
  'decimals()': (chain, { contract }) => words([integerWord(BigInt(decimalsOf(chain, contract)))]),
  'balanceOf(address)': (chain, { contract, argument }) =>
    words([integerWord(chain.balance({ token: contract, owner: argument }))]),
});

const USER_DEPOSIT = bySelector({
  'token()': () => words([CONTRACT_ADDRESSES.serviceToken.slice(2).toLowerCase().padStart(WORD_DIGITS, '0')]),
  'balances(address)': (chain, { argument }) => words([integerWord(chain.userDeposit(argument).balance)]),
  'total_deposit(address)': (chain, { argument }) => words([integerWord(chain.userDeposit(argument).total)]),
  'withdraw_plans(address)': (chain, { argument }) => {
    const { amount, block } = chain.userDeposit(argument).plan ?? { amount: 0n, block: 0 };
    return words([integerWord(amount), integerWord(BigInt(block))]);
  },
});

// The tokens of services have as many as Raiden's, in units of which deposits are measured.
const SERVICE_TOKEN_DECIMALS = 18;

function decimalsOf(chain: ChainView, token: Address): number {
  return token === CONTRACT_ADDRESSES.serviceToken
    ? SERVICE_TOKEN_DECIMALS
    : (chain.token(token)?.decimals ?? 0);
}

function nameOf(chain: ChainView, token: Address): string {
  const name = token === CONTRACT_ADDRESSES.serviceToken ? 'RDN' : (chain.token(token)?.name ?? token);
  // A token that was registered later has its address for a name.
  return name === token ? token.slice(0, 6) : name;
}

function bySelector(functions: Readonly<Record<string, Answer>>): ReadonlyMap<string, Answer> {
  return new Map(
    Object.entries(functions).map(([signature, answer]) => [
      hashFrom(signature).slice(0, SELECTOR_LENGTH),
      answer,
    ]),
  );
}

function words(all: readonly string[]): string {
  return `0x${all.join('')}`;
}

function integerWord(value: bigint): string {
  return value.toString(16).padStart(WORD_DIGITS, '0');
}

// Where it begins, how long it is, and its bytes filled up to whole words.
function textWords(text: string): readonly string[] {
  const digits = Buffer.from(text).toString('hex');
  const filled = digits.padEnd(Math.ceil(digits.length / WORD_DIGITS) * WORD_DIGITS, '0');
  return [integerWord(32n), integerWord(BigInt(digits.length / 2)), filled];
}

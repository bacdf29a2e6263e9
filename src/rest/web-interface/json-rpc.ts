import { z } from 'zod';
import type { ChainView } from '../../ports/chain-view.ts';
import { readJson } from '../../runtime/read-json.ts';
import { callContract } from './contract-calls.ts';

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
export function answerJsonRpc(chain: ChainView, body: string): unknown {
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

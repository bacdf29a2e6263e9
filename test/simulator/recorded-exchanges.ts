import { readFileSync } from 'node:fs';
import type { Address } from '../../src/model/network/address.ts';
import type { Answer } from '../../src/model/run/answer.ts';
import type { NodeApi } from '../../src/ports/node-api.ts';

/** One request to a live node and its answer. */
export interface RecordedExchange {
  readonly step: number;
  readonly name: string;
  readonly node: number;
  readonly request: { readonly method: string; readonly path: string; readonly body: string | null };
  readonly response: { readonly status: number; readonly body: string };
}

const FILE = new URL('../recordings/raiden-3.0.1-line-of-four.ndjson', import.meta.url);

/** All exchanges of the line of four, in order. */
export function recordedExchanges(): readonly RecordedExchange[] {
  const lines = readFileSync(FILE, 'utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line) as RecordedExchange);
}

type Call = (api: NodeApi) => Promise<Answer<unknown>>;
type Body = Readonly<Record<string, unknown>>;

/** The request as a call; `undefined` for what a node refuses before it looks at it: wrong schema, path or method. */
export function asCall({ request }: RecordedExchange): Call | undefined {
  const [path = '', query] = request.path.replace('/api/v1/', '').split('?');
  if (query?.includes('foo')) return undefined;
  const [kind, token, other] = path.split('/') as [string, Address, Address];
  const body = readBody(request.body);
  const parameters = new URLSearchParams(query);
  switch (`${request.method} ${kind}`) {
    case 'GET address':
      return (api) => api.address();
    case 'GET version':
      return (api) => api.version();
    case 'GET channels':
      return other
        ? (api) => api.channel({ token, partner: other })
        : (api) => api.channels(token ? { token } : {});
    case 'GET tokens':
      return token ? (api) => api.tokenNetwork(token) : undefined;
    case 'GET payments':
      return (api) =>
        api.payments({
          ...(token ? { token } : {}),
          ...(other ? { partner: other } : {}),
          ...(parameters.has('limit') ? { limit: Number(parameters.get('limit')) } : {}),
          ...(parameters.has('offset') ? { offset: Number(parameters.get('offset')) } : {}),
        });
    case 'GET pending_transfers':
      return (api) =>
        api.pendingTransfers({ ...(token ? { token } : {}), ...(other ? { partner: other } : {}) });
    case 'PUT channels':
      return body && openCall(body);
    case 'PATCH channels':
      return body && updateCall(body, { token, partner: other });
    case 'POST payments':
      return body && other ? payCall(body, { token, target: other }) : undefined;
    default:
      return undefined;
  }
}

// These nodes were started with other defaults than the node's own: settle timeout 60, reveal timeout 20.
function openCall(body: Body): Call {
  const { token_address: token, partner_address: partner } = body as {
    token_address: Address;
    partner_address: Address;
  };
  const timeouts = {
    settleTimeout: integer(body.settle_timeout) ?? 60n,
    revealTimeout: integer(body.reveal_timeout) ?? 20n,
  };
  const totalDeposit = integer(body.total_deposit);
  return (api) =>
    api.openChannel({ token, partner, ...timeouts, ...(totalDeposit === undefined ? {} : { totalDeposit }) });
}

function updateCall(body: Body, of: { readonly token: Address; readonly partner: Address }): Call {
  const change: Record<string, unknown> = {};
  for (const [field, key] of [
    ['total_deposit', 'totalDeposit'],
    ['total_withdraw', 'totalWithdraw'],
    ['reveal_timeout', 'revealTimeout'],
  ] as const) {
    if (integer(body[field]) !== undefined) change[key] = integer(body[field]);
  }
  if (body.state !== undefined) change.state = body.state;
  return (api) => api.updateChannel({ ...of, ...change });
}

function payCall(body: Body, of: { readonly token: Address; readonly target: Address }): Call {
  const [identifier, lockTimeout] = [integer(body.identifier), integer(body.lock_timeout)];
  const more = {
    ...(identifier === undefined ? {} : { identifier }),
    ...(lockTimeout === undefined ? {} : { lockTimeout }),
    ...(typeof body.secret === 'string' ? { secret: body.secret } : {}),
    ...(typeof body.secret_hash === 'string' ? { secretHash: body.secret_hash } : {}),
  };
  return (api) => api.pay({ ...of, amount: integer(body.amount) ?? 0n, ...more });
}

function readBody(text: string | null): Body | undefined {
  try {
    return JSON.parse(text ?? '') as Body;
  } catch {
    return undefined;
  }
}

// As the node's schemas read integers: floats are cut, spaces and underscores dropped.
function integer(value: unknown): bigint | undefined {
  if (typeof value === 'number') return BigInt(Math.trunc(value));
  if (typeof value === 'string') return BigInt(value.trim().replaceAll('_', ''));
  return undefined;
}

import { assertGiven, InputError, type InputFault } from '../../errors.ts';
import type { Address } from '../../model/network/address.ts';
import type { NodeApi } from '../../ports/node-api.ts';
import { type ConnectOptions, HttpClient } from './http-client.ts';
import { dialectNamed } from '../dialect-named.ts';
import { refused } from '../../model/run/reason.ts';

/** A node reached over HTTP. */
export type ConnectedNode = NodeApi & { close(): Promise<void> };

/**
 * The API of a node behind a URL, or behind the `baseUrl` of options. What the node refuses is `refused`; what was certainly never sent is
 * `unreachable`; what may have happened is `indeterminate`. Nothing is thrown for what a node does.
 */
export function connectNode(node: string | (ConnectOptions & { readonly dialect?: string })): ConnectedNode {
  const options = typeof node === 'string' ? { baseUrl: node, dialect: undefined } : node;
  assertGiven('connectNode', options, 'baseUrl');
  const dialect = dialectNamed(options.dialect);
  const { endpoints } = dialect;
  const client = new HttpClient(options, dialect);
  return {
    address: () => client.call(endpoints.address),
    version: () => client.call(endpoints.version),
    settings: async () => (endpoints.settings === undefined ? UNTOLD : client.call(endpoints.settings)),
    registerToken: async (token) =>
      endpoints.registerToken === undefined ? ABSENT : client.call(endpoints.registerToken, at(token)),
    mint: async ({ token, ...body }) =>
      endpoints.mint === undefined ? ABSENT : client.call(endpoints.mint, { ...at(token), body }),
    userDeposit: async (body) =>
      endpoints.userDeposit === undefined ? ABSENT : client.call(endpoints.userDeposit, { body }),
    notifications: async () =>
      endpoints.notifications === undefined ? ABSENT : client.call(endpoints.notifications),
    status: () => client.call(endpoints.status),
    tokens: () => client.call(endpoints.tokens),
    tokenNetwork: (token) => client.call(endpoints.tokenNetwork, at(token)),
    channels: ({ token } = {}) =>
      token === undefined
        ? client.call(endpoints.channels)
        : client.call(endpoints.channelsOfToken, at(token)),
    channel: (of) => client.call(endpoints.channel, { parameters: pair(of) }),
    openChannel: (body) => client.call(endpoints.openChannel, { body }),
    updateChannel: ({ token, partner, ...body }) =>
      client.call(endpoints.updateChannel, { parameters: pair({ token, partner }), body }),
    pay: async (payment, givingUp) => {
      const { token, target, ...body } = { ...payment };
      if (!token || !target || typeof body.amount !== 'bigint') throw new InputError(PAY_NEEDS);
      const parameters = { token_address: token, target_address: target };
      return client.call(endpoints.pay, { parameters, body, givingUp });
    },
    payments: ({ token, partner, ...query } = {}) => {
      if (token === undefined) return client.call(endpoints.payments, { query });
      const [endpoint, parameters] =
        partner === undefined
          ? [endpoints.paymentsOfToken, { token_address: token }]
          : [endpoints.paymentsWithPartner, pair({ token, partner })];
      return client.call(endpoint, { parameters, query });
    },
    pendingTransfers: ({ token, partner } = {}) => {
      if (token === undefined) return client.call(endpoints.pendingTransfers);
      const [endpoint, parameters] =
        partner === undefined
          ? [endpoints.pendingTransfersOfToken, { token_address: token }]
          : [endpoints.pendingTransfersInChannel, pair({ token, partner })];
      return client.call(endpoint, { parameters });
    },
    connections: () => client.call(endpoints.connections),
    leave: (token) => client.call(endpoints.leave, at(token)),
    close: () => client.close(),
  };
}

// TypeScript refuses other calls.
const PAY_NEEDS: InputFault = {
  message:
    'pay() takes the addresses of a token and of a target, and an amount in smallest units as a bigint',
  hint: 'Write pay({token: "0x…", target: "0x…", amount: 10n}). Node and token addresses: address() and tokens().',
};

// Nodes of some kinds do not tell which service they use.
const UNTOLD = { kind: 'ok', status: 200, value: { pathFindingServiceAddress: null } } as const;

// Nodes of some kinds cannot be asked for it.
const ABSENT = refused(404, 'nodes of this kind have no such endpoint');

const at = (token: Address) => ({ parameters: { token_address: token } });

function pair({ token, partner }: { readonly token: Address; readonly partner: Address }) {
  return { token_address: token, partner_address: partner };
}

import type { ExpectedAnswer } from '../../contract/contract-case.ts';

// The node's handlers send a header `mimetype`, its framework does not (python-node.md 3).
const JSON_TYPE = { 'content-type': 'application/json' } as const;

/** The body is that of a success; its shape is the endpoint's. */
export function handled(json?: unknown, status: ExpectedAnswer['status'] = 200): ExpectedAnswer {
  return {
    status,
    ...(json === undefined ? {} : { json }),
    headers: { ...JSON_TYPE, mimetype: 'application/json' },
  };
}

/** A handler refuses with these words. */
export function refusedBy(status: number, errors: string | RegExp | readonly string[]): ExpectedAnswer {
  return handled({ errors }, status);
}

/** A field of a body or query breaks the schema. */
export function wrongFields(errors: Readonly<Record<string, readonly string[]>>): ExpectedAnswer {
  return framework(400, { errors });
}

/** The framework answers, before any handler. */
export function framework(
  status: number,
  json: unknown,
  headers: ExpectedAnswer['headers'] = {},
): ExpectedAnswer {
  return { status, json, headers: { ...JSON_TYPE, mimetype: null, ...headers } };
}

/** No JSON content type, or what Python calls false. */
export const NO_PAYLOAD = framework(400, { errors: 'JSON payload expected' });

/** JSON by its content type, and none that could be read. */
export const UNREADABLE = framework(400, {
  message: 'The browser (or proxy) sent a request that this server could not understand.',
});

/** Neither an object nor nothing. */
export const NO_OBJECT = wrongFields({ _schema: ['Invalid input type.'] });

/** No route of that path. */
export const NO_SUCH_PATH = refusedBy(404, ['invalid endpoint']);

/** The path exists and answers these methods. */
export function otherMethods(...allow: readonly string[]): ExpectedAnswer {
  return framework(405, { message: 'The method is not allowed for the requested URL.' }, { allow });
}

/** A path parameter without the checksum, or too short. */
export const NO_ADDRESS = refusedBy(404, ['invalid endpoint', 'Not a valid EIP55 encoded address.']);

/** A path parameter without 0x. */
export const NO_PREFIX = refusedBy(404, ['invalid endpoint', 'Not a valid hex address, 0x prefix missing.']);

/** All that the node says of a channel. */
export function channelWith(fields: Readonly<Record<string, unknown>> = {}): object {
  return {
    channel_identifier: '{any}',
    token_address: '{token}',
    token_network_address: '{tokenNetwork}',
    partner_address: '{partner}',
    balance: '{any}',
    total_deposit: '{any}',
    total_withdraw: '{any}',
    state: 'opened',
    settle_timeout: '{any}',
    reveal_timeout: '{any}',
    network_state: 'unknown',
    ...fields,
  };
}

/** All that the node says of a payment that succeeded: exactly seven fields (raiden.md 1.5). */
export function receiptWith(fields: Readonly<Record<string, unknown>> = {}): object {
  return {
    initiator_address: '{self}',
    target_address: '{partner}',
    token_address: '{token}',
    amount: '1',
    identifier: '{any}',
    secret: '{any}',
    secret_hash: '{any}',
    ...fields,
  };
}

/** With a flat fee on the way, one unit costs more than a node pays for it (raiden.md 2.3). */
export const CHEAP_WAY = {
  says: /maximum fee limit/,
  needs: 'a way whose fees a payment of one unit can bear',
};

import { caseGroup } from '../../contract/case-group.ts';
import type { ContractCase } from '../../contract/contract-case.ts';
import { NO_SUCH_PATH, handled, otherMethods, refusedBy } from './python-answers.ts';

const ROUTES = 'raiden.md 1.1';

/** What a node says of itself, and of the tokens it knows. */
export const informationCases: readonly ContractCase[] = [
  ...caseGroup({ operation: 'getAddress', source: ROUTES }, [
    {
      name: 'address',
      outcome: 'ok',
      source: 'recorded 6',
      request: {},
      expected: handled({ our_address: '{self}' }),
    },
    {
      name: 'address-head',
      outcome: 'ok',
      source: 'recorded 71',
      request: { method: 'HEAD' },
      expected: { ...handled(), isEmpty: true },
    },
    {
      name: 'address-post',
      outcome: 'not-supported',
      source: 'recorded 61',
      request: { method: 'POST', body: '{}' },
      expected: otherMethods('HEAD', 'OPTIONS', 'GET'),
    },
    {
      name: 'address-trailing-slash',
      outcome: 'unknown-address',
      source: 'recorded 49',
      request: { path: '{root}/address/' },
      expected: NO_SUCH_PATH,
    },
    {
      name: 'address-with-query',
      outcome: 'ok',
      request: { query: '?foo=1' },
      expected: handled({ our_address: '{self}' }),
    },
    {
      name: 'address-options',
      outcome: 'ok',
      source: 'python-node.md 3',
      request: { method: 'OPTIONS' },
      expected: { status: 200, isEmpty: true, headers: { allow: ['HEAD', 'OPTIONS', 'GET'] } },
    },
    {
      name: 'address-asked-by-a-local-page',
      outcome: 'ok',
      source: 'python-node.md 3',
      request: { headers: { origin: 'http://localhost:3000' } },
      expected: { status: 200, headers: { 'access-control-allow-origin': 'http://localhost:3000' } },
    },
    {
      name: 'address-asked-by-a-foreign-page',
      outcome: 'ok',
      source: 'python-node.md 3',
      request: { headers: { origin: 'http://elsewhere.example' } },
      expected: { status: 200, headers: { 'access-control-allow-origin': null } },
    },
    {
      name: 'address-preflight-of-a-local-page',
      outcome: 'ok',
      source: 'python-node.md 3',
      request: {
        method: 'OPTIONS',
        headers: {
          origin: 'http://localhost:3000',
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'content-type',
        },
      },
      expected: {
        status: 200,
        isEmpty: true,
        headers: {
          'access-control-allow-origin': 'http://localhost:3000',
          'access-control-allow-headers': 'content-type',
          'access-control-allow-methods': ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT'],
        },
      },
    },
  ]),
  ...caseGroup({ operation: 'getVersion', source: ROUTES }, [
    {
      name: 'version',
      outcome: 'ok',
      source: 'recorded 7',
      request: {},
      expected: handled({ version: '{any}' }),
    },
    {
      name: 'version-delete',
      outcome: 'not-supported',
      source: 'raiden.md 1.2',
      request: { method: 'DELETE' },
      expected: otherMethods('HEAD', 'OPTIONS', 'GET'),
    },
  ]),
  ...caseGroup({ operation: 'getSettings', source: ROUTES }, [
    {
      name: 'settings',
      outcome: 'ok',
      source: 'recorded 8',
      request: {},
      expected: handled({ pathfinding_service_address: '{any}' }),
    },
    {
      name: 'settings-put',
      outcome: 'not-supported',
      source: 'raiden.md 1.2',
      request: { method: 'PUT', body: '{}' },
      expected: otherMethods('HEAD', 'OPTIONS', 'GET'),
    },
  ]),
  ...caseGroup({ operation: 'getStatus', source: ROUTES }, [
    { name: 'status', outcome: 'ok', request: {}, expected: handled({ status: 'ready' }) },
    {
      name: 'status-patch',
      outcome: 'not-supported',
      source: 'raiden.md 1.2',
      request: { method: 'PATCH', body: '{}' },
      expected: otherMethods('HEAD', 'OPTIONS', 'GET'),
    },
  ]),
  ...caseGroup({ operation: 'getContracts', source: ROUTES }, [
    {
      name: 'contracts',
      outcome: 'ok',
      request: {},
      expected: handled({
        contracts_version: '{any}',
        token_network_registry_address: '{any}',
        secret_registry_address: '{any}',
        service_registry_address: '{any}',
        user_deposit_address: '{any}',
        monitoring_service_address: '{any}',
        one_to_n_address: '{any}',
      }),
    },
    {
      name: 'contracts-post',
      outcome: 'not-supported',
      source: 'raiden.md 1.2',
      request: { method: 'POST', body: '{}' },
      expected: otherMethods('HEAD', 'OPTIONS', 'GET'),
    },
  ]),
  ...caseGroup({ operation: 'getNotifications', source: ROUTES }, [
    { name: 'notifications', outcome: 'ok', request: {}, expected: handled() },
    {
      name: 'notifications-are-cleared-by-reading',
      outcome: 'ok',
      source: 'recorded 42',
      first: [{ operation: 'getNotifications' }],
      request: {},
      expected: handled([]),
    },
  ]),
  ...caseGroup({ operation: 'shutdown', source: ROUTES }, [
    {
      name: 'shutdown-get',
      outcome: 'not-supported',
      source: 'recorded 67',
      request: { method: 'GET' },
      expected: otherMethods('POST', 'OPTIONS'),
    },
  ]),
  ...caseGroup({ operation: 'getTokens', source: ROUTES }, [
    { name: 'tokens', outcome: 'ok', request: {}, expected: handled() },
    {
      name: 'tokens-put',
      outcome: 'not-supported',
      source: 'raiden.md 1.2',
      request: { method: 'PUT', body: '{}' },
      expected: otherMethods('HEAD', 'OPTIONS', 'GET'),
    },
  ]),
  ...caseGroup({ operation: 'getTokenNetwork', source: ROUTES }, [
    { name: 'token-network', outcome: 'ok', request: {}, expected: handled('{tokenNetwork}') },
    {
      name: 'token-network-of-an-unknown-token',
      outcome: 'unknown-token',
      request: { at: { token_address: '{unknownToken}' } },
      expected: refusedBy(404, 'No token network registered for token "{unknownToken}"'),
    },
    {
      name: 'token-network-of-the-null-address',
      outcome: 'unknown-token',
      source: 'recorded 57',
      request: { at: { token_address: '0x0000000000000000000000000000000000000000' } },
      expected: refusedBy(
        404,
        'No token network registered for token "0x0000000000000000000000000000000000000000"',
      ),
    },
  ]),
  ...caseGroup({ operation: 'getPartners', source: ROUTES }, [
    { name: 'partners', outcome: 'ok', request: {}, expected: handled() },
    {
      name: 'partners-of-an-unknown-token',
      outcome: 'ok',
      request: { at: { token_address: '{unknownToken}' } },
      expected: handled([]),
    },
    {
      name: 'partners-of-a-token-without-channels',
      outcome: 'ok',
      request: { at: { token_address: '{otherToken}' } },
      expected: handled([]),
    },
    {
      name: 'partners-post',
      outcome: 'not-supported',
      source: 'raiden.md 1.2',
      request: { method: 'POST', body: '{}' },
      expected: otherMethods('HEAD', 'OPTIONS', 'GET'),
    },
  ]),
  ...caseGroup({ operation: 'unknownPath', source: 'raiden.md 1.2' }, [
    {
      name: 'no-path',
      outcome: 'unknown-address',
      source: 'recorded 47',
      request: { path: '/' },
      expected: NO_SUCH_PATH,
    },
    {
      name: 'root',
      outcome: 'unknown-address',
      source: 'recorded 48',
      request: { path: '{root}/' },
      expected: NO_SUCH_PATH,
    },
    {
      name: 'unknown-path',
      outcome: 'unknown-address',
      request: { path: '{root}/nothing' },
      expected: NO_SUCH_PATH,
    },
    {
      name: 'unknown-path-posted-to',
      outcome: 'unknown-address',
      request: { method: 'POST', path: '{root}/nothing', body: '{}' },
      expected: NO_SUCH_PATH,
    },
    {
      name: 'unknown-version',
      outcome: 'unknown-address',
      request: { path: '/api/v2/address' },
      expected: NO_SUCH_PATH,
    },
    {
      name: 'path-in-capitals',
      outcome: 'unknown-address',
      request: { path: '{root}/ADDRESS' },
      expected: NO_SUCH_PATH,
    },
    {
      name: 'path-with-more-behind-it',
      outcome: 'unknown-address',
      request: { path: '{root}/payments/{token}/{partner}/1' },
      expected: NO_SUCH_PATH,
    },
  ]),
];

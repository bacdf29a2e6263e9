import { caseGroup } from '../../contract/case-group.ts';
import type { ContractCase } from '../../contract/contract-case.ts';
import { PAGE, lightChannelWith } from './light-answers.ts';

const MEASURED = 'real-nodes.md 4';
const ROUTES = 'raiden.md 1.8';

// What its framework answers with a page: its own 404 becomes a 500.
const LOST = [
  { name: 'no-path', request: { path: '/' } },
  { name: 'unknown-path', request: { path: '{root}/nothing' } },
  { name: 'unknown-path-posted-to', request: { method: 'POST', path: '{root}/nothing', body: '{"a":1}' } },
  { name: 'unknown-path-below-a-token', request: { path: '{root}/tokens/{token}/nothing' } },
  { name: 'settings', request: { path: '{root}/settings' } },
  { name: 'notifications', request: { path: '{root}/notifications' } },
  { name: 'debug', request: { path: '{root}/_debug/raiden_events' } },
] as const;

const WRONG_METHODS = [
  { operation: 'getAddress', name: 'address-post', method: 'POST' },
  { operation: 'getVersion', name: 'version-delete', method: 'DELETE' },
  { operation: 'getStatus', name: 'status-put', method: 'PUT' },
  { operation: 'getTokens', name: 'tokens-delete', method: 'DELETE' },
  { operation: 'getTokenNetwork', name: 'token-network-delete', method: 'DELETE' },
  { operation: 'getChannels', name: 'channels-delete', method: 'DELETE' },
  { operation: 'getChannelsOfToken', name: 'channels-of-token-delete', method: 'DELETE' },
  { operation: 'getChannel', name: 'channel-delete', method: 'DELETE' },
  { operation: 'getConnections', name: 'connections-delete', method: 'DELETE' },
  { operation: 'getPayments', name: 'payments-delete', method: 'DELETE' },
  { operation: 'getPaymentsOfToken', name: 'payments-of-token-delete', method: 'DELETE' },
  { operation: 'getPaymentsWithPartner', name: 'payments-with-partner-delete', method: 'DELETE' },
  { operation: 'getPendingTransfers', name: 'pending-delete', method: 'DELETE' },
] as const;

/** What a light client shows, and the paths and methods that it has not. */
export const lightReadCases: readonly ContractCase[] = [
  ...caseGroup({ operation: 'getAddress', source: ROUTES }, [
    { name: 'address', outcome: 'ok', request: {}, expected: { status: 200 } },
  ]),
  ...caseGroup({ operation: 'getVersion', source: ROUTES }, [
    { name: 'version', outcome: 'ok', request: {}, expected: { status: 200 } },
  ]),
  ...caseGroup({ operation: 'getStatus', source: ROUTES }, [
    { name: 'status', outcome: 'ok', request: {}, expected: { status: 200 } },
  ]),
  ...caseGroup({ operation: 'getTokens', source: ROUTES }, [
    { name: 'tokens', outcome: 'ok', request: {}, expected: { status: 200 } },
  ]),
  ...caseGroup({ operation: 'getTokenNetwork', source: ROUTES }, [
    { name: 'token-network', outcome: 'ok', request: {}, expected: { status: 200, json: '{tokenNetwork}' } },
    {
      name: 'token-network-of-an-unknown-token',
      outcome: 'unknown-token',
      source: MEASURED,
      request: { at: { token_address: '{unknownToken}' } },
      expected: { status: 404, inAnyWords: true },
    },
  ]),
  ...caseGroup({ operation: 'getPartners', source: ROUTES }, [
    { name: 'partners', outcome: 'ok', request: {}, expected: { status: 200 } },
  ]),
  ...caseGroup({ operation: 'getChannels', source: ROUTES }, [
    { name: 'channels', outcome: 'ok', request: {}, expected: { status: 200 } },
  ]),
  ...caseGroup({ operation: 'getChannelsOfToken', source: ROUTES }, [
    { name: 'channels-of-token', outcome: 'ok', request: {}, expected: { status: 200 } },
  ]),
  ...caseGroup({ operation: 'getChannel', source: 'raiden.md 0' }, [
    {
      name: 'channel-has-ten-fields',
      outcome: 'ok',
      request: {},
      expected: { status: 200, json: lightChannelWith({ channel_identifier: '{channelId}' }) },
    },
  ]),
  ...caseGroup({ operation: 'getConnections', source: ROUTES }, [
    { name: 'connections', outcome: 'ok', request: {}, expected: { status: 200 } },
  ]),
  ...caseGroup({ operation: 'getPayments', source: ROUTES }, [
    { name: 'payments', outcome: 'ok', request: {}, expected: { status: 200 } },
    {
      name: 'payments-limit-1',
      outcome: 'ok',
      first: [{ operation: 'pay', body: '{"amount":"1","identifier":"{identifier}"}' }],
      request: { query: '?limit=1' },
      expected: { status: 200, json: ['{any}'] },
    },
    {
      name: 'payments-offset-beyond-the-end',
      outcome: 'ok',
      request: { query: '?offset=1000000000' },
      expected: { status: 200, json: [] },
    },
  ]),
  ...caseGroup({ operation: 'getPaymentsOfToken', source: ROUTES }, [
    { name: 'payments-of-token', outcome: 'ok', request: {}, expected: { status: 200 } },
  ]),
  ...caseGroup({ operation: 'getPaymentsWithPartner', source: ROUTES }, [
    {
      name: 'payments-with-partner-first-sent',
      outcome: 'ok',
      first: [{ operation: 'pay', at: { target_address: '{payee}' }, body: '{"amount":"1"}' }],
      request: { at: { partner_address: '{payee}' }, query: '?limit=1&offset=0' },
      expected: {
        status: 200,
        json: [
          {
            event: 'EventPaymentSentSuccess',
            amount: '{any}',
            target: '{payee}',
            identifier: '{any}',
            log_time: '{any}',
            token_address: '{token}',
          },
        ],
      },
    },
  ]),
  ...caseGroup({ operation: 'getPendingTransfers', source: MEASURED }, [
    { name: 'pending-while-nothing-is', outcome: 'ok', request: {}, expected: { status: 200, json: [] } },
  ]),
  ...caseGroup({ operation: 'getPendingTransfersOfToken', source: MEASURED }, [
    {
      name: 'pending-of-token-while-nothing-is',
      outcome: 'ok',
      request: {},
      expected: { status: 200, json: [] },
    },
  ]),
  ...caseGroup({ operation: 'getPendingTransfersInChannel', source: MEASURED }, [
    {
      name: 'pending-in-channel-while-nothing-is',
      outcome: 'ok',
      request: {},
      expected: { status: 200, json: [] },
    },
  ]),
  ...caseGroup(
    { operation: 'unknownPath', source: MEASURED },
    LOST.map((lost) => ({ ...lost, outcome: 'server-error' as const, expected: PAGE })),
  ),
  ...WRONG_METHODS.map(({ operation, name, method }) => ({
    name,
    operation,
    outcome: 'server-error' as const,
    source: MEASURED,
    request: { method, ...(method === 'DELETE' ? {} : { body: '{"a":1}' }) },
    expected: PAGE,
  })),
];

import { caseGroup } from '../../contract/case-group.ts';
import type { ContractCase } from '../../contract/contract-case.ts';
import { NO_SUCH_PATH, channelWith, handled, otherMethods, refusedBy } from './python-answers.ts';

const ROUTES = 'raiden.md 1.1';

/** What a node shows of its channels. */
export const channelCases: readonly ContractCase[] = [
  ...caseGroup({ operation: 'getChannels', source: ROUTES }, [
    { name: 'channels', outcome: 'ok', request: {}, expected: handled() },
    {
      name: 'channels-head',
      outcome: 'ok',
      source: 'recorded 71',
      request: { method: 'HEAD' },
      expected: { ...handled(), isEmpty: true },
    },
    {
      name: 'channels-delete',
      outcome: 'not-supported',
      source: 'recorded 62',
      request: { method: 'DELETE' },
      expected: otherMethods('HEAD', 'OPTIONS', 'GET', 'PUT'),
    },
    {
      name: 'channels-options',
      outcome: 'ok',
      source: 'python-node.md 3',
      request: { method: 'OPTIONS' },
      expected: { status: 200, isEmpty: true, headers: { allow: ['HEAD', 'OPTIONS', 'GET', 'PUT'] } },
    },
    {
      name: 'channels-trailing-slash',
      outcome: 'unknown-address',
      source: 'recorded 49',
      request: { path: '{root}/channels/' },
      expected: NO_SUCH_PATH,
    },
  ]),
  ...caseGroup({ operation: 'getChannelsOfToken', source: ROUTES }, [
    { name: 'channels-of-token', outcome: 'ok', source: 'recorded 17', request: {}, expected: handled() },
    {
      name: 'channels-of-an-unknown-token',
      outcome: 'ok',
      request: { at: { token_address: '{unknownToken}' } },
      expected: handled([]),
    },
    {
      name: 'channels-of-a-token-without-channels',
      outcome: 'ok',
      request: { at: { token_address: '{otherToken}' } },
      expected: handled([]),
    },
    {
      name: 'channels-of-token-trailing-slash',
      outcome: 'unknown-address',
      source: 'recorded 50',
      request: { path: '{root}/channels/{token}/' },
      expected: NO_SUCH_PATH,
    },
    {
      name: 'channels-of-token-post',
      outcome: 'not-supported',
      source: 'raiden.md 1.2',
      request: { method: 'POST', body: '{}' },
      expected: otherMethods('HEAD', 'OPTIONS', 'GET'),
    },
  ]),
  ...caseGroup({ operation: 'getChannel', source: ROUTES }, [
    {
      name: 'channel',
      outcome: 'ok',
      source: 'recorded 19',
      request: {},
      expected: handled(
        channelWith({
          channel_identifier: '{channelId}',
          settle_timeout: '{settleTimeout}',
          reveal_timeout: '{revealTimeout}',
        }),
      ),
    },
    {
      name: 'channel-with-nobody',
      outcome: 'unknown-channel',
      source: 'recorded 20',
      request: { at: { partner_address: '{nobody}' } },
      expected: refusedBy(404, "Channel with partner '{nobody}' for token '{token}' could not be found."),
    },
    {
      name: 'channel-with-the-node-itself',
      outcome: 'unknown-channel',
      request: { at: { partner_address: '{self}' } },
      expected: refusedBy(404, "Channel with partner '{self}' for token '{token}' could not be found."),
    },
    {
      name: 'channel-of-an-unknown-token',
      outcome: 'unknown-channel',
      source: 'recorded 21',
      request: { at: { token_address: '{unknownToken}' } },
      expected: refusedBy(
        404,
        "Channel with partner '{partner}' for token '{unknownToken}' could not be found.",
      ),
    },
    {
      name: 'channel-with-the-null-address',
      outcome: 'unknown-channel',
      source: 'recorded 58',
      request: { at: { partner_address: '0x0000000000000000000000000000000000000000' } },
      expected: refusedBy(404, /^Channel with partner '0x0{40}' for token '0x\w{40}' could not be found\.$/),
    },
    {
      name: 'channel-post',
      outcome: 'not-supported',
      source: 'raiden.md 1.2',
      request: { method: 'POST', body: '{}' },
      expected: otherMethods('HEAD', 'OPTIONS', 'GET', 'PATCH'),
    },
  ]),
  ...caseGroup({ operation: 'getConnections', source: ROUTES }, [
    { name: 'connections', outcome: 'ok', source: 'recorded 221', request: {}, expected: handled() },
    {
      name: 'connections-post',
      outcome: 'not-supported',
      source: 'raiden.md 1.2',
      request: { method: 'POST', body: '{}' },
      expected: otherMethods('HEAD', 'OPTIONS', 'GET'),
    },
  ]),
  ...caseGroup({ operation: 'leaveTokenNetwork', source: ROUTES }, [
    {
      name: 'leave-put',
      outcome: 'not-supported',
      source: 'recorded 66',
      request: { method: 'PUT', body: '{}' },
      expected: otherMethods('DELETE', 'OPTIONS'),
    },
    {
      name: 'leave-a-network-without-channels',
      outcome: 'ok',
      source: 'recorded 236',
      request: { at: { token_address: '{otherToken}' } },
      expected: handled([]),
    },
  ]),
  ...caseGroup({ operation: 'getPendingTransfers', source: ROUTES }, [
    { name: 'pending', outcome: 'ok', request: {}, expected: handled() },
    {
      name: 'pending-post',
      outcome: 'not-supported',
      source: 'raiden.md 1.2',
      request: { method: 'POST', body: '{}' },
      expected: otherMethods('HEAD', 'OPTIONS', 'GET'),
    },
  ]),
  ...caseGroup({ operation: 'getPendingTransfersOfToken', source: ROUTES }, [
    { name: 'pending-of-token', outcome: 'ok', source: 'recorded 37', request: {}, expected: handled() },
    {
      name: 'pending-of-an-unknown-token',
      outcome: 'unknown-token',
      request: { at: { token_address: '{unknownToken}' } },
      expected: refusedBy(404, 'Token {unknownToken} not found.'),
    },
  ]),
  ...caseGroup({ operation: 'getPendingTransfersInChannel', source: ROUTES }, [
    { name: 'pending-in-channel', outcome: 'ok', source: 'recorded 39', request: {}, expected: handled() },
    {
      name: 'pending-in-a-channel-with-nobody',
      outcome: 'unknown-channel',
      request: { at: { partner_address: '{nobody}' } },
      expected: refusedBy(404, 'Channel with partner `partner_address not found.`'),
    },
    {
      name: 'pending-in-channel-of-an-unknown-token',
      outcome: 'unknown-token',
      request: { at: { token_address: '{unknownToken}' } },
      expected: refusedBy(404, 'Token {unknownToken} not found.'),
    },
  ]),
];

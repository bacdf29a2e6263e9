import { caseGroup } from '../../contract/case-group.ts';
import type { ContractCase } from '../../contract/contract-case.ts';
import { channelWith, handled, refusedBy } from './python-answers.ts';

const CHANGES = { changes: 'channel' } as const;

/** The body of a request to open a channel of one unit with a node that has none with this one. */
const OPEN = '{"token_address":"{token}","partner_address":"{stranger}","total_deposit":"1"}';
const WITH_STRANGER = { at: { partner_address: '{stranger}' } } as const;
const OPENED = { operation: 'openChannel', body: OPEN } as const;
const CLOSED = { operation: 'updateChannel', ...WITH_STRANGER, body: '{"state":"closed"}' } as const;
const LEFT_ALONE = {
  operation: 'updateChannel',
  at: { partner_address: '{absentPartner}' },
  body: '{"state":"closed"}',
} as const;
const ABSENT = { at: { partner_address: '{absentPartner}' } } as const;

/** Channels opened, filled, emptied and closed, by one unit each; then what a closed channel refuses. */
export const changeCases: readonly ContractCase[] = [
  ...caseGroup({ operation: 'openChannel', source: 'raiden.md 1.3' }, [
    {
      name: 'open-with-deposit',
      ...CHANGES,
      outcome: 'ok',
      source: 'recorded 2',
      request: { body: OPEN },
      expected: handled(
        channelWith({ partner_address: '{stranger}', balance: '1', total_deposit: '1', total_withdraw: '0' }),
        201,
      ),
    },
    {
      name: 'open-existing-more-deposit',
      ...CHANGES,
      outcome: 'ok',
      first: [OPENED],
      request: { body: OPEN.replace('"1"', '"2"') },
      expected: handled(channelWith({ partner_address: '{stranger}', balance: '2', total_deposit: '2' })),
    },
  ]),
  ...caseGroup({ operation: 'updateChannel', source: 'raiden.md 1.4' }, [
    {
      name: 'deposit-one-more',
      ...CHANGES,
      outcome: 'ok',
      source: 'recorded 136',
      request: { body: '{"total_deposit":"{deposit.more}"}' },
      expected: handled(channelWith({ total_deposit: '{deposit.more}' })),
    },
    {
      name: 'withdraw-one-more',
      ...CHANGES,
      outcome: 'ok',
      source: 'recorded 123',
      request: { body: '{"total_withdraw":"{withdrawn.more}"}' },
      expected: handled(channelWith({ total_withdraw: '{withdrawn.more}' })),
    },
    {
      name: 'update-reveal-timeout-one-more',
      ...CHANGES,
      outcome: 'ok',
      source: 'recorded 129',
      request: { body: '{"reveal_timeout":"{revealTimeout.more}"}' },
      expected: handled(channelWith({ reveal_timeout: '{revealTimeout.more}' })),
      afterwards: [{ operation: 'updateChannel', body: '{"reveal_timeout":"{revealTimeout}"}' }],
    },
    {
      name: 'close-together',
      ...CHANGES,
      outcome: 'ok',
      first: [OPENED],
      request: { ...WITH_STRANGER, body: '{"state":"closed"}' },
      expected: handled(null),
    },
    {
      name: 'close-what-was-closed-together',
      ...CHANGES,
      outcome: 'unknown-channel',
      first: [OPENED, CLOSED],
      request: { ...WITH_STRANGER, body: '{"state":"closed"}' },
      expected: refusedBy(409, 'Requested channel for token {token} and partner {stranger} not found'),
    },
  ]),
  ...caseGroup({ operation: 'leaveTokenNetwork', source: 'raiden.md 0' }, [
    {
      name: 'leave-a-network-with-a-channel',
      ...CHANGES,
      outcome: 'ok',
      source: 'recorded 270',
      first: [{ ...OPENED, body: OPEN.replace('{token}', '{otherToken}') }],
      request: { at: { token_address: '{otherToken}' } },
      expected: handled([null]),
    },
  ]),
  ...caseGroup({ operation: 'updateChannel', source: 'raiden.md 1.4' }, [
    {
      name: 'close-with-the-partner-away',
      ...CHANGES,
      outcome: 'ok',
      source: 'recorded 261',
      request: { ...ABSENT, body: '{"state":"closed"}' },
      expected: handled(channelWith({ partner_address: '{absentPartner}', state: 'closed' })),
    },
    {
      name: 'close-a-closed-channel',
      ...CHANGES,
      outcome: 'channel-not-open',
      source: 'recorded 259',
      first: [LEFT_ALONE],
      request: { ...ABSENT, body: '{"state":"closed"}' },
      expected: refusedBy(409, 'Attempted to close an already closed channel'),
    },
    {
      name: 'deposit-into-a-closed-channel',
      ...CHANGES,
      outcome: 'channel-not-open',
      first: [LEFT_ALONE],
      request: { ...ABSENT, body: '{"total_deposit":"1000000"}' },
      expected: refusedBy(409, "Can't set total deposit on a closed channel"),
    },
    {
      name: 'withdraw-from-a-closed-channel',
      ...CHANGES,
      outcome: 'channel-not-open',
      first: [LEFT_ALONE],
      request: { ...ABSENT, body: '{"total_withdraw":"1000000"}' },
      expected: refusedBy(409, "Can't withdraw from a closed channel"),
    },
  ]),
  ...caseGroup({ operation: 'openChannel', source: 'raiden.md 1.3' }, [
    {
      name: 'open-over-a-closed-channel',
      ...CHANGES,
      outcome: 'channel-not-open',
      source: 'recorded 266',
      first: [LEFT_ALONE],
      request: { body: '{"token_address":"{token}","partner_address":"{absentPartner}"}' },
      expected: refusedBy(409, 'Channel is not in an open state.'),
    },
  ]),
  ...caseGroup({ operation: 'getChannel', source: 'raiden.md 1.4' }, [
    {
      name: 'channel-that-is-closed',
      ...CHANGES,
      outcome: 'ok',
      source: 'recorded 267',
      first: [LEFT_ALONE],
      request: ABSENT,
      expected: handled(channelWith({ partner_address: '{absentPartner}', state: 'closed' })),
    },
  ]),
  ...caseGroup({ operation: 'shutdown', source: 'raiden.md 1.1' }, [
    {
      name: 'shutdown',
      changes: 'node',
      outcome: 'ok',
      source: 'recorded 277',
      request: {},
      expected: handled({ status: 'shutdown' }),
    },
  ]),
];

import { caseGroup } from '../../contract/case-group.ts';
import type { ContractCase } from '../../contract/contract-case.ts';
import { channelWith, handled, refusedBy, wrongFields } from './python-answers.ts';

const TOO_MUCH = '115792089237316195423570985008687907853269984665640564039457584007913129639936';

/** Changing a channel, one fault at a time; none of these changes one. */
export const updateRefusals: readonly ContractCase[] = caseGroup(
  { operation: 'updateChannel', source: 'raiden.md 1.4' },
  [
    {
      name: 'update-reveal-timeout-to-what-it-is',
      outcome: 'ok',
      source: 'recorded 132',
      request: { body: '{"reveal_timeout":"{revealTimeout}"}' },
      expected: handled(channelWith({ reveal_timeout: '{revealTimeout}' })),
    },
    {
      name: 'update-nothing-but-nulls',
      outcome: 'invalid-request',
      request: { body: '{"total_deposit":null}' },
      expected: refusedBy(400, /^Nothing to do\. Should either provide /),
    },
    {
      name: 'update-no-such-channel',
      outcome: 'unknown-channel',
      request: { at: { partner_address: '{nobody}' }, body: '{"total_deposit":"1"}' },
      expected: refusedBy(409, 'Requested channel for token {token} and partner {nobody} not found'),
    },
    {
      name: 'update-unknown-token',
      outcome: 'unknown-channel',
      request: { at: { token_address: '{unknownToken}' }, body: '{"total_deposit":"1"}' },
      expected: refusedBy(409, 'Requested channel for token {unknownToken} and partner {partner} not found'),
    },
    ...(
      [
        ['reveal_timeout', 'state', 'reveal timeout and state', 'recorded 113'],
        ['total_deposit', 'state', 'total deposit and state', 'raiden.md 1.4'],
        ['total_withdraw', 'state', 'total withdraw and state', 'raiden.md 1.4'],
        ['total_withdraw', 'total_deposit', 'total withdraw and total deposit', 'raiden.md 1.4'],
        ['reveal_timeout', 'total_deposit', 'reveal timeout and total deposit', 'raiden.md 1.4'],
        ['reveal_timeout', 'total_withdraw', 'reveal timeout and total withdraw', 'raiden.md 1.4'],
      ] as const
    ).map(([one, other, both, source]) => ({
      name: `update-${one}-and-${other}`.replaceAll('_', '-'),
      outcome: 'invalid-request' as const,
      source,
      request: { body: `{"${one}":"1","${other}":"${other === 'state' ? 'closed' : '1'}"}` },
      expected: refusedBy(409, `Can not update a channel's ${both} at the same time`),
    })),
    {
      name: 'deposit-less-than-before',
      outcome: 'deposit-not-increased',
      source: 'recorded 115',
      request: { body: '{"total_deposit":"1"}' },
      expected: refusedBy(409, 'Total deposit did not increase.'),
    },
    {
      name: 'deposit-same-as-before',
      outcome: 'deposit-not-increased',
      source: 'recorded 116',
      request: { body: '{"total_deposit":"{deposit}"}' },
      expected: refusedBy(409, 'Total deposit did not increase.'),
    },
    {
      name: 'deposit-0',
      outcome: 'deposit-not-increased',
      source: 'python-node.md 3',
      request: { body: '{"total_deposit":"0"}' },
      expected: refusedBy(409, 'Total deposit did not increase.'),
    },
    {
      name: 'deposit-negative',
      outcome: 'deposit-not-increased',
      request: { body: '{"total_deposit":"-1"}' },
      expected: refusedBy(409, 'Amount to deposit must not be negative.'),
    },
    {
      name: 'deposit-more-than-the-node-owns',
      outcome: 'insufficient-funds',
      source: 'recorded 119',
      request: { body: `{"total_deposit":"${TOO_MUCH}"}` },
      expected: refusedBy(402, /^Not enough balance to deposit\. 0x\w{40} Available=\d+ Needed=\d+$/),
    },
    {
      name: 'deposit-text',
      outcome: 'invalid-request',
      source: 'raiden.md 1.2',
      request: { body: '{"total_deposit":"many"}' },
      expected: wrongFields({ total_deposit: ['Not a valid integer.'] }),
    },
    {
      name: 'deposit-object',
      outcome: 'invalid-request',
      source: 'raiden.md 1.2',
      request: { body: '{"total_deposit":{"value":1}}' },
      expected: wrongFields({ total_deposit: ['Not a valid integer.'] }),
    },
    {
      name: 'withdraw-0',
      outcome: 'withdraw-not-increased',
      source: 'recorded 120',
      request: { body: '{"total_withdraw":"0"}' },
      expected: refusedBy(409, 'Total withdraw 0 did not increase'),
    },
    {
      name: 'withdraw-negative',
      outcome: 'withdraw-not-increased',
      source: 'recorded 121',
      request: { body: '{"total_withdraw":"-1"}' },
      expected: refusedBy(409, 'Amount to withdraw must not be negative.'),
    },
    {
      name: 'withdraw-same-as-before',
      outcome: 'withdraw-not-increased',
      source: 'recorded 125',
      request: { body: '{"total_withdraw":"{withdrawn}"}' },
      expected: refusedBy(409, 'Total withdraw {withdrawn} did not increase'),
    },
    {
      name: 'withdraw-more-than-the-balance',
      outcome: 'withdraw-exceeds-balance',
      source: 'recorded 122',
      request: { body: '{"total_withdraw":"{withdrawable.more}"}' },
      expected: refusedBy(409, /^The withdraw of \d+ is bigger than the current balance of \d+$/),
    },
    {
      name: 'withdraw-text',
      outcome: 'invalid-request',
      source: 'raiden.md 1.2',
      request: { body: '{"total_withdraw":"all"}' },
      expected: wrongFields({ total_withdraw: ['Not a valid integer.'] }),
    },
    {
      name: 'withdraw-partner-offline',
      outcome: 'target-offline',
      source: 'recorded 251',
      request: { at: { partner_address: '{absentPartner}' }, body: '{"total_withdraw":"1"}' },
      expected: refusedBy(409, /no user found online for given address/),
    },
    {
      name: 'update-reveal-timeout-0',
      outcome: 'invalid-timeout',
      request: { body: '{"reveal_timeout":"0"}' },
      expected: refusedBy(409, /reveal_timeout/),
    },
    {
      name: 'update-reveal-timeout-above-half-the-settle-timeout',
      outcome: 'invalid-timeout',
      request: { body: '{"reveal_timeout":"{settleTimeout}"}' },
      expected: refusedBy(409, /`reveal_timeout`/),
    },
    {
      name: 'update-reveal-timeout-text',
      outcome: 'invalid-request',
      source: 'raiden.md 1.2',
      request: { body: '{"reveal_timeout":"long"}' },
      expected: wrongFields({ reveal_timeout: ['Not a valid integer.'] }),
    },
    {
      name: 'state-opened',
      outcome: 'invalid-request',
      source: 'recorded 126',
      request: { body: '{"state":"opened"}' },
      expected: refusedBy(400, 'Provided invalid channel state opened'),
    },
    {
      name: 'state-settled',
      outcome: 'invalid-request',
      source: 'recorded 127',
      request: { body: '{"state":"settled"}' },
      expected: refusedBy(400, 'Provided invalid channel state settled'),
    },
    {
      name: 'state-junk',
      outcome: 'invalid-request',
      source: 'recorded 128',
      request: { body: '{"state":"junk"}' },
      expected: wrongFields({ state: ['Must be one of: closed, opened, settled.'] }),
    },
    {
      name: 'state-number',
      outcome: 'invalid-request',
      source: 'raiden.md 1.2',
      request: { body: '{"state":5}' },
      expected: wrongFields({ state: ['Not a valid string.'] }),
    },
  ],
);

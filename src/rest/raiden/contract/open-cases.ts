import { caseGroup } from '../../contract/case-group.ts';
import type { ContractCase } from '../../contract/contract-case.ts';
import { channelWith, handled, refusedBy, wrongFields } from './python-answers.ts';

const NULL = '0x0000000000000000000000000000000000000000';
const TOO_MUCH = '115792089237316195423570985008687907853269984665640564039457584007913129639935';

/** The body of a request to open a channel. */
function body(fields: string, { token = '{token}', partner = '{partner}' } = {}): string {
  return `{"token_address":"${token}","partner_address":"${partner}"${fields === '' ? '' : `,${fields}`}}`;
}

/** Opening a channel, one fault at a time; none of these opens one. */
export const openRefusals: readonly ContractCase[] = caseGroup(
  { operation: 'openChannel', source: 'raiden.md 1.3' },
  [
    {
      name: 'open-existing-without-deposit',
      outcome: 'ok',
      source: 'recorded 75',
      request: { body: body('') },
      expected: handled(channelWith()),
    },
    {
      name: 'open-existing-deposit-0',
      outcome: 'ok',
      source: 'recorded 78',
      request: { body: body('"total_deposit":0') },
      expected: handled(channelWith()),
    },
    {
      name: 'open-existing-deposit-null',
      outcome: 'ok',
      source: 'recorded 97',
      request: { body: body('"total_deposit":null') },
      expected: handled(channelWith()),
    },
    {
      name: 'open-existing-reveal-timeout-null',
      outcome: 'ok',
      source: 'recorded 98',
      request: { body: body('"reveal_timeout":null') },
      expected: handled(channelWith()),
    },
    {
      name: 'open-existing-same-deposit',
      outcome: 'deposit-not-increased',
      request: { body: body('"total_deposit":"{deposit}"') },
      expected: refusedBy(409, 'Total deposit did not increase.'),
    },
    {
      name: 'open-existing-deposit-negative',
      outcome: 'deposit-not-increased',
      request: { body: body('"total_deposit":"-1"') },
      expected: refusedBy(409, /Total deposit did not increase\.|must not be negative/),
    },
    {
      name: 'open-deposit-text',
      outcome: 'invalid-request',
      source: 'recorded 95',
      request: { body: body('"total_deposit":"abc"') },
      expected: wrongFields({ total_deposit: ['Not a valid integer.'] }),
    },
    {
      name: 'open-deposit-true',
      outcome: 'invalid-request',
      source: 'raiden.md 1.2',
      request: { body: body('"total_deposit":true') },
      expected: wrongFields({ total_deposit: ['Not a valid integer.'] }),
    },
    {
      name: 'open-deposit-hexadecimal',
      outcome: 'invalid-request',
      source: 'raiden.md 1.2',
      request: { body: body('"total_deposit":"0x10"') },
      expected: wrongFields({ total_deposit: ['Not a valid integer.'] }),
    },
    {
      name: 'open-deposit-more-than-the-node-owns',
      outcome: 'insufficient-funds',
      source: 'recorded 89',
      request: { body: body(`"total_deposit":"${TOO_MUCH}"`, { partner: '{nobody}' }) },
      expected: refusedBy(402, /^Not enough balance to deposit\. 0x\w{40} Available=\d+ Needed=\d+$/),
    },
    {
      name: 'open-without-token',
      outcome: 'invalid-request',
      source: 'raiden.md 1.2',
      request: { body: '{"partner_address":"{partner}"}' },
      expected: wrongFields({ token_address: ['Missing data for required field.'] }),
    },
    {
      name: 'open-without-partner',
      outcome: 'invalid-request',
      source: 'raiden.md 1.2',
      request: { body: '{"token_address":"{token}"}' },
      expected: wrongFields({ partner_address: ['Missing data for required field.'] }),
    },
    {
      name: 'open-partner-null-value',
      outcome: 'invalid-request',
      source: 'raiden.md 1.2',
      request: { body: '{"token_address":"{token}","partner_address":null}' },
      expected: wrongFields({ partner_address: ['Field may not be null.'] }),
    },
    {
      name: 'open-token-null-address',
      outcome: 'invalid-request',
      source: 'recorded 82',
      request: { body: body('', { token: NULL }) },
      expected: wrongFields({ token_address: [`The ${NULL} address is not accepted`] }),
    },
    {
      name: 'open-partner-null-address',
      outcome: 'invalid-request',
      source: 'recorded 83',
      request: { body: body('', { partner: NULL }) },
      expected: wrongFields({ partner_address: [`The ${NULL} address is not accepted`] }),
    },
    {
      name: 'open-partner-lower-case',
      outcome: 'invalid-request',
      source: 'recorded 87',
      request: { body: body('', { partner: '{partner.lower}' }) },
      expected: wrongFields({ partner_address: ['Not a valid EIP55 encoded address'] }),
    },
    {
      name: 'open-partner-without-0x',
      outcome: 'invalid-request',
      source: 'raiden.md 1.2',
      request: { body: body('', { partner: '{partner.bare}' }) },
      expected: wrongFields({ partner_address: ['Not a valid hex encoded address, must be 0x prefixed.'] }),
    },
    {
      name: 'open-token-lower-case',
      outcome: 'invalid-request',
      source: 'raiden.md 1.2',
      request: { body: body('', { token: '{token.lower}' }) },
      expected: wrongFields({ token_address: ['Not a valid EIP55 encoded address'] }),
    },
    {
      name: 'open-with-itself',
      outcome: 'self-payment',
      source: 'recorded 84',
      request: { body: body('', { partner: '{self}' }) },
      expected: refusedBy(409, 'Using the same address for both participants is forbiden.'),
    },
    {
      name: 'open-unknown-token',
      outcome: 'unknown-token',
      source: 'recorded 85',
      request: { body: body('', { token: '{unknownToken}' }) },
      expected: refusedBy(409, /does not contain code$|^Token network for token 0x\w{40} does not exist$/),
    },
    {
      name: 'open-token-that-is-a-node',
      outcome: 'unknown-token',
      source: 'recorded 86',
      request: { body: body('', { token: '{partner}' }) },
      expected: refusedBy(409, '[Token]Address {partner} does not contain code'),
    },
    {
      name: 'open-reveal-timeout-0',
      outcome: 'invalid-timeout',
      source: 'recorded 90',
      request: { body: body('"reveal_timeout":0', { partner: '{nobody}' }) },
      expected: refusedBy(409, 'reveal_timeout should be larger than zero.'),
    },
    {
      name: 'open-reveal-timeout-negative',
      outcome: 'invalid-timeout',
      request: { body: body('"reveal_timeout":"-5"', { partner: '{nobody}' }) },
      expected: refusedBy(409, 'reveal_timeout should be larger than zero.'),
    },
    {
      name: 'open-settle-timeout-below-twice-the-reveal-timeout',
      outcome: 'invalid-timeout',
      source: 'recorded 94',
      request: { body: body('"settle_timeout":60,"reveal_timeout":50', { partner: '{nobody}' }) },
      expected: refusedBy(409, /^`settle_timeout` can not be smaller than double the `reveal_timeout`\./),
    },
    {
      name: 'open-settle-timeout-too-small',
      outcome: 'invalid-timeout',
      source: 'recorded 92',
      request: { body: body('"settle_timeout":2,"reveal_timeout":1', { partner: '{nobody}' }) },
      // On the public chains the reveal timeout itself is below the least.
      expected: refusedBy(409, /^Settlement timeout should be at least \d+$|reveal_timeout/),
    },
    {
      name: 'open-settle-timeout-too-large',
      outcome: 'invalid-timeout',
      request: { body: body('"settle_timeout":"1000000000"', { partner: '{nobody}' }) },
      expected: refusedBy(409, /exceeds max of \d+/),
    },
    {
      name: 'open-settle-timeout-text',
      outcome: 'invalid-request',
      source: 'recorded 99',
      request: { body: body('"settle_timeout":"x"') },
      expected: wrongFields({ settle_timeout: ['Not a valid integer.'] }),
    },
    {
      name: 'open-two-faults-at-once',
      outcome: 'invalid-request',
      source: 'raiden.md 1.2',
      request: { body: body('"settle_timeout":"x","total_deposit":[]') },
      expected: wrongFields({
        settle_timeout: ['Not a valid integer.'],
        total_deposit: ['Not a valid integer.'],
      }),
    },
  ],
);

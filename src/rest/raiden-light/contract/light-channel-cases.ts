import { caseGroup } from '../../contract/case-group.ts';
import type { ContractCase } from '../../contract/contract-case.ts';
import { lightChannelWith, somehow, textual } from './light-answers.ts';

const TOO_MUCH = '115792089237316195423570985008687907853269984665640564039457584007913129639935';
const CHANGES = { changes: 'channel' } as const;

/** The body of a request to open a channel. */
function body(fields: string, { token = '{token}', partner = '{partner}' } = {}): string {
  return `{"token_address":"${token}","partner_address":"${partner}"${fields === '' ? '' : `,${fields}`}}`;
}

const OPEN = body('"total_deposit":"1"', { partner: '{stranger}' });
const WITH_STRANGER = { at: { partner_address: '{stranger}' } } as const;
const OPENED = { operation: 'openChannel', body: OPEN } as const;

/** Requests for channels that a light client refuses. */
export const lightChannelRefusals: readonly ContractCase[] = [
  ...caseGroup({ operation: 'openChannel', source: 'real-nodes.md 4' }, [
    {
      name: 'open-existing',
      outcome: 'channel-not-open',
      unlikeSandbox: 'simulated nodes answer 200 with the channel that is there',
      request: { body: body('') },
      expected: textual(409, 'Invalid channel state.'),
    },
    {
      name: 'open-unknown-token',
      outcome: 'unknown-token',
      request: { body: body('', { token: '{unknownToken}' }) },
      expected: somehow(409),
    },
    ...[
      { name: 'open-partner-too-short', request: { body: body('', { partner: '{partner.cut}' }) } },
      { name: 'open-token-too-short', request: { body: body('', { token: '{token.cut}' }) } },
    ].map((one) => ({ ...one, outcome: 'invalid-request' as const, expected: somehow(409) })),
    {
      name: 'open-deposit-more-than-the-node-owns',
      outcome: 'insufficient-funds',
      request: { body: body(`"total_deposit":"${TOO_MUCH}"`, { partner: '{nobody}' }) },
      expected: textual(402, 'Insufficient balance.'),
    },
  ]),
  ...caseGroup({ operation: 'updateChannel', source: 'real-nodes.md 4' }, [
    {
      name: 'update-nothing',
      outcome: 'invalid-request',
      request: { body: '{"foo":1}' },
      expected: somehow(400),
    },
    {
      name: 'update-two-fields',
      outcome: 'invalid-request',
      request: { body: '{"total_deposit":"1","total_withdraw":"1"}' },
      expected: somehow(409),
    },
    {
      name: 'deposit-less-than-before',
      outcome: 'deposit-not-increased',
      request: { body: '{"total_deposit":"1"}' },
      expected: somehow(409),
    },
    {
      name: 'deposit-more-than-the-node-owns',
      outcome: 'insufficient-funds',
      request: { body: `{"total_deposit":"${TOO_MUCH}"}` },
      expected: textual(402, 'Insufficient balance.'),
    },
    {
      name: 'update-no-such-channel',
      outcome: 'unknown-channel',
      source: 'raiden.md 1.8',
      request: { at: { partner_address: '{nobody}' }, body: '{"total_deposit":"1"}' },
      expected: somehow(409),
    },
    {
      name: 'withdraw-more-than-the-balance',
      outcome: 'insufficient-funds',
      unlikeSandbox: 'simulated nodes answer 409, as the Python node',
      request: { body: '{"total_withdraw":"{withdrawable.more}"}' },
      expected: textual(402, 'Insufficient balance.'),
    },
  ]),
  ...caseGroup({ operation: 'leaveTokenNetwork', source: 'raiden.md 1.8' }, [
    {
      name: 'leave-an-unknown-token',
      outcome: 'unknown-channel',
      request: { at: { token_address: '{unknownToken}' } },
      expected: { status: 404, says: /^No channels on tokenNetwork/ },
    },
  ]),
];

/** Channels opened, filled, emptied and closed, by one unit each. */
export const lightChangeCases: readonly ContractCase[] = [
  ...caseGroup({ operation: 'openChannel', source: 'real-nodes.md 4' }, [
    {
      name: 'open-with-deposit',
      ...CHANGES,
      outcome: 'ok',
      request: { body: OPEN },
      expected: {
        status: 201,
        json: lightChannelWith({ partner_address: '{stranger}', balance: '1', total_deposit: '1' }),
      },
    },
  ]),
  ...caseGroup({ operation: 'updateChannel', source: 'raiden.md 1.8' }, [
    {
      name: 'deposit-one-more',
      ...CHANGES,
      outcome: 'ok',
      request: { body: '{"total_deposit":"{deposit.more}"}' },
      expected: { status: 200, json: lightChannelWith({ total_deposit: '{deposit.more}' }) },
    },
    {
      name: 'withdraw-one-more',
      ...CHANGES,
      outcome: 'ok',
      request: { body: '{"total_withdraw":"{withdrawn.more}"}' },
      expected: { status: 200, json: lightChannelWith({ total_withdraw: '{withdrawn.more}' }) },
    },
    {
      name: 'close',
      ...CHANGES,
      outcome: 'ok',
      first: [OPENED],
      request: { ...WITH_STRANGER, body: '{"state":"closed"}' },
      expected: { status: 200 },
    },
  ]),
  ...caseGroup({ operation: 'leaveTokenNetwork', source: 'raiden.md 1.8' }, [
    {
      name: 'leave-a-network-with-a-channel',
      ...CHANGES,
      outcome: 'ok',
      first: [{ ...OPENED, body: OPEN.replace('{token}', '{otherToken}') }],
      request: { at: { token_address: '{otherToken}' } },
      expected: { status: 200, json: ['{stranger}'] },
    },
  ]),
];

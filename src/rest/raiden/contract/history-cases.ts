import { caseGroup } from '../../contract/case-group.ts';
import type { ContractCase } from '../../contract/contract-case.ts';
import { CHEAP_WAY, handled, otherMethods, refusedBy, wrongFields } from './python-answers.ts';

const HISTORY = 'raiden.md 1.6';

// Of a payment of one unit that the history begins or goes on with.
const PAID = { operation: 'pay', body: '{"amount":"1","identifier":"{identifier}"}' } as const;

const SENT = {
  event: 'EventPaymentSentSuccess',
  amount: '1',
  target: '{partner}',
  identifier: '{any}',
  log_time: '{any}',
  token_address: '{token}',
};

/** The payment history, cut and narrowed. */
export const historyCases: readonly ContractCase[] = [
  ...caseGroup({ operation: 'getPayments', source: HISTORY }, [
    { name: 'payments', outcome: 'ok', source: 'recorded 23', request: {}, expected: handled() },
    {
      name: 'payments-limit-1',
      outcome: 'ok',
      first: [PAID],
      request: { query: '?limit=1' },
      expected: handled(['{any}']),
    },
    {
      name: 'payments-limit-0',
      outcome: 'ok',
      first: [PAID],
      request: { query: '?limit=0' },
      expected: handled([]),
    },
    {
      name: 'payments-limit-negative',
      outcome: 'invalid-request',
      source: 'recorded 32',
      request: { query: '?limit=-1' },
      expected: refusedBy(400, 'limit must be a positive integer'),
    },
    {
      name: 'payments-offset-negative',
      outcome: 'invalid-request',
      request: { query: '?offset=-1' },
      expected: refusedBy(400, 'offset must be a positive integer'),
    },
    {
      name: 'payments-limit-text',
      outcome: 'invalid-request',
      source: 'recorded 44',
      request: { query: '?limit=x' },
      expected: wrongFields({ limit: ['Not a valid integer.'] }),
    },
    {
      name: 'payments-offset-text',
      outcome: 'invalid-request',
      source: 'raiden.md 1.2',
      request: { query: '?offset=x' },
      expected: wrongFields({ offset: ['Not a valid integer.'] }),
    },
    {
      name: 'payments-limit-with-a-fraction',
      outcome: 'invalid-request',
      source: 'raiden.md 1.2',
      request: { query: '?limit=1.9' },
      expected: wrongFields({ limit: ['Not a valid integer.'] }),
    },
    {
      name: 'payments-unknown-parameter',
      outcome: 'invalid-request',
      source: 'recorded 35',
      request: { query: '?foo=1' },
      expected: wrongFields({ foo: ['Unknown field.'] }),
    },
    {
      name: 'payments-offset-beyond-the-end',
      outcome: 'ok',
      source: 'recorded 31',
      request: { query: '?offset=1000000000' },
      expected: handled([]),
    },
    {
      name: 'payments-limit-beyond-all',
      outcome: 'ok',
      request: { query: '?limit=1000000000' },
      expected: handled(),
    },
    {
      name: 'payments-post',
      outcome: 'not-supported',
      source: 'recorded 64',
      request: { method: 'POST', body: '{}' },
      expected: otherMethods('HEAD', 'OPTIONS', 'GET'),
    },
  ]),
  ...caseGroup({ operation: 'getPaymentsOfToken', source: HISTORY }, [
    { name: 'payments-of-token', outcome: 'ok', source: 'recorded 24', request: {}, expected: handled() },
    {
      name: 'payments-of-an-unknown-token',
      outcome: 'unknown-token',
      source: 'recorded 27',
      request: { at: { token_address: '{unknownToken}' } },
      expected: refusedBy(400, 'Token address does not match a Raiden token network'),
    },
    {
      name: 'payments-of-a-token-without-channels',
      outcome: 'ok',
      request: { at: { token_address: '{unpaidToken}' } },
      expected: handled([]),
    },
    {
      name: 'payments-of-token-limit-negative',
      outcome: 'invalid-request',
      request: { query: '?limit=-1' },
      expected: refusedBy(400, 'limit must be a positive integer'),
    },
    {
      name: 'payments-of-token-post',
      outcome: 'not-supported',
      source: 'raiden.md 1.1',
      request: { method: 'POST', body: '{"amount":"1"}' },
      expected: otherMethods('HEAD', 'OPTIONS', 'GET'),
    },
  ]),
  ...caseGroup({ operation: 'getPaymentsWithPartner', source: HISTORY }, [
    { name: 'payments-with-partner', outcome: 'ok', source: 'recorded 25', request: {}, expected: handled() },
    {
      name: 'payments-with-partner-first-sent',
      outcome: 'ok',
      unless: CHEAP_WAY,
      first: [{ ...PAID, at: { target_address: '{payee}' } }],
      request: { at: { partner_address: '{payee}' }, query: '?limit=1&offset=0' },
      expected: handled([{ ...SENT, target: '{payee}', amount: '{any}' }]),
    },
    {
      name: 'payments-with-nobody',
      outcome: 'ok',
      source: 'recorded 26',
      request: { at: { partner_address: '{nobody}' } },
      expected: handled([]),
    },
    {
      name: 'payments-with-partner-of-an-unknown-token',
      outcome: 'unknown-token',
      request: { at: { token_address: '{unknownToken}' } },
      expected: refusedBy(400, 'Token address does not match a Raiden token network'),
    },
    {
      name: 'payments-with-partner-offset-negative',
      outcome: 'invalid-request',
      request: { query: '?offset=-1' },
      expected: refusedBy(400, 'offset must be a positive integer'),
    },
    {
      name: 'payments-with-partner-put',
      outcome: 'not-supported',
      source: 'recorded 63',
      request: { method: 'PUT', body: '{}' },
      expected: otherMethods('POST', 'HEAD', 'OPTIONS', 'GET'),
    },
  ]),
];

import { caseGroup } from '../../contract/case-group.ts';
import type { ContractCase } from '../../contract/contract-case.ts';
import { PAGE, lightReceiptWith, textual } from './light-answers.ts';

const TWO_TO_256 = '115792089237316195423570985008687907853269984665640564039457584007913129639936';
const LARGEST_AMOUNT = '115792089237316195423570985008687907853269984665640564039457584007913129639935';
const NO_ROUTE = 'No route between nodes found.';
const PAID_BEFORE = { operation: 'pay', body: '{"amount":"1","identifier":"{identifier}"}' } as const;

const WRONG_AMOUNTS = [
  { called: 'negative', value: '"-1"' },
  { called: 'with-a-fraction', value: '1.5' },
  { called: 'text-with-a-fraction', value: '"1.5"' },
  { called: 'text', value: '"abc"' },
  { called: '2-to-256', value: `"${TWO_TO_256}"` },
] as const;

const WRONG_IDENTIFIERS = [
  { called: 'negative', value: '"-1"' },
  { called: 'text', value: '"x"' },
  { called: '2-to-64', value: '"18446744073709551616"' },
] as const;

/** Payments of one unit, and those that a light client refuses. */
export const lightPayCases: readonly ContractCase[] = [
  ...caseGroup({ operation: 'pay', source: 'raiden.md 1.8' }, [
    {
      name: 'pay-partner',
      outcome: 'ok',
      request: { body: '{"amount":"1","identifier":"{identifier}"}' },
      expected: { status: 200, json: lightReceiptWith({ identifier: '{identifier}' }) },
    },
    {
      name: 'pay-over-a-mediator',
      outcome: 'ok',
      request: { at: { target_address: '{beyond}' }, body: '{"amount":"1","identifier":"{identifier}"}' },
      expected: { status: 200, json: lightReceiptWith({ target: '{beyond}', identifier: '{identifier}' }) },
    },
    {
      name: 'pay-without-identifier',
      outcome: 'ok',
      request: { body: '{"amount":"1"}' },
      expected: { status: 200, json: lightReceiptWith() },
    },
    {
      name: 'pay-amount-as-a-number',
      outcome: 'ok',
      request: { body: '{"amount":1}' },
      expected: { status: 200, json: lightReceiptWith() },
    },
    {
      name: 'pay-largest-identifier',
      outcome: 'ok',
      request: { body: '{"amount":"1","identifier":"18446744073709551615"}' },
      expected: { status: 200, json: lightReceiptWith({ identifier: '18446744073709551615' }) },
    },
  ]),
  ...caseGroup({ operation: 'pay', source: 'real-nodes.md 4' }, [
    {
      name: 'pay-identifier-once-more',
      outcome: 'ok',
      first: [PAID_BEFORE],
      request: { body: '{"amount":"1","identifier":"{identifier}"}' },
      expected: { status: 200, json: lightReceiptWith({ identifier: '{identifier}' }) },
    },
    {
      name: 'pay-nothing',
      outcome: 'ok',
      unlikeSandbox: 'simulated payments move something',
      request: { body: '{"amount":"0"}' },
      expected: { status: 200, json: lightReceiptWith({ amount: '0' }) },
    },
    {
      name: 'pay-identifier-0',
      outcome: 'ok',
      unlikeSandbox: 'simulated payments have identifiers above 0',
      request: { body: '{"amount":"1","identifier":"0"}' },
      expected: { status: 200, json: lightReceiptWith({ identifier: '0' }) },
    },
    ...WRONG_AMOUNTS.map(({ called, value }) => ({
      name: `pay-amount-${called}`,
      outcome: 'invalid-amount' as const,
      request: { body: `{"amount":${value}}` },
      expected: textual(400, 'Invalid amount parameter.'),
    })),
    {
      name: 'pay-amount-missing',
      outcome: 'server-error',
      request: { body: '{"identifier":"1"}' },
      expected: PAGE,
    },
    ...WRONG_IDENTIFIERS.map(({ called, value }) => ({
      name: `pay-identifier-${called}`,
      outcome: 'invalid-identifier' as const,
      request: { body: `{"amount":"1","identifier":${value}}` },
      expected: { status: 400 },
    })),
    {
      name: 'pay-itself',
      outcome: 'no-route',
      request: { at: { target_address: '{self}' }, body: '{"amount":"1"}' },
      expected: textual(409, NO_ROUTE),
    },
    {
      name: 'pay-too-much',
      outcome: 'no-route',
      unlikeSandbox: 'simulated nodes tell a lack of money from a lack of routes',
      request: { body: `{"amount":"${LARGEST_AMOUNT}"}` },
      expected: textual(409, NO_ROUTE),
    },
    {
      name: 'pay-somebody-without-channels',
      outcome: 'no-route',
      request: { at: { target_address: '{isolated}' }, body: '{"amount":"1"}' },
      expected: textual(409, NO_ROUTE),
    },
    {
      name: 'pay-nobody',
      outcome: 'target-offline',
      request: { at: { target_address: '{nobody}' }, body: '{"amount":"1"}' },
      expected: textual(409, 'There is no user found online for given address.'),
    },
    {
      name: 'pay-partner-offline',
      outcome: 'target-offline',
      request: { at: { target_address: '{absentPartner}' }, body: '{"amount":"1"}' },
      expected: textual(409, 'There is no user found online for given address.'),
    },
    {
      name: 'pay-unknown-token',
      outcome: 'unknown-token',
      request: { at: { token_address: '{unknownToken}' }, body: '{"amount":"1"}' },
      expected: { status: 500, says: /Unknown Tokennetwork/ },
    },
    {
      name: 'pay-lock-timeout-too-small',
      outcome: 'invalid-timeout',
      unlikeSandbox: 'simulated nodes find no usable route instead',
      request: { body: '{"amount":"1","lock_timeout":"1"}' },
      expected: { status: 500, says: /expiration too soon/ },
    },
    {
      name: 'pay-lock-timeout-too-large',
      outcome: 'invalid-timeout',
      unlikeSandbox: 'simulated nodes find no usable route instead',
      request: { body: '{"amount":"1","lock_timeout":"1000000000"}' },
      expected: { status: 500, says: /too far in the future/ },
    },
  ]),
];

import { caseGroup } from '../../contract/case-group.ts';
import type { ContractCase } from '../../contract/contract-case.ts';
import { handled, receiptWith, refusedBy, wrongFields } from './python-answers.ts';

const UNUSABLE = refusedBy(
  409,
  "Payment couldn't be completed because: None of the available routes could be used",
);

/** Payments with secrets, lock timeouts and paths of the caller's own. */
export const payOptionCases: readonly ContractCase[] = caseGroup(
  { operation: 'pay', source: 'raiden.md 1.5' },
  [
    {
      name: 'pay-own-secret',
      outcome: 'ok',
      source: 'recorded 178',
      request: { body: '{"amount":"1","secret":"{secret}"}' },
      expected: handled(receiptWith({ secret: '{secret}', secret_hash: '{secretHash}' })),
    },
    {
      name: 'pay-own-secret-and-its-hash',
      outcome: 'ok',
      source: 'recorded 183',
      request: { body: '{"amount":"1","secret":"{secret}","secret_hash":"{secretHash}"}' },
      expected: handled(receiptWith({ secret: '{secret}', secret_hash: '{secretHash}' })),
    },
    {
      name: 'pay-own-secret-once-more',
      outcome: 'ok',
      source: 'recorded 182',
      first: [{ operation: 'pay', body: '{"amount":"1","secret":"{secret}"}' }],
      request: { body: '{"amount":"1","secret":"{secret}"}' },
      expected: handled(receiptWith({ secret: '{secret}', secret_hash: '{secretHash}' })),
    },
    {
      name: 'pay-secret-of-another-hash',
      outcome: 'other',
      request: { body: '{"amount":"1","secret":"{secret}","secret_hash":"{secret}"}' },
      expected: refusedBy(409, 'provided secret and secret_hash do not match.'),
    },
    {
      name: 'pay-secret-too-short',
      outcome: 'invalid-request',
      source: 'recorded 179',
      request: { body: '{"amount":"1","secret":"0x1234"}' },
      expected: wrongFields({ secret: ['Not a valid hex encoded secret, it is not 32 characters long.'] }),
    },
    {
      name: 'pay-lock-timeout-above-the-reveal-timeout',
      outcome: 'ok',
      source: 'recorded 185',
      request: { body: '{"amount":"1","lock_timeout":"{revealTimeout.more}"}' },
      expected: handled(receiptWith()),
    },
    {
      name: 'pay-lock-timeout-as-the-settle-timeout',
      outcome: 'ok',
      source: 'recorded 186',
      request: { body: '{"amount":"1","lock_timeout":"{settleTimeout}"}' },
      expected: handled(receiptWith()),
    },
    {
      name: 'pay-lock-timeout-as-the-reveal-timeout',
      outcome: 'no-usable-route',
      source: 'recorded 184',
      request: { body: '{"amount":"1","lock_timeout":"{revealTimeout}"}' },
      expected: UNUSABLE,
    },
    {
      name: 'pay-lock-timeout-above-the-settle-timeout',
      outcome: 'no-usable-route',
      request: { body: '{"amount":"1","lock_timeout":"{settleTimeout.more}"}' },
      expected: UNUSABLE,
    },
    {
      name: 'pay-lock-timeout-0',
      outcome: 'no-usable-route',
      source: 'recorded 188',
      request: { body: '{"amount":"1","lock_timeout":0}' },
      expected: UNUSABLE,
    },
    {
      name: 'pay-lock-timeout-negative',
      outcome: 'no-usable-route',
      source: 'python-node.md 3',
      request: { body: '{"amount":"1","lock_timeout":-1}' },
      expected: UNUSABLE,
    },
    {
      name: 'pay-lock-timeout-text',
      outcome: 'invalid-request',
      source: 'recorded 190',
      request: { body: '{"amount":"1","lock_timeout":"x"}' },
      expected: wrongFields({ lock_timeout: ['Not a valid integer.'] }),
    },
  ],
);

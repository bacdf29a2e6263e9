import { describe, expect, it } from 'vitest';
import { classifyReason, errorText, refused, withoutValueText } from '../../../src/model/run/reason.ts';

const PREFIX = "Payment couldn't be completed because: ";

describe('classifyReason', () => {
  // Texts of live Python nodes 3.0.1 and of the light client.
  it.each([
    [409, `${PREFIX}You have no suitable channel to initiate this payment.`, 'no-suitable-channel'],
    [409, `${PREFIX}None of the available routes could be used`, 'no-usable-route'],
    [
      409,
      `${PREFIX}None of the available routes could be used and at least one of them exceeded the maximum fee limit (see https://...)`,
      'max-fee-exceeded',
    ],
    [409, `${PREFIX}PFS could not find any routes`, 'no-route'],
    [
      409,
      `${PREFIX}PFS: No route from source to target. Approximate block at the time of the request 17 (PFS error code: 2201)`,
      'no-route',
    ],
    [409, `${PREFIX}lock expired, despite receiving secret request`, 'lock-expired'],
    [
      409,
      `${PREFIX}PFS returned an error while trying to fetch user information: \n(There is no user found online)`,
      'target-offline',
    ],
    [409, 'Another payment with the same id is in flight', 'identifier-in-flight'],
    [409, 'Payment identifier is too large', 'invalid-identifier'],
    [409, 'Amount negative', 'invalid-amount'],
    [409, 'Address must be different than ours', 'self-payment'],
    [409, 'Token address is not known.', 'unknown-token'],
    [409, 'Channel is not in an open state.', 'channel-not-open'],
    [409, 'Total deposit did not increase.', 'deposit-not-increased'],
    [409, 'Total withdraw 0 did not increase', 'withdraw-not-increased'],
    [409, 'The withdraw of 9 is bigger than the current balance of 4', 'withdraw-exceeds-balance'],
    [402, 'Not enough balance to deposit. 0x.. Available=1 Needed=2', 'insufficient-funds'],
    [503, 'Service unavailable. Try again later.', 'service-unavailable'],
    [409, 'No route between nodes found.', 'no-route'],
    [409, 'There is no user found online for given address.', 'target-offline'],
    [500, 'Internal Server Error', 'server-error'],
    [400, 'anything new', 'invalid-request'],
    [418, 'anything new', 'other'],
  ])('%d "%s" is %s', (status, errors, reason) => {
    expect(classifyReason({ status, errors })).toBe(reason);
  });

  it('calls an empty body by its name', () => {
    expect(withoutValueText(refused(502, ''))).toBe('502 with an empty body');
  });

  it('reads errors by field and lists of errors as one line', () => {
    expect(errorText({ amount: ['Not a valid integer.'] })).toBe('amount: Not a valid integer.');
    expect(errorText(['invalid endpoint', 'why'])).toBe('invalid endpoint: why');
  });
});

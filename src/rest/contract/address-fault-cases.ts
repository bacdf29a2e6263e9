import type { ContractCase, ExpectedAnswer } from './contract-case.ts';

/** One way to spell an address wrong. */
export interface AddressFaultCase {
  /** As it stands in the names of cases. */
  readonly fault: string;
  /** What stands in the path, made of the placeholder of an address that is right. */
  readonly spelled: (known: 'token' | 'partner') => string;
  readonly expected: (spelled: string) => ExpectedAnswer;
  readonly source: string;
}

// Of each endpoint with addresses in its path: what its cases are called, and a body that would pass.
const ENDPOINTS: readonly {
  readonly operation: string;
  readonly called: string;
  readonly parameters: readonly ('token' | 'partner' | 'target')[];
  readonly body?: string;
}[] = [
  { operation: 'getTokenNetwork', called: 'token-network', parameters: ['token'] },
  { operation: 'getPartners', called: 'partners', parameters: ['token'] },
  { operation: 'getChannelsOfToken', called: 'channels-of-token', parameters: ['token'] },
  { operation: 'getChannel', called: 'channel', parameters: ['token', 'partner'] },
  {
    operation: 'updateChannel',
    called: 'update',
    parameters: ['token', 'partner'],
    body: '{"total_deposit":"1"}',
  },
  { operation: 'leaveTokenNetwork', called: 'leave', parameters: ['token'] },
  { operation: 'pay', called: 'pay', parameters: ['token', 'target'], body: '{"amount":"1"}' },
  { operation: 'getPaymentsOfToken', called: 'payments-of-token', parameters: ['token'] },
  { operation: 'getPaymentsWithPartner', called: 'payments-with-partner', parameters: ['token', 'partner'] },
  { operation: 'getPendingTransfersOfToken', called: 'pending-of-token', parameters: ['token'] },
  {
    operation: 'getPendingTransfersInChannel',
    called: 'pending-in-channel',
    parameters: ['token', 'partner'],
  },
];

/** Every parameter of a path that is an address, spelled wrong in each of these ways. */
export function addressFaultCases(faults: readonly AddressFaultCase[]): readonly ContractCase[] {
  return ENDPOINTS.flatMap(({ operation, called, parameters, body }) =>
    parameters.flatMap((parameter) =>
      faults.map(({ fault, spelled, expected, source }): ContractCase => {
        const wrong = spelled(parameter === 'token' ? 'token' : 'partner');
        return {
          name: `${called}-${parameter}-${fault}`,
          operation,
          outcome: 'unknown-address',
          source,
          request: { at: { [`${parameter}_address`]: wrong }, ...(body === undefined ? {} : { body }) },
          expected: expected(wrong),
        };
      }),
    ),
  );
}

import type { ContractCase } from '../../contract/contract-case.ts';
import { NO_ADDRESS, NO_PREFIX } from './python-answers.ts';

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
    body: '{"total_deposit":"0"}',
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

// The checksum is mandatory: without capitals, or with none but capitals, an address is none (raiden.md 1.2).
const FAULTS = [
  { fault: 'lower-case', spelling: 'lower', expected: NO_ADDRESS, source: 'recorded 169' },
  { fault: 'upper-case', spelling: 'upper', expected: NO_ADDRESS, source: 'raiden.md 1.2' },
  { fault: 'too-short', spelling: 'cut', expected: NO_ADDRESS, source: 'recorded 52' },
  { fault: 'without-0x', spelling: 'bare', expected: NO_PREFIX, source: 'recorded 54' },
] as const;

/** Every parameter that is an address, spelled wrong in every way. */
export const addressCases: readonly ContractCase[] = ENDPOINTS.flatMap(
  ({ operation, called, parameters, body }) =>
    parameters.flatMap((parameter) =>
      FAULTS.map(({ fault, spelling, expected, source }) => ({
        name: `${called}-${parameter}-${fault}`,
        operation,
        outcome: 'unknown-address' as const,
        source,
        request: {
          at: { [`${parameter}_address`]: `{${parameter === 'token' ? 'token' : 'partner'}.${spelling}}` },
          ...(body === undefined ? {} : { body }),
        },
        expected,
      })),
    ),
);

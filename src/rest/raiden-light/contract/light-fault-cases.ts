import type { ContractCase } from '../../contract/contract-case.ts';
import { PAGE, textual } from './light-answers.ts';

const MEASURED = 'real-nodes.md 4';

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

// Of each wrong spelling: the word in a case's name, and what stands in the path.
const SPELLINGS = [
  { fault: 'too-short', of: (known: string) => `{${known}.cut}` },
  { fault: 'word', of: () => 'nobody' },
];

const WITH_BODY = [
  { operation: 'openChannel', called: 'open' },
  { operation: 'updateChannel', called: 'update' },
  { operation: 'pay', called: 'pay' },
] as const;

const UNREADABLE = [
  { fault: 'half-a-body', body: '{"amount":' },
  { fault: 'no-json', body: 'amount=1' },
] as const;

/** Paths with no addresses in them, and bodies that are no JSON. */
export const lightFaultCases: readonly ContractCase[] = [
  ...ENDPOINTS.flatMap(({ operation, called, parameters, body }) =>
    parameters.flatMap((parameter) =>
      SPELLINGS.map(({ fault, of }): ContractCase => {
        const spelled = of(parameter === 'token' ? 'token' : 'partner');
        return {
          name: `${called}-${parameter}-${fault}`,
          operation,
          outcome: 'unknown-address',
          source: MEASURED,
          request: { at: { [`${parameter}_address`]: spelled }, ...(body === undefined ? {} : { body }) },
          expected: textual(
            404,
            `The given address '${spelled}' is not valid eip55-encoded Ethereum address`,
          ),
        };
      }),
    ),
  ),
  ...WITH_BODY.flatMap(({ operation, called }) =>
    UNREADABLE.map(
      ({ fault, body }): ContractCase => ({
        name: `${called}-body-${fault}`,
        operation,
        outcome: 'server-error',
        source: MEASURED,
        request: { body },
        expected: PAGE,
      }),
    ),
  ),
];

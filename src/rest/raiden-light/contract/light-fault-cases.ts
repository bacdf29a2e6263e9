import { addressFaultCases } from '../../contract/address-fault-cases.ts';
import type { ContractCase } from '../../contract/contract-case.ts';
import { PAGE, textual } from './light-answers.ts';

const MEASURED = 'real-nodes.md 4';

// What stands in a path instead of an address.
const WRONG_ADDRESSES = [
  { fault: 'too-short', spelled: (known: string) => `{${known}.cut}` },
  { fault: 'word', spelled: () => 'nobody' },
].map((one) => ({
  ...one,
  source: MEASURED,
  expected: (wrong: string) =>
    textual(404, `The given address '${wrong}' is not valid eip55-encoded Ethereum address`),
}));

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
  ...addressFaultCases(WRONG_ADDRESSES),
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

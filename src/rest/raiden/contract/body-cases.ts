import type { ContractCase, ExpectedAnswer } from '../../contract/contract-case.ts';
import { NO_OBJECT, NO_PAYLOAD, UNREADABLE, wrongFields } from './python-answers.ts';

// Of each endpoint with a body: what its cases are called, and a body that would be refused later than by the framework.
const ENDPOINTS = [
  {
    operation: 'openChannel',
    called: 'open',
    body: '{"token_address":"{token}","partner_address":"{self}"}',
  },
  { operation: 'updateChannel', called: 'update', body: '{"total_deposit":"0"}' },
  { operation: 'pay', called: 'pay', body: '{"amount":"0"}' },
] as const;

interface BodyFault {
  readonly fault: string;
  /** Made of a body that would pass. */
  readonly body: (sound: string) => string;
  readonly type?: string;
  readonly expected: ExpectedAnswer;
  readonly source: string;
}

const FAULTS: readonly BodyFault[] = [
  { fault: 'half-a-body', body: (sound) => sound.slice(0, -4), expected: UNREADABLE, source: 'recorded 100' },
  { fault: 'no-json', body: () => 'amount=1', expected: UNREADABLE, source: 'raiden.md 1.2' },
  { fault: 'empty-body', body: () => '', expected: UNREADABLE, source: 'recorded 101' },
  { fault: 'empty-object', body: () => '{}', expected: NO_PAYLOAD, source: 'recorded 80' },
  { fault: 'empty-list', body: () => '[]', expected: NO_PAYLOAD, source: 'recorded 102' },
  { fault: 'null', body: () => 'null', expected: NO_PAYLOAD, source: 'raiden.md 1.2' },
  { fault: 'zero', body: () => '0', expected: NO_PAYLOAD, source: 'raiden.md 1.2' },
  { fault: 'text', body: () => '"x"', expected: NO_OBJECT, source: 'recorded 104' },
  { fault: 'number', body: () => '5', expected: NO_OBJECT, source: 'raiden.md 1.2' },
  { fault: 'list', body: (sound) => `[${sound}]`, expected: NO_OBJECT, source: 'recorded 195' },
  {
    fault: 'plain-text-type',
    body: (sound) => sound,
    type: 'text/plain',
    expected: NO_PAYLOAD,
    source: 'recorded 106',
  },
  { fault: 'no-type', body: (sound) => sound, type: 'none', expected: NO_PAYLOAD, source: 'recorded 194' },
  {
    fault: 'form-type',
    body: (sound) => sound,
    type: 'application/x-www-form-urlencoded',
    expected: NO_PAYLOAD,
    source: 'raiden.md 1.2',
  },
  {
    fault: 'unknown-field',
    body: (sound) => sound.replace('{', '{"foo":1,'),
    expected: wrongFields({ foo: ['Unknown field.'] }),
    source: 'recorded 81',
  },
];

/** Every endpoint that takes a body, with bodies that no handler gets to see. */
export const bodyCases: readonly ContractCase[] = ENDPOINTS.flatMap(({ operation, called, body: sound }) =>
  FAULTS.map(({ fault, body, type, expected, source }) => ({
    name: `${called}-body-${fault}`,
    operation,
    outcome: 'invalid-request' as const,
    source,
    request: { body: body(sound), ...(type === undefined ? {} : { type }) },
    expected,
  })),
);

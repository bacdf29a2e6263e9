import { type AddressFaultCase, addressFaultCases } from '../../contract/address-fault-cases.ts';
import { NO_ADDRESS, NO_PREFIX } from './python-answers.ts';

// The checksum is mandatory: without capitals, or with none but capitals, an address is none (raiden.md 1.2).
const FAULTS: readonly AddressFaultCase[] = [
  {
    fault: 'lower-case',
    spelled: (known) => `{${known}.lower}`,
    expected: () => NO_ADDRESS,
    source: 'recorded 169',
  },
  {
    fault: 'upper-case',
    spelled: (known) => `{${known}.upper}`,
    expected: () => NO_ADDRESS,
    source: 'raiden.md 1.2',
  },
  {
    fault: 'too-short',
    spelled: (known) => `{${known}.cut}`,
    expected: () => NO_ADDRESS,
    source: 'recorded 52',
  },
  {
    fault: 'without-0x',
    spelled: (known) => `{${known}.bare}`,
    expected: () => NO_PREFIX,
    source: 'recorded 54',
  },
];

/** Every parameter that is an address, spelled wrong in every way. */
export const addressCases = addressFaultCases(FAULTS);

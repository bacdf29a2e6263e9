import type { Contract } from '../../contract/contract-case.ts';
import { addressCases } from './address-cases.ts';
import { bodyCases } from './body-cases.ts';
import { changeCases } from './change-cases.ts';
import { channelCases } from './channel-cases.ts';
import { historyCases } from './history-cases.ts';
import { informationCases } from './information-cases.ts';
import { openRefusals } from './open-cases.ts';
import { payCases } from './pay-cases.ts';
import { payOptionCases } from './pay-option-cases.ts';
import { updateRefusals } from './update-cases.ts';

const NOT_READY =
  'it is what a node says that is starting or stopping, and the suite waits until it is ready';

/** What the Python node answers (raiden.md 1, python-node.md 3). */
export const pythonContract: Contract = {
  cases: [
    ...informationCases,
    ...addressCases,
    ...bodyCases,
    ...channelCases,
    ...historyCases,
    ...openRefusals,
    ...updateRefusals,
    ...payCases,
    ...payOptionCases,
    ...changeCases,
  ],
  absent: [
    { status: 503, why: NOT_READY },
    {
      operation: 'leaveTokenNetwork',
      status: 409,
      why: 'only a sandbox says it: a Python node that is asked to leave an unknown token ends',
    },
  ],
  further: [
    { operation: 'pay', outcome: 'lock-expired', source: 'raiden.md 1.5' },
    { operation: 'pay', outcome: 'max-fee-exceeded', source: 'raiden.md 2.3' },
    {
      operation: 'pay',
      outcome: 'path-finding-unavailable',
      source: 'raiden.md 1.5',
      unlikeSandbox: 'a sandbox is the path-finding service of its nodes, and always answers',
    },
    {
      operation: 'openChannel',
      outcome: 'other',
      source: 'raiden.md 1.3',
      unlikeSandbox: 'the token networks of a sandbox are never deprecated',
    },
    {
      operation: 'updateChannel',
      outcome: 'other',
      source: 'raiden.md 1.4',
      unlikeSandbox: 'the token networks of a sandbox put no limit on deposits',
    },
  ],
};

import type { Contract } from '../../contract/contract-case.ts';
import { lightChangeCases, lightChannelRefusals } from './light-channel-cases.ts';
import { lightFaultCases } from './light-fault-cases.ts';
import { lightPayCases } from './light-pay-cases.ts';
import { lightReadCases } from './light-read-cases.ts';

const NO_PAGE = 'no source tells what a light client makes of a page that is none';
const AS_THE_PYTHON_NODE = 'only a sandbox says it, whose nodes refuse as the Python node';

/** What the light client behind its command line answers (raiden.md 1.8, real-nodes.md 4). */
export const lightContract: Contract = {
  cases: [
    ...lightReadCases,
    ...lightFaultCases,
    ...lightChannelRefusals,
    ...lightPayCases,
    ...lightChangeCases,
  ],
  absent: [
    { status: 503, why: 'it is what a sandbox says before it is ready; a light client has no routes then' },
    { operation: 'getPayments', status: 400, why: NO_PAGE },
    { operation: 'getPaymentsOfToken', status: 400, why: NO_PAGE },
    { operation: 'getPaymentsWithPartner', status: 400, why: NO_PAGE },
    { operation: 'openChannel', status: 200, why: AS_THE_PYTHON_NODE },
    { operation: 'openChannel', status: 400, why: 'no source tells which fields it misses' },
    { operation: 'leaveTokenNetwork', status: 409, why: AS_THE_PYTHON_NODE },
  ],
  further: [
    { operation: 'pay', outcome: 'lock-expired', source: 'raiden.md 1.8' },
    { operation: 'updateChannel', outcome: 'channel-not-open', source: 'raiden.md 1.8' },
    {
      operation: 'pay',
      outcome: 'path-finding-unavailable',
      source: 'raiden.md 1.8',
      unlikeSandbox: 'a sandbox is the path-finding service of its nodes, and always answers',
    },
  ],
};

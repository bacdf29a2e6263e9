import { PYTHON_NODE_ROOT } from '../../model/run/run.ts';
import { paymentForm } from '../payments/payment-form.ts';
import { paymentBody } from '../raiden/payment-request.ts';
import { partners } from '../raiden/served-only.ts';
import type { RestDialect } from '../rest-dialect.ts';
import { lightContract } from './contract/light-contract.ts';
import { lightEndpoints } from './endpoints.ts';
import { lightHistories } from './light-histories.ts';
import { lightReceiptFields } from './payment-receipt.ts';
import { lightReason } from './reasons.ts';
import { lightWording } from './wording.ts';

/** Raiden's light client behind its command line's REST API (raiden.md 1.8): where it differs from the Python node. */
export const raidenLight: RestDialect = {
  name: 'raiden-light',
  root: PYTHON_NODE_ROOT,
  // By direction alone: what failed on its way stands among what was sent.
  historyLists: { mediated: true, failed: 'sent' },
  payment: paymentForm({
    endpoint: lightEndpoints.pay,
    body: paymentBody,
    receipt: lightReceiptFields,
    texts: ['log_time'],
  }),
  endpoints: lightEndpoints,
  servedOnly: [partners(PYTHON_NODE_ROOT)],
  wording: lightWording,
  contract: lightContract,
  reasonOf: lightReason,
  disguise: lightHistories,
};

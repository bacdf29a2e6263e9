import { PYTHON_NODE_ROOT } from '../../model/run/run.ts';
import { paymentForm } from '../payments/payment-form.ts';
import { paymentBody } from '../raiden/payment.ts';
import { partners } from '../raiden/served-only.ts';
import type { RestDialect } from '../rest-dialect.ts';
import { lightEndpoints, lightReceiptFields } from './endpoints.ts';
import { lightHistories } from './light-histories.ts';
import { lightReason, lightRefusals, lightWording } from './wording.ts';

/** Raiden's light client behind its command line's REST API (raiden.md 1.8): where it differs from the Python node. */
export const raidenLight: RestDialect = {
  name: 'raiden-light',
  root: PYTHON_NODE_ROOT,
  // By direction alone: what failed on its way stands among what was sent.
  historyLists: { mediated: true, failed: 'sent' },
  refusals: lightRefusals,
  // real-nodes.md 4.
  rules: {
    opensAgain: false,
    paysNothing: true,
    identifierZero: true,
    lockTimeouts: 'fault',
    closesTogether: true,
    showsSettlingAsClosed: false,
    endsWith500: false,
  },
  payment: paymentForm({
    endpoint: lightEndpoints.pay,
    body: paymentBody,
    receipt: lightReceiptFields,
    texts: ['log_time'],
  }),
  endpoints: lightEndpoints,
  servedOnly: [partners(PYTHON_NODE_ROOT)],
  wording: lightWording,
  reasonOf: lightReason,
  disguise: lightHistories,
};

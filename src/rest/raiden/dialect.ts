import { PYTHON_NODE_RULES } from '../../model/run/node-rules.ts';
import { PYTHON_NODE_ROOT } from '../../model/run/run.ts';
import { paymentForm } from '../payments/payment-form.ts';
import type { RestDialect } from '../rest-dialect.ts';
import { raidenEndpoints } from './endpoints.ts';
import { receiptFields, paymentBody } from './payment.ts';
import { contracts, partners, shutdown } from './served-only.ts';
import { raidenWording } from './wording.ts';

/** The Python node, which simulated nodes resemble. */
export const raiden: RestDialect = {
  name: 'raiden',
  root: PYTHON_NODE_ROOT,
  // Payments that the node mediates leave no entry (raiden.md 1.6).
  historyLists: { mediated: false, failed: 'failed' },
  refusals: {},
  rules: PYTHON_NODE_RULES,
  payment: paymentForm({ endpoint: raidenEndpoints.pay, body: paymentBody, receipt: receiptFields }),
  endpoints: raidenEndpoints,
  servedOnly: [contracts, partners, shutdown].map((under) => under(PYTHON_NODE_ROOT)),
  wording: raidenWording,
};

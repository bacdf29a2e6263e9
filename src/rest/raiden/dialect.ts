import { paymentForm } from '../payments/payment-form.ts';
import type { RestDialect } from '../rest-dialect.ts';
import { raidenEndpoints } from './endpoints.ts';
import { receiptFields } from './payment-receipt.ts';
import { paymentBody } from './payment-request.ts';
import { contracts, notifications, partners } from './served-only.ts';
import { raidenWording } from './wording.ts';

/** The Python node, which simulated nodes resemble. */
export const raiden: RestDialect = {
  name: 'raiden',
  // What it mediates leaves no entry (raiden.md 1.6).
  historyLists: { mediated: false, failed: 'failed' },
  payment: paymentForm({ endpoint: raidenEndpoints.pay, body: paymentBody, receipt: receiptFields }),
  endpoints: raidenEndpoints,
  servedOnly: [contracts, notifications, partners],
  wording: raidenWording,
};

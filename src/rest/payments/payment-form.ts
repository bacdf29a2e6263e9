import type { PaymentForm } from '../../ports/node-dialect.ts';
import type { NodeEndpoints } from '../node-endpoints.ts';

/** How payments are asked for at an endpoint that has a token and a target in its path, and no more. */
export function paymentForm(
  { path }: Pick<NodeEndpoints['pay'], 'path'>,
  { body, receipt }: Pick<PaymentForm, 'body' | 'receipt'>,
): PaymentForm {
  const [first = '', between = '', last = ''] = path.split(/\{\w+\}/);
  const isTokenFirst = path.indexOf('{token_address}') < path.indexOf('{target_address}');
  return {
    paths(before) {
      const start = before + first;
      return isTokenFirst
        ? ({ token, target }) => `${start}${token}${between}${target}${last}`
        : ({ token, target }) => `${start}${target}${between}${token}${last}`;
    },
    body,
    receipt,
  };
}

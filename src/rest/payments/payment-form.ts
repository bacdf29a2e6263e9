import type { PaymentReceipt } from '../../model/run/answer.ts';
import type { PaymentForm, ReceiptFields } from '../../ports/node-dialect.ts';
import type { NodeEndpoints } from '../rest-dialect.ts';
import type { WireFields } from '../wire/record.ts';

/** Ours of a receipt: all that an answer may say. */
export type PlainReceipt = Omit<PaymentReceipt, 'isSecretUsed'>;

const REPEATS: Readonly<Record<keyof PlainReceipt, ReceiptFields[string]>> = {
  initiatorAddress: 'initiator',
  targetAddress: 'target',
  tokenAddress: 'token',
  amount: 'amount',
  identifier: 'identifier',
  secret: 'secret',
  secretHash: 'secretHash',
};

/** How payments are asked for at an endpoint that has a token and a target in its path, and no more. */
export function paymentForm({
  endpoint: { path },
  body,
  receipt,
  texts = [],
}: {
  readonly endpoint: Pick<NodeEndpoints['pay'], 'path'>;
  readonly body: PaymentForm['body'];
  readonly receipt: WireFields<PlainReceipt>;
  /** Further fields of a receipt whose texts differ from one to the next. */
  readonly texts?: readonly string[];
}): PaymentForm {
  const [first = '', between = '', last = ''] = path.split(/\{\w+\}/);
  const isTokenFirst = path.indexOf('{token_address}') < path.indexOf('{target_address}');
  const names = Object.entries(REPEATS).map(([key, repeats]) => [
    receipt[key as keyof PlainReceipt][0],
    repeats,
  ]);
  return {
    paths(before) {
      const start = before + first;
      return isTokenFirst
        ? ({ token, target }) => `${start}${token}${between}${target}${last}`
        : ({ token, target }) => `${start}${target}${between}${token}${last}`;
    },
    body,
    receipt: Object.fromEntries([...names, ...texts.map((name) => [name, 'text'])]) as ReceiptFields,
  };
}

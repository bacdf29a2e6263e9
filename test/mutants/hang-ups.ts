import type { Mutant } from './mutant.ts';

// Where the server hands a payment to its node.
const PAYS = {
  file: 'rest/serve/node-routes',
  from: "nodeOf(request).pay({ ...body, token: address('token_address'), target: address('target_address') }),",
};
const ASKED = "{ ...body, token: address('token_address'), target: address('target_address') }";

/** Nodes that go wrong when a caller hangs up before its payment is answered. */
export const HANG_UPS: readonly Mutant[] = [
  {
    ...PAYS,
    name: 'paid-twice-when-hung-up',
    what: 'a payment whose caller hangs up is made a second time',
    to: `{
    const node = nodeOf(request);
    let isAnswered = false;
    request.raw.socket.once('close', () => {
      if (!isAnswered) void node.pay({ ...${ASKED}, identifier: 4711n });
    });
    return node.pay(${ASKED}).finally(() => { isAnswered = true; });
  },`.replace(/\n\s*/g, ' '),
  },
  {
    ...PAYS,
    name: 'no-payments-after-hang-up',
    what: 'a node whose caller hung up keeps the lock of its payments for ever: it answers none from then on',
    to: `{
    const node = nodeOf(request);
    let isAnswered = false;
    request.raw.socket.once('close', () => {
      if (!isAnswered) node.isStuck = true;
    });
    if (node.isStuck) return new Promise(() => {});
    return node.pay(${ASKED}).finally(() => { isAnswered = true; });
  },`.replace(/\n\s*/g, ' '),
  },
];

import { LONGEST_SETTLE_TIMEOUT } from '../../model/network/network.ts';
import type { ChannelUpdate, OpenRequest } from '../../ports/node-api.ts';
import { type Fault, invalidRequest } from '../answers.ts';

/** The timeouts a channel is to have, in blocks. */
export type AskedTimeouts = Required<Pick<OpenRequest, 'settleTimeout' | 'revealTimeout'>>;

// The contract's smallest settle timeout on the recorded development chain, and its largest on public ones
// (raiden.md 1.3).
const MIN_SETTLE_TIMEOUT = 20n;
const MAX_SETTLE_TIMEOUT = BigInt(LONGEST_SETTLE_TIMEOUT);

const SETTLE_BELOW_TWICE_REVEAL =
  '`settle_timeout` can not be smaller than double the `reveal_timeout`.\n \n ' +
  'The setting `reveal_timeout` determines the maximum number of blocks it should take a transaction to be mined ' +
  'when the blockchain is under congestion. This setting determines the when a node must go on-chain to register ' +
  'a secret, and it is therefore the lower bound of the lock expiration. The `settle_timeout` determines when a ' +
  'channel can be settled on-chain, for this operation to be safe all locks must have been resolved, for this ' +
  'reason the `settle_timeout` has to be larger than `reveal_timeout`.';

/** The timeouts' own faults, in the node's order (raiden.md 1.3, rows 3 to 5). */
export function timeoutFault({ settleTimeout, revealTimeout }: AskedTimeouts): Fault | undefined {
  const found = `settle timeout ${settleTimeout}`;
  if (revealTimeout <= 0n)
    return invalidRequest('reveal_timeout should be larger than zero.', {
      required: 'reveal timeout > 0',
      found: `reveal timeout ${revealTimeout}`,
    });
  if (settleTimeout < 2n * revealTimeout) {
    const required = `settle timeout >= ${2n * revealTimeout}`;
    return invalidRequest(SETTLE_BELOW_TWICE_REVEAL, { required, found });
  }
  if (settleTimeout < MIN_SETTLE_TIMEOUT) {
    const required = `settle timeout >= ${MIN_SETTLE_TIMEOUT}`;
    return invalidRequest(`Settlement timeout should be at least ${MIN_SETTLE_TIMEOUT}`, { required, found });
  }
  if (settleTimeout > MAX_SETTLE_TIMEOUT) {
    const required = `settle timeout <= ${MAX_SETTLE_TIMEOUT}`;
    return invalidRequest(`Settlement timeout exceeds max of ${MAX_SETTLE_TIMEOUT}`, { required, found });
  }
  return undefined;
}

const NAMES = {
  totalDeposit: 'total deposit',
  totalWithdraw: 'total withdraw',
  revealTimeout: 'reveal timeout',
  state: 'state',
} as const;

// In the node's order (rest.py, PATCH channels).
const CONFLICTS = [
  ['totalDeposit', 'state'],
  ['totalWithdraw', 'state'],
  ['totalWithdraw', 'totalDeposit'],
  ['revealTimeout', 'state'],
  ['revealTimeout', 'totalDeposit'],
  ['revealTimeout', 'totalWithdraw'],
] as const;

/** The fault of a change, before the channel is looked at (raiden.md 1.4). */
export function updateFault(update: ChannelUpdate): Fault | undefined {
  const conflict = CONFLICTS.find(([one, other]) => update[one] !== undefined && update[other] !== undefined);
  const given = Object.keys(NAMES).filter((key) => update[key as keyof typeof NAMES] !== undefined);
  const found = given.join(', ') || 'nothing';
  if (conflict) {
    const [one, other] = conflict;
    const text = `Can not update a channel's ${NAMES[one]} and ${NAMES[other]} at the same time`;
    return invalidRequest(text, { required: 'one change at a time', found });
  }
  if (update.totalDeposit !== undefined && update.totalDeposit < 0n)
    return invalidRequest('Amount to deposit must not be negative.', {
      required: 'total deposit >= 0',
      found,
    });
  if (update.totalWithdraw !== undefined && update.totalWithdraw < 0n)
    return invalidRequest('Amount to withdraw must not be negative.', {
      required: 'total withdraw >= 0',
      found,
    });
  if (given.length > 0) return undefined;
  const errors =
    "Nothing to do. Should either provide 'total_deposit', 'total_withdraw', 'reveal_timeout' or 'state' argument";
  return { ...invalidRequest(errors, { required: 'a change', found }), status: 400 };
}

import type { Address } from '../../../model/network/address.ts';
import type { ErrorBody } from '../../../model/run/answer.ts';
import type { ModelCheck } from '../../../model/run/trace.ts';

/** What a node says when it refuses to touch a channel, and the check behind it. */
export interface ChannelFault {
  readonly status: 400 | 402 | 404 | 409;
  readonly errors: ErrorBody;
  readonly check: ModelCheck;
  readonly required: string;
  readonly found: string;
}

/** What to open, in blocks and smallest units, as asked. */
export interface OpenRequest {
  readonly token: Address;
  readonly partner: Address;
  readonly totalDeposit?: bigint | undefined;
  readonly settleTimeout?: bigint | undefined;
  readonly revealTimeout?: bigint | undefined;
}

// The contract's smallest settle timeout on the recorded development chain, and its largest on public ones
// (raiden.md 1.3).
const MIN_SETTLE_TIMEOUT = 20n;
const MAX_SETTLE_TIMEOUT = 555_428n;

const SETTLE_BELOW_TWICE_REVEAL =
  '`settle_timeout` can not be smaller than double the `reveal_timeout`.\n \n ' +
  'The setting `reveal_timeout` determines the maximum number of blocks it should take a transaction to be mined ' +
  'when the blockchain is under congestion. This setting determines the when a node must go on-chain to register ' +
  'a secret, and it is therefore the lower bound of the lock expiration. The `settle_timeout` determines when a ' +
  'channel can be settled on-chain, for this operation to be safe all locks must have been resolved, for this ' +
  'reason the `settle_timeout` has to be larger than `reveal_timeout`.';

/** The timeouts' own faults, in the node's order (raiden.md 1.3, rows 3 to 5). */
export function timeoutFault({
  settleTimeout,
  revealTimeout,
}: {
  readonly settleTimeout: bigint;
  readonly revealTimeout: bigint;
}): ChannelFault | undefined {
  const fault = (errors: string, required: string, found: string): ChannelFault => ({
    status: 409,
    errors,
    check: 'request-valid',
    required,
    found,
  });
  const settle = `settle timeout ${settleTimeout}`;
  if (revealTimeout <= 0n)
    return fault(
      'reveal_timeout should be larger than zero.',
      'reveal timeout > 0',
      `reveal timeout ${revealTimeout}`,
    );
  if (settleTimeout < 2n * revealTimeout)
    return fault(SETTLE_BELOW_TWICE_REVEAL, `settle timeout >= ${2n * revealTimeout}`, settle);
  if (settleTimeout < MIN_SETTLE_TIMEOUT)
    return fault(
      `Settlement timeout should be at least ${MIN_SETTLE_TIMEOUT}`,
      `settle timeout >= ${MIN_SETTLE_TIMEOUT}`,
      settle,
    );
  if (settleTimeout > MAX_SETTLE_TIMEOUT)
    return fault(
      `Settlement timeout exceeds max of ${MAX_SETTLE_TIMEOUT}`,
      `settle timeout <= ${MAX_SETTLE_TIMEOUT}`,
      settle,
    );
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

/** What is wrong with a change before the channel is looked at (raiden.md 1.4). */
export function updateFault(update: {
  readonly totalDeposit?: bigint;
  readonly totalWithdraw?: bigint;
  readonly revealTimeout?: bigint;
  readonly state?: string;
}): ChannelFault | undefined {
  const conflict = CONFLICTS.find(([one, other]) => update[one] !== undefined && update[other] !== undefined);
  const found = Object.keys(NAMES).filter((key) => update[key as keyof typeof NAMES] !== undefined);
  const fault = (status: 400 | 409, errors: string, required: string): ChannelFault => ({
    status,
    errors,
    check: 'request-valid',
    required,
    found: found.join(', ') || 'nothing',
  });
  if (conflict) {
    const [one, other] = conflict;
    const text = `Can not update a channel's ${NAMES[one]} and ${NAMES[other]} at the same time`;
    return fault(409, text, 'one change at a time');
  }
  if (update.totalDeposit !== undefined && update.totalDeposit < 0n)
    return fault(409, 'Amount to deposit must not be negative.', 'total deposit >= 0');
  if (update.totalWithdraw !== undefined && update.totalWithdraw < 0n)
    return fault(409, 'Amount to withdraw must not be negative.', 'total withdraw >= 0');
  if (found.length > 0) return undefined;
  return fault(
    400,
    "Nothing to do. Should either provide 'total_deposit', 'total_withdraw', 'reveal_timeout' or 'state' argument",
    'a change',
  );
}

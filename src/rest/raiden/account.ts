import { z } from 'zod';
import { MAX_AMOUNT } from '../../model/network/amount.ts';
import type { OwnerNotice, UserDepositDone } from '../../model/run/answer.ts';
import type { MintRequest, UserDepositRequest } from '../../ports/node-api.ts';
import { wireNamed, wireRecord } from '../wire/record.ts';
import { bodyAddress, integerBetween, optionalInteger } from '../wire/request-field.ts';
import { wireAddress, wireCountLiteral } from '../wire/scalars.ts';

/** The network of a token that was registered. */
export const wireTokenNetwork = wireNamed('token_network_address', wireAddress);

const transactionHash = z.string().meta({ pattern: '^0x[0-9a-f]{64}$' });

/** A transaction that is confirmed. */
export const wireTransaction = wireNamed('transaction_hash', transactionHash);

/** Body of POST mint. */
export const wireMint = wireRecord<Omit<MintRequest, 'token'>>(
  { to: ['to', bodyAddress], value: ['value', integerBetween(1n, MAX_AMOUNT)] },
  { isStrict: true },
).meta({ id: 'Mint' });

/** Body of POST user_deposit: one of its fields is expected (raiden.md 1.1). */
export const wireUserDeposit = wireRecord<UserDepositRequest>(
  {
    totalDeposit: ['total_deposit', optionalInteger],
    plannedWithdrawAmount: ['planned_withdraw_amount', optionalInteger],
    withdrawAmount: ['withdraw_amount', optionalInteger],
  },
  { isStrict: true },
).meta({ id: 'UserDeposit' });

/** Answer of a change of the user deposit: the block is an integer (raiden.md 0). */
export const wireUserDepositDone = wireRecord<UserDepositDone>({
  transactionHash: ['transaction_hash', transactionHash],
  plannedWithdrawBlock: ['planned_withdraw_block_number', wireCountLiteral.optional()],
}).meta({ id: 'UserDepositDone' });

/** Messages to the node's owner. */
export const wireNotices = z
  .array(z.object({ id: z.string(), summary: z.string(), body: z.string(), urgency: z.string() }))
  .readonly() satisfies z.ZodType<readonly OwnerNotice[]>;

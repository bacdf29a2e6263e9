import type { OwnerNotice, UserDepositDone } from '../../model/run/answer.ts';
import type { UserDepositRequest } from '../../ports/node-api.ts';
import type { Reply } from '../../ports/protocol.ts';
import { type Fault, invalidRequest, ok } from '../answers.ts';
import { type OwnNode, refuse } from '../channels/own-channels.ts';
import { CONTRACT_ADDRESSES } from '../../model/network/contract-addresses.ts';
import { addOwned, owned } from './tokens.ts';

// Between announcing a withdrawal and making it, a constant of the contract (raiden.md 1.1).
const WITHDRAW_DELAY_BLOCKS = 100;

/** Does the one thing that was asked with a node's deposit for services (raiden.md 1.1). */
export function changeUserDeposit(
  own: OwnNode,
  request: UserDepositRequest,
  reply: Reply<UserDepositDone>,
): void {
  const { world, blocks } = own;
  const refused = fault(own, request);
  if (refused !== undefined) return reply(refuse(own, refused));
  blocks.transact(() => {
    // Another request may have been confirmed meanwhile.
    const late = fault(own, request);
    if (late === undefined)
      reply(ok({ transactionHash: world.accounts.nextHash(), ...change(own, request) }));
    else reply(refuse(own, late));
  });
}

function change(
  { world, node, blocks }: OwnNode,
  { totalDeposit, plannedWithdrawAmount, withdrawAmount = 0n }: UserDepositRequest,
): Pick<UserDepositDone, 'plannedWithdrawBlock'> {
  const deposit = world.accounts.deposit(node);
  if (plannedWithdrawAmount !== undefined) {
    const block = blocks.latest + WITHDRAW_DELAY_BLOCKS;
    deposit.plan = { amount: plannedWithdrawAmount, block };
    return { plannedWithdrawBlock: block };
  }
  const increase = totalDeposit === undefined ? -withdrawAmount : totalDeposit - deposit.total;
  deposit.balance += increase;
  if (totalDeposit !== undefined) deposit.total = totalDeposit;
  else if (deposit.plan !== undefined)
    deposit.plan = { ...deposit.plan, amount: deposit.plan.amount - withdrawAmount };
  addOwned(world, { token: CONTRACT_ADDRESSES.serviceToken, node, amount: -increase });
  return {};
}

function fault(own: OwnNode, request: UserDepositRequest): Fault | undefined {
  const { totalDeposit, plannedWithdrawAmount, withdrawAmount } = request;
  const two = twoAtOnce(request);
  if (two !== undefined) return invalid(400, two, 'one change at a time');
  if (totalDeposit !== undefined) return depositFault(own, totalDeposit);
  if (plannedWithdrawAmount !== undefined) return planFault(own, plannedWithdrawAmount);
  if (withdrawAmount !== undefined) return withdrawFault(own, withdrawAmount);
  const errors =
    "Nothing to do. Should either provide 'total_deposit', 'planned_withdraw_amount' or 'withdraw_amount' argument";
  return invalid(400, errors, 'a change');
}

function twoAtOnce(request: UserDepositRequest): string | undefined {
  const { totalDeposit, plannedWithdrawAmount, withdrawAmount } = request;
  if (totalDeposit !== undefined && plannedWithdrawAmount !== undefined)
    return 'Cannot deposit to UDC and plan a withdraw at the same time';
  if (totalDeposit !== undefined && withdrawAmount !== undefined)
    return 'Cannot deposit to UDC and withdraw at the same time';
  return withdrawAmount !== undefined && plannedWithdrawAmount !== undefined
    ? 'Cannot withdraw from UDC and plan a withdraw at the same time'
    : undefined;
}

function depositFault({ world, node }: OwnNode, totalDeposit: bigint): Fault | undefined {
  const { total } = world.accounts.deposit(node);
  if (totalDeposit <= total) {
    const numbers = { required: `total deposit > ${total}`, found: `total deposit ${totalDeposit}` };
    return { errors: 'Total deposit did not increase.', check: 'deposit-increases', ...numbers };
  }
  const available = owned(world, { token: CONTRACT_ADDRESSES.serviceToken, node });
  const needed = totalDeposit - total;
  if (available >= needed) return undefined;
  return {
    status: 402,
    errors: `Not enough balance to deposit. Available=${available} Needed=${needed}`,
    check: 'on-chain-balance',
    required: `on-chain balance >= ${needed}`,
    found: `on-chain balance ${available}`,
  };
}

const NOTHING_TO_WITHDRAW = 'Withdraw amount must be greater than zero.';

function planFault({ world, node }: OwnNode, amount: bigint): Fault | undefined {
  if (amount <= 0n) return invalid(409, NOTHING_TO_WITHDRAW, 'amount > 0');
  const { balance } = world.accounts.deposit(node);
  if (amount <= balance) return undefined;
  const errors = `The withdraw of ${amount} is bigger than the current balance of ${balance}.`;
  return invalid(409, errors, `amount <= ${balance}`);
}

function withdrawFault({ world, node, blocks }: OwnNode, amount: bigint): Fault | undefined {
  if (amount <= 0n) return invalid(409, NOTHING_TO_WITHDRAW, 'amount > 0');
  const { plan = { amount: 0n, block: 0 }, balance } = world.accounts.deposit(node);
  if (amount > plan.amount) return invalid(409, 'Withdrawing more than planned.', `amount <= ${plan.amount}`);
  const { latest } = blocks;
  if (latest < plan.block) {
    const errors = `Withdrawing too early. Planned withdraw at block ${plan.block}. Current block: ${latest}.`;
    return invalid(409, errors, `block >= ${plan.block}`);
  }
  // A service may have taken its payment since.
  return amount <= balance ? undefined : invalid(409, 'Whole balance underflow.', `amount <= ${balance}`);
}

function invalid(status: 400 | 409, errors: string, required: string): Fault {
  return { ...invalidRequest(errors, { required, found: 'something else' }), status };
}

const UNIT = 1e18;
// Below it a node warns its owner (recorded 41).
const LOWEST_UNITS = 5.5;

/** Warns the node's owner, each time that the node has looked, of a deposit that does not pay for services any more. */
export function newNotices({ world, node }: Pick<OwnNode, 'world' | 'node'>): readonly OwnerNotice[] {
  const units = Number(world.accounts.deposit(node).balance) / UNIT;
  if (units >= LOWEST_UNITS || !world.accounts.isLookDue(node)) return [];
  const body =
    `WARNING\nYour account's RDN balance deposited in the UserDepositContract of ${Number.isInteger(units) ? `${units}.0` : units} is below the ` +
    `minimum threshold ${LOWEST_UNITS}. Provided that you have either a monitoring service or a path finding service ` +
    'activated, your node is not going to be able to pay those services which may lead to denial of service or loss ' +
    'of funds.';
  return [{ summary: 'RDN balance too low', body, id: 'low_rdn', urgency: 'normal' }];
}

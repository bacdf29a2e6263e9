import type { Amount } from '../../model/network/amount.ts';
import type { FeeSchedule } from '../../model/network/fees.ts';
import type { ChannelAttributes, NodeAttributes } from '../../model/network/network.ts';

/** Attributes that other tools can read: no nesting, no big integers. */
export type FlatAttributes = Readonly<Record<string, string | number | boolean>>;

/** A node's attributes, flat; `label` is what drawings show. */
export function flatNode(
  name: string,
  { address, online, alias, fees = {} }: NodeAttributes,
): FlatAttributes {
  const schedules = Object.entries(fees);
  return {
    label: xmlText(alias ?? name),
    address,
    online,
    ...Object.assign(
      {},
      ...schedules.map(([token, schedule]) =>
        flatFees(schedule, schedules.length === 1 ? '' : ` ${xmlText(token)}`),
      ),
    ),
  };
}

// Of several tokens each has columns of its own.
function flatFees(fees: FeeSchedule | undefined, suffix: string): FlatAttributes {
  if (fees === undefined) return {};
  return {
    [`feeFlat${suffix}`]: flat(fees.flat),
    [`feeProportionalPpm${suffix}`]: fees.proportionalPpm,
    [`feeImbalancePpm${suffix}`]: fees.imbalancePpm,
  };
}

/** A channel's attributes, flat; 1 is the source's end, 2 the target's. */
export function flatChannel(channel: ChannelAttributes): FlatAttributes {
  const { identifier, token, state, settleTimeout, revealTimeout } = channel;
  const { totalDeposit, totalWithdraw, balance } = channel;
  return {
    identifier,
    token: xmlText(token),
    state,
    capacity: flat(balance[0] + balance[1]),
    deposit1: flat(totalDeposit[0]),
    deposit2: flat(totalDeposit[1]),
    withdraw1: flat(totalWithdraw[0]),
    withdraw2: flat(totalWithdraw[1]),
    balance1: flat(balance[0]),
    balance2: flat(balance[1]),
    settleTimeout,
    revealTimeout1: revealTimeout[0],
    revealTimeout2: revealTimeout[1],
  };
}

/** Without the characters that XML 1.0 cannot hold at all, which node aliases do contain. */
export function xmlText(text: string): string {
  return text.replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '\uFFFD');
}

// Beyond 2^53 a number would lose digits, so it becomes text; tools then treat the whole column as text.
function flat(amount: Amount): number | string {
  return amount <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(amount) : amount.toString();
}

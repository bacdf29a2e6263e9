import { expect, it } from 'vitest';
import type { FeeSchedule } from '../../../src/model/network/fees.ts';
import { raidenFees } from '../../../src/simulator/fees/mediation-fee.ts';
import { feesOf } from '../../../src/topology/formats/policy-fees.ts';

// Fees of a mediator with so much money that balances play no role.
function feeOf(schedule: FeeSchedule, amount: bigint): bigint {
  const money = { balanceIn: 10n ** 12n, balanceOut: 10n ** 12n, receivable: 10n ** 12n };
  const capacities = { capacityIn: 2n * 10n ** 12n, capacityOut: 2n * 10n ** 12n };
  const mediation = { scheduleIn: schedule, scheduleOut: schedule, ...money, ...capacities };
  return (raidenFees.amountIn(mediation, amount) ?? 0n) - amount;
}

it.each([
  // lnd's default policy.
  [{ baseMsat: 1000, ppm: 1 }, 100_000n, 1n],
  [{ baseMsat: 1000, ppm: 1 }, 3_000_000n, 4n],
  [{ baseMsat: 0, ppm: 1 }, 5_000_000n, 5n],
  [{ baseMsat: 400, ppm: 0 }, 100_000n, 0n],
  [{ baseMsat: 400, ppm: 3 }, 100_000n, 1n],
  [{ baseMsat: 0, ppm: 0 }, 100_000n, 0n],
])(
  'the policy %j costs a payment of %d what Lightning charges, to the nearest satoshi',
  (policy, amount, fee) => {
    const schedule = feesOf([policy]);
    expect(feeOf(schedule, amount)).toBe(fee);
    expect(raidenFees.isFree(schedule)).toBe(policy.baseMsat === 0 && policy.ppm === 0);
  },
);

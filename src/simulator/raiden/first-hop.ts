import type { Amount } from '../../model/network/amount.ts';
import { feeMargin } from '../../model/network/fee-margin.ts';
import type { EndIndex } from '../../model/network/indices.ts';
import { mostToSend } from '../fees/most-to-send.ts';
import { noRouteGiven } from '../payments/attempt-trace.ts';
import { comparison, unusableBecause } from '../payments/usability.ts';
import type { World } from '../world.ts';
import type { Attempt } from './attempt.ts';
import { obstruct } from './obstacles.ts';

/** What the initiator sends, and through which of its ends; or why it sends nothing. */
export type FirstHop =
  | { readonly kind: 'usable'; readonly end: EndIndex; readonly amount: Amount }
  | { readonly kind: 'none'; readonly isOverMaxFee: boolean };

/** Chooses the first usable route; where there is none, the attempt is told what was in the way. */
export function firstHop(world: World, attempt: Attempt): FirstHop {
  const { payment, routes } = attempt;
  const { layer, amount, lockTimeout } = payment;
  const most = mostToSend(amount, world.rules.maxFeePercent);
  let isOverMaxFee = false;
  for (let place = 0, route = routes.at(0); route; route = routes.at((place += 1))) {
    const { ends, amounts } = route;
    const estimatedFee = (amounts[0] as Amount) - amount;
    const toSend = amount + estimatedFee + feeMargin({ amount, estimatedFee });
    const end = ends[0] as EndIndex;
    if (toSend > most) {
      // The answer speaks of the fee, whatever other routes lack.
      if (!isOverMaxFee) attempt.obstacle = undefined;
      isOverMaxFee = true;
      obstruct(world, attempt, end, 'max-fee', {
        required: `amount with fees <= ${most}`,
        found: `${toSend} = ${amount} + fee ${estimatedFee} + margin ${toSend - amount - estimatedFee}`,
      });
      continue;
    }
    const intent = { layer, end, amount: toSend, lockTimeout };
    const check = unusableBecause(world, intent);
    if (check === undefined) return { kind: 'usable', end, amount: toSend };
    obstruct(world, attempt, end, check, comparison(world, intent, check));
  }
  if (routes.at(0) === undefined) attempt.obstacle = { failure: noRouteGiven(world, payment) };
  return { kind: 'none', isOverMaxFee };
}

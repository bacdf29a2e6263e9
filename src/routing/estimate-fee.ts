import type { Amount } from '../model/network/amount.ts';
import type { NetworkView } from '../ports/router.ts';

/** Sum of the fees of all mediators on a path, counted back from the target; `undefined`: one cannot mediate. */
export function estimateFee(view: NetworkView, ends: readonly number[], amount: Amount): bigint | undefined {
  let carried = amount;
  for (let hop = ends.length - 1; hop > 0; hop -= 1) {
    const fee = view.mediationFee(ends[hop - 1] as number, ends[hop] as number, carried);
    if (fee === undefined) return undefined;
    carried += fee;
  }
  return carried - amount;
}

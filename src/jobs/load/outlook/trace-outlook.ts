import type { ShardSpec } from '../../../model/load/load-result.ts';
import type { ExecutorSpec } from '../../../model/scenario/load-spec.ts';
import type { TokenName } from '../../../model/network/network.ts';
import { paymentsOf } from '../../../workload/trace-supply.ts';
import type { LoadOutlookPart } from '../load-outlook.ts';

/** What a trace will do: known to the payment. Throws InputError. */
export function traceOutlook(
  executor: Extract<ExecutorSpec, { kind: 'trace' }>,
  { index, of }: ShardSpec,
): LoadOutlookPart {
  const trace = paymentsOf(executor);
  const { speed } = executor;
  const totals = new Map<TokenName, bigint>();
  let payments = 0;
  let busiestSecond = 0;
  let second = -1;
  let inSecond = 0;
  for (let number = index - 1; number < trace.length; number += of) {
    const { atMs, token, amount } = trace.payment(number);
    totals.set(token, (totals.get(token) ?? 0n) + amount);
    payments += 1;
    const now = Math.floor(atMs / speed / 1000);
    inSecond = now === second ? inSecond + 1 : 1;
    second = now;
    busiestSecond = Math.max(busiestSecond, inSecond);
  }
  const durationMs = trace.lastAtMs / speed;
  return {
    name: executor.name,
    payments,
    ratePerSecond: durationMs === 0 ? undefined : payments / (durationMs / 1000),
    busiestSecond,
    users: undefined,
    durationMs,
    amounts: new Map([...totals].map(([token, total]) => [token, Number(total)])),
    meanAmount: undefined,
  };
}

import type { ShardSpec } from '../../model/load/load-result.ts';
import type { PaymentTrace } from '../../model/scenario/payment-trace.ts';
import type { ExecutorSource } from './executor-source.ts';
import { openLoop } from './open-loop.ts';

/** Payments at the moments of a trace, `speed` times as fast; of a shard every `of`-th. */
export function traceStarts(
  payments: PaymentTrace,
  speed: number,
  maxVus: number,
  { index, of }: ShardSpec,
): ExecutorSource {
  const moments = function* (): Iterable<number> {
    for (let number = index - 1; number < payments.length; number += of) yield payments.atMs(number) / speed;
  };
  const total = Math.max(0, Math.ceil((payments.length - (index - 1)) / of));
  return openLoop({ moments: moments(), endMs: payments.lastAtMs / speed, maxVus, total });
}

import type { ExecutorSettings } from '../../model/scenario/load-spec.ts';
import { ClosedLoop } from './closed-loop.ts';

type Of<Kind extends ExecutorSettings['kind']> = Extract<ExecutorSettings, { kind: Kind }>;

/** A number of payments, shared by virtual users as they become free. */
export function sharedIterations({ vus, iterations, maxDurationMs }: Of<'shared-iterations'>): ClosedLoop {
  // A shard may have more users than payments.
  const wanted = [{ atMs: 0, vus: Math.min(vus, iterations) }];
  return new ClosedLoop(wanted, maxDurationMs, { iterations });
}

/** A number of payments for each virtual user. */
export function perVuIterations({ vus, iterations, maxDurationMs }: Of<'per-vu-iterations'>): ClosedLoop {
  return new ClosedLoop([{ atMs: 0, vus }], maxDurationMs, { iterationsPerVu: iterations });
}

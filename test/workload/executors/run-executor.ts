import { expect } from 'vitest';
import type { ExecutorSource } from '../../../src/workload/executors/executor-source.ts';

interface Start {
  readonly atMs: number;
  readonly dropped: boolean;
}

/** Runs an executor against payments that all take equally long. */
export function run(
  source: ExecutorSource,
  latencyMs: number,
): { readonly starts: readonly Start[]; readonly peak: number; readonly cutOff: readonly number[] } {
  const cutOff: number[] = [];
  const starts: Start[] = [];
  const inFlight: { readonly payment: number; readonly endMs: number }[] = [];
  let peak = 0;
  for (let payment = 0; ; ) {
    const dueMs = source.nextAtMs();
    const first = inFlight[0];
    const cutMs = source.rampDown?.nextAtMs() ?? Number.POSITIVE_INFINITY;
    if (cutMs < Math.min(dueMs, first?.endMs ?? Number.POSITIVE_INFINITY)) {
      for (const cut of source.rampDown?.overdue(cutMs) ?? []) {
        const [flight] = inFlight.splice(
          inFlight.findIndex((one) => one.payment === cut),
          1,
        );
        expect(flight?.payment).toBe(cut);
        cutOff.push(cutMs);
        source.ended(cut, cutMs);
      }
      continue;
    }
    if (first && first.endMs <= dueMs) {
      inFlight.shift();
      source.ended(first.payment, first.endMs);
      continue;
    }
    if (dueMs === Number.POSITIVE_INFINITY) break;
    const dropped = source.take(payment) === 'drop';
    starts.push({ atMs: dueMs, dropped });
    if (!dropped) inFlight.push({ payment, endMs: dueMs + latencyMs });
    peak = Math.max(peak, inFlight.length);
    payment += 1;
  }
  expect(source.isExhausted).toBe(true);
  return { starts, peak, cutOff };
}

/** When it started, or dropped, each of its payments. */
export const moments = ({ starts }: { readonly starts: readonly Start[] }): readonly number[] =>
  starts.map(({ atMs }) => atMs);

import type { PaymentTrace } from '../../model/scenario/payment-trace.ts';
import type { ExecutorSource, SettingsOf } from './executor-source.ts';

/** Payments at equal distances. */
export function constantArrivalRate({
  rate,
  timeUnitMs,
  durationMs,
  maxVus,
}: SettingsOf<'constant-arrival-rate'>): ExecutorSource {
  const perMs = rate / timeUnitMs;
  // Rounded first: 0.1 per ms for 30 s is 3000 and not 3000.0000000000005.
  const all = rate === 0 ? 0 : Math.ceil(Math.round(perMs * durationMs * 1e6) / 1e6);
  const moments = momentsOf(all, (start) => start / perMs);
  return openLoop({ moments, endMs: durationMs, maxVus });
}

/** Payments at the moments of a trace, `speed` times as fast. */
export function traceStarts({ speed, maxVus }: SettingsOf<'trace'>, payments: PaymentTrace): ExecutorSource {
  const moments = momentsOf(payments.length, (start) => payments.atMs(start) / speed);
  return openLoop({ moments, endMs: payments.lastAtMs / speed, maxVus });
}

function* momentsOf(starts: number, atMs: (start: number) => number): Iterable<number> {
  for (let start = 0; start < starts; start += 1) yield atMs(start);
}

/** Payments at a rate that changes in straight lines: the n-th, counted from 1, when the area under it reaches n. */
export function rampingArrivalRate({
  startRate,
  timeUnitMs,
  stages,
  maxVus,
}: SettingsOf<'ramping-arrival-rate'>): ExecutorSource {
  const moments = function* (): Iterable<number> {
    let next = 1;
    let stageMs = 0;
    let before = 0;
    let from = startRate / timeUnitMs;
    for (const { durationMs, target } of stages) {
      const to = target / timeUnitMs;
      const within = ((from + to) / 2) * durationMs;
      for (; next <= before + within + ROUNDING; next += 1)
        yield stageMs + momentOf(next - before, { from, to, durationMs });
      before += within;
      stageMs += durationMs;
      from = to;
    }
  };
  const endMs = stages.reduce((sum, { durationMs }) => sum + durationMs, 0);
  return openLoop({ moments: moments(), endMs, maxVus });
}

// Sums of areas are not exact; far less than a payment.
const ROUNDING = 1e-6;

// Solves from*t + (to - from)/durationMs * t^2/2 = area, in the form that stays exact for a flat rate.
function momentOf(
  area: number,
  { from, to, durationMs }: { readonly from: number; readonly to: number; readonly durationMs: number },
): number {
  if (area <= 0) return 0;
  const slope = (to - from) / durationMs;
  const root = Math.sqrt(Math.max(0, from * from + 2 * slope * area));
  return Math.min(durationMs, (2 * area) / (from + root));
}

/**
 * Starts at moments that do not depend on the answers, so that a slow target shows as waiting and not as fewer
 * payments. When `maxVus` are in flight, or when it is closed, a start that comes due is dropped.
 */
function openLoop({
  moments,
  endMs,
  maxVus,
}: {
  /** Ascending. */
  readonly moments: Iterable<number>;
  readonly endMs: number;
  readonly maxVus: number;
}): ExecutorSource {
  const iterator = moments[Symbol.iterator]();
  const advance = (): number => {
    const { value, done } = iterator.next();
    return done === true ? Number.POSITIVE_INFINITY : value;
  };
  let inFlight = 0;
  let closed = false;
  let dueMs = advance();
  return {
    endMs,
    nextAtMs: () => dueMs,
    take() {
      dueMs = advance();
      if (closed || inFlight >= maxVus) return 'drop';
      inFlight += 1;
      return 'start';
    },
    ended() {
      inFlight -= 1;
    },
    close() {
      closed = true;
    },
    get isExhausted() {
      return dueMs === Number.POSITIVE_INFINITY;
    },
  };
}

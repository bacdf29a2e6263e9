import { type Amount, type AmountRange, NOTHING, widest } from '../../model/network/amount.ts';
import type { OperationRecord, PayRequest } from '../../model/run/operation.ts';
import type { Effect } from '../refusals.ts';
import type { ChargedWay } from './fee-bounds.ts';
import type { MoneyChange } from './money-bounds.ts';
import type { RouteHop, WayHop } from './possible-ways.ts';
import type { EndIncrease } from '../story/channel-life.ts';

/** The way of a payment, as far as anything tells: its hops for certain, or any way there is. */
export type PaymentWay =
  | { readonly kind: 'known'; readonly hops: readonly RouteHop[]; readonly slack: Amount }
  /** Of one that came to nothing: the hops that held money back for a while. */
  | { readonly kind: 'tried'; readonly hops: readonly RouteHop[] }
  | { readonly kind: 'any' };

/** One of several ways, with what each hop of it may carry. */
export interface WayAmong {
  readonly kind: 'among';
  readonly ways: readonly ChargedWay[];
}

type Payment = OperationRecord & { readonly operation: PayRequest & { readonly id: number } };

/** The changes that a payment made at the ends on its way; `most`: the most that any hop carries. */
export function paymentChanges(
  { operation: { token }, startedAtMs: fromMs, endedAtMs, outcome }: Payment,
  { effect, route, travelMs, most, isHeldUp }: PaymentTold,
): readonly MoneyChange[] {
  const isOpen = outcome.kind === 'indeterminate' || isHeldUp;
  const settledMs = isOpen ? Number.POSITIVE_INFINITY : endedAtMs + travelMs;
  if (effect === 'nothing') return [];
  if (effect === 'locks') {
    const held = (amount: Amount) => ({ inFlight: { least: -amount, most: 0n }, settled: NOTHING });
    if (route.kind !== 'tried') return [{ at: { token }, fromMs, settledMs, ...held(most) }];
    return route.hops.map(({ life, side, amount }) => ({
      at: { end: 2 * life.index + side },
      fromMs,
      settledMs,
      ...held(amount),
    }));
  }
  if (route.kind === 'any' || route.kind === 'tried') {
    const anything = { least: -most, most };
    return [{ at: { token }, fromMs, settledMs, inFlight: anything, settled: anything }];
  }
  return hopsOf(route).flatMap(({ life, side, least: low, most: high, isFirst, isOnEveryWay }) => {
    const isSure = effect === 'happened' && !isHeldUp && isOnEveryWay;
    const end = 2 * life.index;
    return [
      {
        at: { end: end + side },
        fromMs,
        // The payer unlocks the first hop, and then it answers.
        settledMs: isFirst && !isOpen ? endedAtMs : settledMs,
        inFlight: { least: -high, most: 0n },
        settled: { least: -high, most: isSure ? -low : 0n },
      },
      {
        at: { end: end + 1 - side },
        fromMs,
        settledMs,
        inFlight: { least: 0n, most: high },
        settled: { least: isSure ? low : 0n, most: high },
      },
    ];
  });
}

interface PassedEnd extends WayHop, AmountRange {
  readonly isFirst: boolean;
  readonly isOnEveryWay: boolean;
}

/** Each end that pays on one of the ways, once. */
function hopsOf(route: Extract<PaymentWay, { kind: 'known' }> | WayAmong): readonly PassedEnd[] {
  if (route.kind === 'known')
    return route.hops.map(({ life, side, amount }, at) => ({
      life,
      side,
      least: amount - route.slack,
      most: amount + route.slack,
      isFirst: at === 0,
      isOnEveryWay: true,
    }));
  const ends = new Map<number, PassedEnd & { readonly ways: number }>();
  for (const { way, carried } of route.ways)
    for (const [at, { life, side }] of way.entries()) {
      const range = carried[at] as AmountRange;
      const end = 2 * life.index + side;
      const known = ends.get(end);
      const ways = (known?.ways ?? 0) + 1;
      ends.set(end, {
        life,
        side,
        ...widest(range, known ?? range),
        isFirst: at === 0,
        isOnEveryWay: ways === route.ways.length,
        ways,
      });
    }
  return [...ends.values()];
}

interface PaymentTold {
  readonly effect: Effect;
  readonly route: PaymentWay | WayAmong;
  readonly travelMs: number;
  readonly most: Amount;
  /** A node on its way was stopped: what it has to hear of waits for its return. */
  readonly isHeldUp: boolean;
}

/** The change that a deposit or a withdrawal made. */
export function increaseChange({ life, side, turn, by }: EndIncrease): MoneyChange {
  const possible = by > 0n ? { least: 0n, most: by } : { least: by, most: 0n };
  return {
    at: { end: 2 * life.index + side },
    fromMs: turn.fromMs,
    settledMs: turn.untilMs,
    inFlight: possible,
    settled: turn.isCertain ? { least: by, most: by } : possible,
  };
}

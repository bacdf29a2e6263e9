import { type Amount, type AmountRange, NOTHING, widest } from '../../model/network/amount.ts';
import { isPaymentRecord, type OperationRecord, type PaymentRecord } from '../../model/run/operation.ts';
import type { Effect } from '../refusals.ts';
import type { MoneyChange } from './money-bounds.ts';
import type { PossibleWay, RouteHop, WayHop } from './payment-ways.ts';
import type { EndIncrease } from '../timeline/channel-life.ts';
import type { ChannelLives } from '../timeline/channel-lives.ts';
import type { TravelTime } from '../timeline/travel-time.ts';
import type { UpTimes } from '../timeline/up-times.ts';

/** One of the ways of a payment that succeeds, with what each hop of it may carry. */
export interface CarriedWay {
  readonly way: PossibleWay;
  readonly carried: readonly AmountRange[];
}

/** The route of a payment. `tried`: the payment failed, and locked money on these hops meanwhile. */
export type PaymentWay =
  | { readonly kind: 'among'; readonly ways: readonly CarriedWay[] }
  | { readonly kind: 'tried'; readonly hops: readonly RouteHop[] }
  | { readonly kind: 'any' };

/** The effect of a payment and the way it went, as far as they are known. */
interface PaymentTold {
  readonly effect: Effect;
  readonly route: PaymentWay;
  /** The most that any hop carries. */
  readonly most: Amount;
  /** For how long after its answer its locks may hold money; absent: as long as its messages travel. */
  readonly heldMs?: number;
}

/** The parts of a story that say when things happened. */
export interface TimedStory {
  readonly running: UpTimes;
  readonly travelMs: TravelTime;
}

/** The changes that an operation made at channel ends: a payment on its way, a deposit or withdrawal at its node's end. */
export function changesOf(
  record: OperationRecord,
  story: TimedStory & { readonly lives: ChannelLives },
  told: (payment: PaymentRecord) => PaymentTold,
): readonly MoneyChange[] {
  if (isPaymentRecord(record)) return paymentChanges(record, story, told(record));
  const increase = story.lives.increases.get(record.operation.id);
  return increase === undefined ? [] : [increaseChange(increase)];
}

function paymentChanges(
  record: PaymentRecord,
  { running, travelMs }: TimedStory,
  { effect, route, most, heldMs = 0 }: PaymentTold,
): readonly MoneyChange[] {
  const { operation, startedAtMs: fromMs, endedAtMs, outcome } = record;
  const { token } = operation;
  const ways = waysOf(route);
  const longest = ways.length === 0 ? undefined : Math.max(...ways.map(({ length }) => length));
  const underWay = { startedAtMs: fromMs, endedAtMs: endedAtMs + travelMs(record) };
  // A node on its way was stopped: what it has to hear of waits for its return.
  const isHeldUp =
    route.kind !== 'tried' &&
    ways.flat().some(({ life }) => life.between.some((node) => !running.during(node, underWay).mustRun));
  const isOpen = outcome.kind === 'indeterminate' || isHeldUp;
  const settledMs = isOpen
    ? Number.POSITIVE_INFINITY
    : endedAtMs + Math.max(travelMs(record, longest), heldMs);
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
function hopsOf({ ways: all }: Extract<PaymentWay, { kind: 'among' }>): readonly PassedEnd[] {
  const ends = new Map<number, PassedEnd & { readonly ways: number }>();
  for (const { way, carried } of all)
    for (const [at, { life, side }] of way.entries()) {
      const range = carried[at] as AmountRange;
      const end = 2 * life.index + side;
      const earlier = ends.get(end);
      const ways = (earlier?.ways ?? 0) + 1;
      ends.set(end, {
        life,
        side,
        ...widest(range, earlier ?? range),
        isFirst: at === 0,
        isOnEveryWay: ways === all.length,
        ways,
      });
    }
  return [...ends.values()];
}

/** The ways that a payment may have gone, as far as anything tells; none: it may have gone anywhere. */
function waysOf(route: PaymentTold['route']): readonly (readonly WayHop[])[] {
  if (route.kind === 'any') return [];
  return route.kind === 'among' ? route.ways.map(({ way }) => way) : [route.hops];
}

/** The change that a deposit or a withdrawal made. */
function increaseChange({ life, side, turn, by }: EndIncrease): MoneyChange {
  const possible = by > 0n ? { least: 0n, most: by } : { least: by, most: 0n };
  return {
    at: { end: 2 * life.index + side },
    fromMs: turn.fromMs,
    settledMs: turn.untilMs,
    inFlight: possible,
    settled: turn.isCertain ? { least: by, most: by } : possible,
  };
}

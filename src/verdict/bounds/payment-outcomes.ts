import type { Amount } from '../../model/network/amount.ts';
import type { OperationRecord, PaymentRecord } from '../../model/run/operation.ts';
import type { Run } from '../../model/run/run.ts';
import type { TargetTiming } from '../../model/run/target-timing.ts';
import type { ReasonClass } from '../../model/run/reason-class.ts';
import { type LockLife, takesLocks } from '../raiden/lock-life.ts';
import { roomToPass } from '../raiden/mediator-charge.ts';
import { isThere, mayBeThere, sideOf } from '../timeline/channel-life.ts';
import type { ChannelLives } from '../timeline/channel-lives.ts';
import type { Stretch } from '../timeline/stretch.ts';
import type { PaymentEnds } from './certain-flows.ts';
import type { FeeBounds } from './fee-bounds.ts';
import { areFeesSteady, isFreeNetwork, mostFee } from './free-network.ts';
import type { MoneyBounds } from './money-bounds.ts';
import type { PaymentWay, TimedStory } from './payment-changes.ts';
import { payeeOf, type PaymentWays, type PossibleWay, type WayHop } from './payment-ways.ts';

/** The parts of a story that say nothing of money. */
export interface PaidStory extends TimedStory {
  readonly run: Pick<Run, 'start' | 'header' | 'load'>;
  readonly made: readonly OperationRecord[];
  readonly payments: ReadonlyMap<string, readonly PaymentRecord[]>;
  readonly lives: ChannelLives;
  readonly ways: PaymentWays;
  readonly timing: TargetTiming;
  readonly lockLifeOf: (payment: PaymentRecord) => LockLife;
  readonly fees: FeeBounds;
  /** The ways of all payments, where a history explains all that nodes show. */
  readonly witnessed: ReadonlyMap<number, PaymentWay> | undefined;
}

/** The state of the network while a payment was made. */
export interface NetworkThen {
  readonly stretch: Stretch;
  readonly bounds: MoneyBounds;
  /** True when there is room for a lock. */
  readonly isFree: (hop: WayHop) => boolean;
  /** Every way the payment may have been sent, each of which surely carried it; `undefined`: not known. */
  readonly ways: readonly PossibleWay[] | undefined;
}

// Refusals that depend on what other operations did to money, locks, channels and nodes.
const IN_SOME_ORDER: ReadonlySet<ReasonClass> = new Set([
  'no-suitable-channel',
  'no-route',
  'no-usable-route',
  'max-fee-exceeded',
  'lock-expired',
  'target-offline',
  'identifier-in-flight',
  'unreachable',
]);

/** True when the order of the operations decides whether a payment is refused for this reason. */
export function isOfOrder(reason: ReasonClass): boolean {
  return IN_SOME_ORDER.has(reason);
}

const SUCCESS = 'success: in every order its way has the money';
const REFUSAL = 'a refusal: in no order a way has the money';
const USUAL = 'success, or a refusal because money, a path or a running node is missing';

/**
 * What the nodes must have answered to a payment instead, in words; `undefined`: some order of the operations that
 * overlapped may give the answer. Only bounds decide.
 */
export function answerInstead(
  { operation, outcome }: PaymentRecord,
  then: NetworkThen,
  story: PaidStory,
): string | undefined {
  const { running, lives, run, timing } = story;
  const { node, target, amount } = operation;
  const { stretch, bounds } = then;
  const reaches = (passes: (hop: WayHop) => boolean): boolean => canReach(operation, passes, story);
  if (outcome.kind === 'succeeded') {
    const mayPass = ({ life, side }: WayHop): boolean =>
      mayBeThere(life, stretch) &&
      bounds.of(life, side).most >= amount &&
      life.between.every((name) => running.during(name, stretch).mayRun);
    return story.fees.mayPayOut(operation.token) || reaches(mayPass) ? undefined : REFUSAL;
  }
  const isOff = [node, target].map((name) => !running.during(name, stretch).mustRun);
  if (outcome.kind !== 'failed' || isOff[0]) return undefined;
  const { reason } = outcome;
  // Other dialects word several refusals alike.
  const isWorded = run.header.dialects?.[node]?.refusals === undefined;
  if (isWorded && (!isOfOrder(reason) || (reason === 'target-offline' && !isOff[1]))) return USUAL;
  if (timing.view === 'capacity' || isOff[1] || operation.lockTimeout !== undefined) return undefined;
  if (reason === 'lock-expired' && mayLinger(story)) return undefined;
  if (reason === 'max-fee-exceeded' && !isFreeNetwork(run.start)) return undefined;
  const isUsable = (hop: WayHop, room: Amount): boolean =>
    isThere(hop.life, stretch) &&
    then.isFree(hop) &&
    bounds.of(hop.life, hop.side).least >= room &&
    hop.life.between.every((name) => running.during(name, stretch).mustRun);
  const isSteady = areFeesSteady(run.start);
  const isSure = then.ways?.every((way) => isOpenWay(way) && (isSteady || way.length === 1));
  if (isSure === true) return SUCCESS;
  if (!isWorded) return undefined;
  if (reason === 'no-suitable-channel') {
    const own = lives.of(node).filter(({ token }) => token === operation.token);
    const hops = own.map((life): WayHop => ({ life, side: sideOf(life, node) }));
    return hops.some((hop) => isOpenWay([hop]) && isUsable(hop, amount)) ? USUAL : undefined;
  }
  const passing = amount + mostFee(amount, run.header.scenario.protocol);
  const passes = (hop: WayHop): boolean => isUsable(hop, roomToPass(passing, hop.life, run.start));
  return isSteady && reason === 'no-route' && reaches(passes) ? USUAL : undefined;
}

function canReach(
  { node, target, token }: PaymentEnds,
  passes: (hop: WayHop) => boolean,
  { lives }: PaidStory,
): boolean {
  const reached = new Set([node]);
  for (const from of reached)
    for (const life of lives.of(from)) {
      const hop = { life, side: sideOf(life, from) };
      if (life.token === token && passes(hop)) reached.add(payeeOf(hop));
    }
  return reached.has(target);
}

// A node that is slow, busy or unknown may come to a message when the lock has expired.
function mayLinger({ timing, made }: PaidStory): boolean {
  return timing.messages !== 'timed' || made.some(({ operation: { kind } }) => kind === 'slow');
}

// Locks of the usual length pass through every channel.
function isOpenWay(way: PossibleWay): boolean {
  const ends = way.flatMap(({ life }) => life.revealTimeout.flat());
  const [reveal = 0, another] = new Set(ends.map(({ asked }) => Number(asked)));
  return (
    another === undefined &&
    way.every(({ life: { settleTimeout } }) => takesLocks({ reveal, settle: settleTimeout }))
  );
}

import { gather } from '../../model/gather.ts';
import type { Amount } from '../../model/network/amount.ts';
import type { Network, NodeName, TokenName } from '../../model/network/network.ts';
import type { OperationRecord, PaymentRecord } from '../../model/run/operation.ts';
import type { HopTrace } from '../../model/run/trace.ts';
import { bridgesOf, type Neighbour } from '../bounds/bridges.ts';
import type { RouteHop } from '../bounds/possible-ways.ts';
import { passableUntilMs } from '../raiden/lock-life.ts';
import { roomToPass } from '../raiden/mediator-charge.ts';
import { hasExpired } from '../refusals.ts';
import type { KnownNetwork } from './possible-network.ts';
import { type ChannelLife, isThere, sideOf } from '../story/channel-life.ts';
import type { ChannelLives } from '../story/channel-lives.ts';

/** The hops a simulated payment made; `undefined` when it passed through a channel that is not known. */
export function hopsOf(
  { trace }: Pick<OperationRecord, 'trace'>,
  lifeOf: (hop: HopTrace) => ChannelLife | undefined,
): readonly RouteHop[] | undefined {
  const hops = trace?.hops.flatMap((hop): readonly RouteHop[] => {
    const life = lifeOf(hop);
    return life === undefined ? [] : [{ life, side: sideOf(life, hop.payer), amount: hop.amount }];
  });
  return hops?.length === trace?.hops.length ? hops : undefined;
}

/** The same in a network whose channels have other keys: by the channels that nodes had at a moment. */
export function hopsBetween(
  record: Pick<OperationRecord, 'trace'>,
  lives: ChannelLives,
  { token, atMs }: { readonly token: TokenName; readonly atMs: number },
): readonly RouteHop[] | undefined {
  return hopsOf(record, ({ payer, payee }) => lives.between(token, payer, payee, atMs));
}

/**
 * True when no order of what overlapped keeps a payment from this way: every channel of it is there, with the money,
 * and every node runs, at the least. The payment found the way where everything was there that may be, so with less
 * there is no better one.
 */
export function isCertainWay(hops: readonly RouteHop[], slack: Amount, known: KnownNetwork): boolean {
  const { bounds, start } = known;
  // Of a channel to the target itself no service is asked.
  const isAsked = hops.length > 1;
  const hasMoney = hops.every(({ life, side, amount }) => {
    const passing = amount + slack;
    return bounds.of(life, side).least >= (isAsked ? roomToPass(passing, life, start) : passing);
  });
  return hasMoney && isThereToPass(hops, known);
}

/** True when every channel of a way is there, and every node of it runs. */
function isThereToPass(
  hops: readonly RouteHop[],
  { running, stretch }: Pick<KnownNetwork, 'running' | 'stretch'>,
): boolean {
  return hops.every(
    ({ life }) =>
      isThere(life, stretch) && life.between.every((node) => running.during(node, stretch).mustRun),
  );
}

/**
 * True when the only way of a payment was there for long enough after its start: a mediator without a usable way looks
 * again at every block, and a node that was away takes what waited for it (raiden.md 2.3 and 2.4).
 */
export function mustArrive(record: PaymentRecord, hops: readonly RouteHop[], known: KnownNetwork): boolean {
  const { timing, records, settledAtMs, boundsDuring, slackOf, stretch } = known;
  const { amount, lockTimeout = 0 } = record.operation;
  const isSlow = records.some(({ operation }) => operation.kind === 'slow');
  // A node that was away when a lock expired takes nothing before it has heard of that, which may take minutes.
  const isUnheard =
    records.some(({ operation }) => operation.kind === 'stop') &&
    records.some((other) => other !== record && !isAnsweredInTime(other));
  if (timing.messages !== 'timed' || isSlow || isUnheard) return false;
  const { longestBlockMs: blockMs, longestHopMs } = timing;
  const lives = hops.map(({ life }) => life);
  const untilMs = passableUntilMs(record, lives, blockMs);
  if (lives.some(({ settleTimeout }) => lockTimeout > settleTimeout)) return false;
  const neededMs = blockMs + (hops.length + MESSAGES_FOR_THE_SECRET) * longestHopMs;
  // The first hop is locked already.
  const onward = hops.slice(1);
  return settledAtMs().some((atMs) => {
    const startedAtMs = Math.max(atMs, stretch.startedAtMs);
    const part = { startedAtMs, endedAtMs: startedAtMs + neededMs };
    if (part.endedAtMs > untilMs) return false;
    const then = { ...known, stretch: part, bounds: boundsDuring(part) };
    return isThereToPass(hops, then) && isCertainWay(onward, slackOf(amount), then);
  });
}

// It is asked for, and given.
const MESSAGES_FOR_THE_SECRET = 2;

function isAnsweredInTime({ outcome }: OperationRecord): boolean {
  return outcome.kind !== 'indeterminate' && !hasExpired(outcome);
}

/** True when two ways are the same to the unit. */
export function isSameWay(one: readonly RouteHop[], other: readonly RouteHop[]): boolean {
  return (
    one.length === other.length &&
    one.every(({ life, side, amount }, at) => {
      const hop = other[at];
      return hop?.life === life && hop.side === side && hop.amount === amount;
    })
  );
}

/** True when every channel of a way is without a way around. */
export function isOnlyWay(
  hops: readonly Pick<RouteHop, 'life'>[],
  network: Network,
  token: TokenName,
): boolean {
  const bridges = bridgesOf(neighboursIn(network, token));
  return hops.every(({ life }) => bridges.has(`${token}:${life.index + 1}`));
}

/** True when no other way between the ends is as short: where one is, another node may choose that. */
export function isShortestAlone(
  hops: readonly RouteHop[],
  network: Network,
  { token, node, target }: { readonly token: TokenName; readonly node: NodeName; readonly target: NodeName },
): boolean {
  const neighbours = neighboursIn(network, token);
  let reached = new Map<NodeName, number>([[node, 1]]);
  const seen = new Set([node]);
  for (let length = 1; length <= hops.length && reached.size > 0; length += 1) {
    const next = new Map<NodeName, number>();
    for (const [from, ways] of reached)
      for (const { node: to } of neighbours.get(from) ?? [])
        if (!seen.has(to)) next.set(to, (next.get(to) ?? 0) + ways);
    for (const to of next.keys()) seen.add(to);
    const ways = next.get(target);
    if (ways !== undefined) return length === hops.length && ways === 1;
    reached = next;
  }
  return false;
}

function neighboursIn(network: Network, token: TokenName): ReadonlyMap<NodeName, readonly Neighbour[]> {
  const neighbours = new Map<NodeName, Neighbour[]>();
  network.forEachEdge((channel, { token: of }, first, second) => {
    if (of !== token) return;
    gather(neighbours, first, { channel, node: second });
    gather(neighbours, second, { channel, node: first });
  });
  return neighbours;
}

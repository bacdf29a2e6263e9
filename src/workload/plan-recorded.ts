import { InputError } from '../errors.ts';
import { fieldError } from '../model/locate-faults.ts';
import type { Network, NodeName } from '../model/network/network.ts';
import type { TracedPayment } from '../model/scenario/payment-trace.ts';
import { partnerBefore, type RecordedTraffic } from '../model/scenario/recorded-traffic.ts';
import type { RandomStream } from '../ports/random.ts';
import { uniformIndex } from '../runtime/uniform-integer.ts';
import type { PlannedOperation } from './operation-plan.ts';
import type { TrafficContext } from './plan-traffic.ts';

/** A recorded traffic, and what it takes to plan it. */
interface PlanRecorded extends Pick<TrafficContext, 'at' | 'network' | 'random' | 'nextIdentifier'> {
  readonly recorded: RecordedTraffic;
  /** How many operations the plan still has room for. */
  readonly room: number;
}

/** The payments of a recorded traffic: whoever is not known is drawn among those that the record leaves possible. */
export function planRecorded(context: PlanRecorded): readonly PlannedOperation[] {
  const { recorded, at, random, nextIdentifier } = context;
  const stream = `recorded ${recorded.name} ${recorded.file}`;
  const again = resampled(recorded, at, random.stream(`${stream} blocks`));
  // Counted before they are made: a growth of a million fills the memory before it is refused.
  requireRoom(again.length * Math.floor(recorded.growth), context);
  const made = grown(recorded, random.stream(`${stream} growth`), again);
  requireRoom(made.length, context);
  const counterpart = counterparts(context, random.stream(`${stream} counterparts`));
  return made.map(({ atMs, payment }, position) => {
    const { token, amount } = payment;
    const [node, target] = counterpart(payment);
    return {
      atMs: Math.round(atMs * 1000) / 1000,
      origin: `${at}#${position}`,
      request: { kind: 'pay', node, target, token, amount, identifier: nextIdentifier() },
    };
  });
}

function requireRoom(payments: number, { at, room }: PlanRecorded): void {
  if (payments > room)
    throw fieldError(at, `found ${payments} payments, expected at most the ${room} left of a plan`);
}

/** A payment at the moment at which it is made. */
interface MadePayment {
  readonly atMs: number;
  readonly payment: TracedPayment;
  /** The block that it is part of. */
  readonly block: readonly [startMs: number, endMs: number];
}

const DAY_MS = 86_400_000;
const MOST_BLOCKS = 1_000_000;
// A record of a week whose last payment came an hour before its end is one of a week.
const LONGEST_PAUSE = 10;

/** As many blocks as were recorded or asked for, each a whole recorded one, where there is one at the same time of day. */
function resampled(
  { payments, resampleMs, durationMs }: RecordedTraffic,
  at: string,
  random: RandomStream,
): readonly MadePayment[] {
  const lastMs = payments.at(-1)?.atMs ?? 0;
  const isMade = (atMs: number): boolean => (durationMs === undefined ? atMs <= lastMs : atMs < durationMs);
  if (resampleMs === undefined) {
    if (durationMs !== undefined && durationMs > lastMs + LONGEST_PAUSE * (lastMs / payments.length))
      throw fieldError(
        `${at}.resample`,
        `found none, expected the length of a block: the record lasts ${Math.round(lastMs / 1000)} s, and ${durationMs / 1000} s are asked for`,
      );
    const block = [0, Math.min(lastMs, durationMs ?? lastMs)] as const;
    return payments
      .filter(({ atMs }) => isMade(atMs))
      .map((payment) => ({ atMs: payment.atMs, payment, block }));
  }
  // The last recorded one was cut off by the end of the record.
  const whole = Math.floor(lastMs / resampleMs);
  const slots = durationMs === undefined ? whole + 1 : Math.ceil(durationMs / resampleMs);
  if (whole < 2 || whole > MOST_BLOCKS)
    throw fieldError(
      `${at}.resample`,
      `found ${whole} whole blocks in the record, expected 2 to ${MOST_BLOCKS}`,
    );
  if (slots > MOST_BLOCKS)
    throw fieldError(`${at}.duration`, `found ${slots} blocks, expected at most ${MOST_BLOCKS}`);
  const blocks = Array.from({ length: whole + 1 }, (): TracedPayment[] => []);
  for (const payment of payments) blocks[Math.floor(payment.atMs / resampleMs)]?.push(payment);
  const aDay = Math.max(1, Math.round(DAY_MS / resampleMs));
  const period = whole < 2 * aDay ? 1 : aDay;
  return Array.from({ length: slots }, (_, slot) => slot).flatMap((slot): readonly MadePayment[] => {
    const first = slot % period;
    const drawn = first + period * uniformIndex(Math.ceil((whole - first) / period), random);
    const startMs = slot * resampleMs;
    const shiftMs = startMs - drawn * resampleMs;
    return (blocks[drawn] ?? [])
      .map(
        (payment): MadePayment => ({
          atMs: payment.atMs + shiftMs,
          payment,
          block: [startMs, startMs + resampleMs],
        }),
      )
      .filter(({ atMs }) => isMade(atMs));
  });
}

/** Whole times the payments, and of what is left over as many by chance; all but the first at other moments of their block. */
function grown(
  { growth }: RecordedTraffic,
  random: RandomStream,
  payments: readonly MadePayment[],
): readonly MadePayment[] {
  if (growth === 1) return payments;
  const rest = growth - Math.floor(growth);
  return payments
    .flatMap((made) => {
      const times = Math.floor(growth) + (rest > 0 && random() < rest ? 1 : 0);
      const [startMs, endMs] = made.block;
      return Array.from({ length: times }, (_, time) =>
        time === 0 ? made : { ...made, atMs: startMs + random() * (endMs - startMs) },
      );
    })
    .sort((a, b) => a.atMs - b.atMs);
}

type Pair = readonly [payer: NodeName, payee: NodeName];

/** Names payer and payee of each payment; nodes beyond a channel are drawn, each alike. */
function counterparts(
  { recorded: { file, of }, network }: PlanRecorded,
  random: RandomStream,
): (payment: TracedPayment) => Pair {
  const fault = (line: number, message: string) => new InputError({ place: { file, line }, message });
  const beyond = new Map<NodeName, readonly NodeName[]>();
  const candidates = (name: string, line: number): readonly NodeName[] => {
    const partner = partnerBefore(name);
    const node = partner ?? name;
    if (!network.hasNode(node))
      throw fault(line, `found ${JSON.stringify(node)}, expected a node of the network`);
    if (partner === undefined) return [name];
    if (of === undefined || !network.hasNode(of) || !network.hasEdge(of, partner))
      throw fault(
        line,
        `found "${name}", expected \`of:\` with the node whose channel with ${partner} that is`,
      );
    const nodes = beyond.get(partner) ?? nodesBeyond(network, of, partner);
    beyond.set(partner, nodes);
    return nodes;
  };
  const drawn = (names: readonly NodeName[]): NodeName =>
    (names.length === 1 ? names[0] : names[uniformIndex(names.length, random)]) as NodeName;
  return ({ node, target, sequence }) => {
    const payer = drawn(candidates(node, sequence));
    const payees = candidates(target, sequence).filter((name) => name !== payer);
    if (payees.length === 0)
      throw fault(sequence, `found nobody but ${payer} to pay, expected two different nodes`);
    return [payer, drawn(payees)];
  };
}

/** The partner and all nodes that are nearer to it than to the node, in hops: their payments come through that channel. */
function nodesBeyond(network: Network, node: NodeName, partner: NodeName): readonly NodeName[] {
  const [fromNode, fromPartner] = [hopsFrom(network, node), hopsFrom(network, partner)];
  return network
    .nodes()
    .filter((name) => (fromPartner.get(name) ?? Number.POSITIVE_INFINITY) < (fromNode.get(name) ?? 0));
}

function hopsFrom(network: Network, start: NodeName): ReadonlyMap<NodeName, number> {
  const hops = new Map([[start, 0]]);
  // A map is gone through in the order of insertion, also what is added meanwhile.
  for (const [node, distance] of hops)
    network.forEachNeighbor(node, (neighbour) => {
      if (!hops.has(neighbour)) hops.set(neighbour, distance + 1);
    });
  return hops;
}

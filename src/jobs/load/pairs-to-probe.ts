import { InvariantError } from '../../errors.ts';
import type { HeldChannel } from '../../model/load/load-result.ts';
import { type Amount, smaller } from '../../model/network/amount.ts';
import { assertNetworkInvariants } from '../../model/network/invariants.ts';
import type { Network, NodeName } from '../../model/network/network.ts';
import { startedWith, startedWithSettings } from '../../model/scenario/node-settings.ts';
import {
  isPaymentRecord,
  type Operation,
  type OperationRecord,
  type PayRequest,
} from '../../model/run/operation.ts';
import type { Run } from '../../model/run/run.ts';
import { stoppedAtEnd } from '../../model/run/unread-views.ts';
import { simulate } from '../simulate.ts';

// One after the other in half a minute, each a few times; what failed last comes first.
const MOST_PAIRS = 8;
// Some of them cannot pay any more, for want of money.
const MOST_CANDIDATES = 40;

/** A payment that a load has made, to be made once more. */
export interface PairToProbe extends Pick<PayRequest, 'node' | 'target' | 'token'> {
  /** The least that one of the pair's payments was about. */
  readonly amount: Amount;
  /** The fastest success of the pair: what it takes without load; absent: none succeeded, or a node was left slower. */
  readonly fastestMs?: number | undefined;
  /** The length of its route after the load, over that before it, by the model; absent: not known. */
  readonly lengthened?: number | undefined;
}

/** A load that is over, and where its channels stand. */
export interface LoadOver extends Pick<Run, 'header' | 'start' | 'records'> {
  readonly end: Network;
  /** Money that was locked at last; absent: nothing. */
  readonly held?: readonly HeldChannel[];
}

/** Pairs of a load that have the money to pay each other once more, by the model from where the channels stand. */
export async function pairsToProbe(over: LoadOver): Promise<readonly PairToProbe[]> {
  const { records, start, end } = over;
  const { stopped } = stoppedAtEnd(over);
  const slowed = slowedNodes(records);
  const candidates = pairsOf(records)
    .filter(({ node, target }) => node !== target && !stopped.has(node) && !stopped.has(target))
    .slice(0, MOST_CANDIDATES);
  if (candidates.length === 0 || ![start, end].every(addsUp)) return candidates.slice(0, MOST_PAIRS);
  const before = await waysFrom(start, { ...over, held: [] }, candidates);
  const after = await waysFrom(end, over, candidates);
  return candidates
    .flatMap((pair, at) => {
      const [hadWay, way] = [before.get(at), after.get(at)];
      if (way === undefined) return [];
      const lengthened = hadWay && Math.max(1, way.length / hadWay.length);
      const fastestMs = way.some((node) => slowed.has(node)) ? undefined : pair.fastestMs;
      return [{ ...pair, fastestMs, lengthened }];
    })
    .slice(0, MOST_PAIRS);
}

/** True when a pair has the money for a payment after these others were made, or no model can tell. */
export async function canPayAfter(
  made: readonly PairToProbe[],
  pair: PairToProbe,
  over: LoadOver,
): Promise<boolean> {
  return !addsUp(over.end) || (await waysFrom(over.end, over, [...made, pair])).has(made.length);
}

/** The nodes after the payer that payments reach which succeed in the model, one after the other, by their place. */
async function waysFrom(
  network: Network,
  { header, records, held = [], ...over }: LoadOver,
  payments: readonly PairToProbe[],
): Promise<ReadonlyMap<number, readonly NodeName[]>> {
  const start = network.copy();
  for (const node of stoppedAtEnd({ start: over.start, records }).stopped)
    start.setNodeAttribute(node, 'online', false);
  const tokens = start.getAttribute('tokens');
  for (const { node, settings } of startedWithSettings(records.map(({ operation }) => operation)))
    start.replaceNodeAttributes(node, startedWith(start.getNodeAttributes(node), settings, tokens));
  // After a withdrawal the path-finding service may know another fee curve than the mediators (python-node.md 6).
  const hasWithdrawn = network.someEdge((_, { totalWithdraw }) =>
    totalWithdraw.some((amount) => amount > 0n),
  );
  const areFeesKnown = !isCurved(start) || (held.length === 0 && !hasWithdrawn);
  const operations = payments.map(operationOf);
  const predicted = await simulate({
    scenario: header.scenario,
    pace: 'sequential',
    start,
    held,
    operations,
  });
  return new Map(
    predicted.records.flatMap(({ operation, outcome, trace }) =>
      outcome.kind === 'succeeded' && trace && (trace.hops.length === 1 || areFeesKnown)
        ? [[operation.id, trace.path.slice(1)] as const]
        : [],
    ),
  );
}

// Mediators charge by all that they hold, and the service estimates by what is not locked, of which some is released
// while pairs are probed.
function isCurved(network: Network): boolean {
  return network.someNode((_, { fees = {} }) =>
    Object.values(fees).some((schedule) => schedule !== undefined && schedule.imbalancePpm !== 0),
  );
}

interface PairSeen extends PairToProbe {
  readonly payments: number;
  readonly hasFailedLast: boolean;
}

function pairsOf(records: readonly OperationRecord[]): readonly PairToProbe[] {
  const pairs = new Map<string, PairSeen>();
  for (const { operation, outcome, startedAtMs, endedAtMs } of records.filter(isPaymentRecord)) {
    const { node, target, token, amount } = operation;
    const key = JSON.stringify([node, target, token]);
    const before = pairs.get(key);
    const hasFailedLast = outcome.kind !== 'succeeded';
    const tookMs = hasFailedLast ? undefined : endedAtMs - startedAtMs;
    pairs.set(key, {
      node,
      target,
      token,
      amount: smaller(amount, before?.amount ?? amount),
      fastestMs: least(before?.fastestMs, tookMs),
      payments: (before?.payments ?? 0) + 1,
      hasFailedLast,
    });
  }
  return [...pairs.values()].toSorted(
    (one, other) => Number(other.hasFailedLast) - Number(one.hasFailedLast) || other.payments - one.payments,
  );
}

function least(one: number | undefined, other: number | undefined): number | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return Math.min(one, other);
}

// Slower because the scenario has made them so, and left them.
function slowedNodes(records: readonly OperationRecord[]): ReadonlySet<NodeName> {
  const slowed = new Set<NodeName>();
  for (const { operation } of records) {
    if (operation.kind !== 'slow') continue;
    if (operation.byMs > 0) slowed.add(operation.node);
    else slowed.delete(operation.node);
  }
  return slowed;
}

function operationOf({ node, target, token, amount }: PairToProbe, id: number): Operation {
  const identifier = BigInt(id + 1);
  return { id, kind: 'pay', node, target, token, amount, identifier, atMs: 0, origin: `probe[${id}]` };
}

// Nodes that lie leave a network of which no model can be made.
function addsUp(network: Network): boolean {
  try {
    assertNetworkInvariants(network);
    return true;
  } catch (error) {
    if (!(error instanceof InvariantError)) throw error;
    return false;
  }
}

import {
  addChannel,
  DEFAULT_TIMEOUTS,
  type Network,
  type NodeName,
  type PerEnd,
  type TokenName,
} from '../../model/network/network.ts';
import type { Operation } from '../../model/run/operation.ts';
import type { OperationRecord } from '../../model/run/outcome.ts';
import type { Run } from '../../model/run/run.ts';
import { mannerOf } from '../outcomes/ends-after-steps.ts';
import { CertainFlows, type PaymentEnds } from './certain-flows.ts';

/** How a payment can go. */
export interface Ways {
  /** Mediators on every way, from the initiator to the target. */
  readonly certain: readonly NodeName[];
  /** True when there is no other way. */
  readonly isOnly: boolean;
}

/** When a payment was made, on the run's clock. */
export interface PaidWithin {
  readonly fromMs: number;
  readonly toMs: number;
}

/** When a payment was made that these records are of; absent: nothing tells. */
export function paidWithin(records: readonly OperationRecord[]): PaidWithin | undefined {
  if (records.length === 0) return undefined;
  const isOpen = records.some(({ outcome }) => outcome.kind === 'indeterminate');
  return {
    fromMs: Math.min(...records.map(({ startedAtMs }) => startedAtMs)),
    toMs: isOpen ? ALWAYS.toMs : Math.max(...records.map(({ endedAtMs }) => endedAtMs)),
  };
}

/** A channel that may be there from one moment to another. */
interface Lived extends PaidWithin {
  /** Absent: it was opened by the run. */
  readonly key?: string;
  /** From when it was open for certain; infinite: its opening got no answer. */
  readonly openedMs: number;
  readonly token: TokenName;
  readonly between: PerEnd<NodeName>;
}

/** Within these moments no channel comes or goes. */
interface Phase extends PaidWithin {
  readonly flows: CertainFlows;
}

// A script that opens and closes more is judged by all its channels at once.
const MOST_PHASES = 64;

const ALWAYS: PaidWithin = { fromMs: Number.NEGATIVE_INFINITY, toMs: Number.POSITIVE_INFINITY };

/**
 * The ways of payments through a network whose channels steps open and close: what is there at some moment between
 * request and answer may be used, and what had been closed for certain or was not asked for yet cannot.
 */
export class ChangingWays {
  /** The starting network with every channel that was opened besides. */
  readonly union: Network;
  readonly #phases: readonly Phase[];
  readonly #known = new Map<string, Ways>();

  constructor({ start, records }: Pick<Run, 'start' | 'records'>) {
    const lives = livesOf(start, records);
    this.union = withLives(start, lives);
    const moments = [...new Set(lives.flatMap(({ fromMs, toMs }) => [fromMs, toMs]))]
      .filter((atMs) => Number.isFinite(atMs))
      .toSorted((one, other) => one - other);
    const isOne = moments.length === 0 || moments.length > MOST_PHASES;
    this.#phases = isOne
      ? [{ ...ALWAYS, flows: new CertainFlows(this.union) }]
      : [ALWAYS.fromMs, ...moments].map((fromMs, at): Phase => {
          const toMs = moments[at] ?? ALWAYS.toMs;
          const there = lives.filter((life) => life.fromMs < toMs && life.toMs > fromMs);
          return { fromMs, toMs, flows: new CertainFlows(withLives(start, there)) };
        });
  }

  /** What every way has in common that the payment may take at one of these moments. */
  of({ node, target, token }: PaymentEnds, within: PaidWithin = ALWAYS): Ways {
    const at = this.#phases.flatMap(({ fromMs, toMs }, phase) =>
      fromMs <= within.toMs && toMs >= within.fromMs ? [phase] : [],
    );
    const key = JSON.stringify([token, node, target, at[0], at.length]);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const ways = at.flatMap((phase) => waysBy(this.#phases[phase] as Phase, { node, target, token }) ?? []);
    const made = inCommon(ways);
    this.#known.set(key, made);
    return made;
  }
}

// Undefined: no open channels lead there.
function waysBy({ flows }: Phase, ends: PaymentEnds): Ways | undefined {
  const hops = flows.hops(ends);
  if (hops === undefined) return undefined;
  const certain = hops.slice(0, -1).map(({ to }) => flows.balances[to]?.owner as NodeName);
  return { certain, isOnly: hops.every(({ kind }) => kind === 'channel') };
}

function inCommon(ways: readonly Ways[]): Ways {
  const [first, ...others] = ways;
  if (first === undefined) return { certain: [], isOnly: false };
  const isSame = others.every(({ certain }) => JSON.stringify(certain) === JSON.stringify(first.certain));
  const certain = first.certain.filter((node) => others.every((other) => other.certain.includes(node)));
  return { certain, isOnly: isSame && ways.every(({ isOnly }) => isOnly) };
}

function livesOf(start: Network, records: readonly OperationRecord[]): readonly Lived[] {
  const lives: { -readonly [Key in keyof Lived]: Lived[Key] }[] = start
    .filterEdges((_key, { state }) => state === 'opened')
    .map((key) => {
      const between = start.extremities(key);
      return {
        ...ALWAYS,
        openedMs: ALWAYS.fromMs,
        key,
        token: start.getEdgeAttribute(key, 'token'),
        between,
      };
    });
  for (const record of records) {
    const { operation, startedAtMs, endedAtMs } = record;
    const manner = mannerOf(record);
    if (operation.kind === 'open' && manner !== 'refused') {
      const { token, node, partner } = operation;
      if (start.hasNode(node) && start.hasNode(partner))
        lives.push({
          token,
          between: [node, partner],
          fromMs: startedAtMs,
          openedMs: manner === 'done' ? endedAtMs : ALWAYS.toMs,
          toMs: ALWAYS.toMs,
        });
    }
    if (manner !== 'done') continue;
    // A close beside an opening may have closed the channel that was there before.
    for (const life of lives)
      if (life.openedMs <= startedAtMs && isClosedFor(life, operation))
        life.toMs = Math.min(life.toMs, endedAtMs);
  }
  return lives;
}

// A node that leaves may not know yet what a partner has opened.
function isClosedFor({ key, token, between: [first, second] }: Lived, operation: Operation): boolean {
  if (operation.kind === 'leave')
    return (
      operation.token === token &&
      (operation.node === first || (key !== undefined && operation.node === second))
    );
  if (operation.kind !== 'close' || operation.token !== token) return false;
  return [operation.node, operation.partner].every((one) => one === first || one === second);
}

// Only which channels there are decides the ways.
function withLives(start: Network, lives: readonly Lived[]): Network {
  const kept = new Set(lives.flatMap(({ key }) => key ?? []));
  const gone = start.filterEdges((key, { state }) => state === 'opened' && !kept.has(key));
  const opened = lives.filter(({ key }) => key === undefined);
  if (gone.length === 0 && opened.length === 0) return start;
  const network = start.copy();
  for (const key of gone) network.dropEdge(key);
  opened.forEach(({ token, between }, at) => {
    addChannel(network, { token, identifier: -1 - at, between, deposits: [0n, 0n], ...DEFAULT_TIMEOUTS });
  });
  return network;
}

import { madeOnce } from '../../model/gather.ts';
import {
  addChannel,
  channelKey,
  DEFAULT_TIMEOUTS,
  type Network,
  type NodeName,
} from '../../model/network/network.ts';
import type { OperationRecord } from '../../model/run/operation.ts';
import { CertainFlows, type PaymentEnds } from '../bounds/certain-flows.ts';
import type { ChannelLives } from './channel-lives.ts';
import { ALWAYS, type Stretch } from './stretch.ts';
import type { ChannelLife } from './channel-life.ts';

/** How a payment can go. */
export interface Ways {
  /** Mediators on every way, from the initiator to the target. */
  readonly certain: readonly NodeName[];
  /** True when there is no other way. */
  readonly isOnly: boolean;
}

/** When a payment was made that these records are of; absent: nothing tells. */
export function paidWithin(records: readonly OperationRecord[]): Stretch | undefined {
  if (records.length === 0) return undefined;
  const isOpen = records.some(({ outcome }) => outcome.kind === 'indeterminate');
  return {
    startedAtMs: Math.min(...records.map(({ startedAtMs }) => startedAtMs)),
    endedAtMs: isOpen ? ALWAYS.endedAtMs : Math.max(...records.map(({ endedAtMs }) => endedAtMs)),
  };
}

/** Within these moments no channel comes or goes. */
interface Phase extends Stretch {
  readonly flows: CertainFlows;
}

// A script that opens and closes more is judged by all its channels at once.
const MOST_PHASES = 64;

/**
 * The ways of payments through a network whose channels steps open and close: what is there at some moment between
 * request and answer may be used, and what had been closed for certain or was not asked for yet cannot.
 */
export class ChangingWays {
  readonly #phases: readonly Phase[];
  readonly #ways = new Map<string, Ways>();

  constructor(start: Network, { all }: ChannelLives) {
    const lasting = all.map((life) => ({ ...stretchOf(life), life }));
    const moments = [...new Set(lasting.flatMap(({ startedAtMs, endedAtMs }) => [startedAtMs, endedAtMs]))]
      .filter((atMs) => Number.isFinite(atMs))
      .toSorted((one, other) => one - other);
    const isOne = moments.length === 0 || moments.length > MOST_PHASES;
    this.#phases = isOne
      ? [{ ...ALWAYS, flows: new CertainFlows(withChannels(start, all)) }]
      : [ALWAYS.startedAtMs, ...moments].map((startedAtMs, at): Phase => {
          const endedAtMs = moments[at] ?? ALWAYS.endedAtMs;
          const there = lasting.filter((one) => one.startedAtMs < endedAtMs && one.endedAtMs > startedAtMs);
          return {
            startedAtMs,
            endedAtMs,
            flows: new CertainFlows(
              withChannels(
                start,
                there.map(({ life }) => life),
              ),
            ),
          };
        });
  }

  /** The mediators that all ways share which the payment may take within a stretch of time. */
  of({ node, target, token }: PaymentEnds, within: Stretch = ALWAYS): Ways {
    const at = this.#phases.flatMap(({ startedAtMs, endedAtMs }, phase) =>
      startedAtMs <= within.endedAtMs && endedAtMs >= within.startedAtMs ? [phase] : [],
    );
    const key = JSON.stringify([token, node, target, at[0], at.length]);
    return madeOnce(this.#ways, key, () =>
      inCommon(at.flatMap((phase) => waysBy(this.#phases[phase] as Phase, { node, target, token }) ?? [])),
    );
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

// A close beside the opening may have closed the channel that was there before, and a node that leaves may not know yet
// what its partner has opened.
function stretchOf({ opened, closings, between }: ChannelLife): Stretch {
  const ends = closings.flatMap(({ node, fromMs, doneMs, isCertain }) => {
    const isKnown = opened.by === null || node === between[0] || isCertain;
    return isKnown && opened.doneMs <= fromMs ? [doneMs] : [];
  });
  return { startedAtMs: opened.fromMs, endedAtMs: Math.min(ALWAYS.endedAtMs, ...ends) };
}

// Only which channels there are decides the ways.
function withChannels(start: Network, lives: readonly ChannelLife[]): Network {
  const kept = new Set(
    lives.flatMap(({ opened, token, identifier }) =>
      opened.by === null && identifier !== undefined ? [channelKey(token, identifier)] : [],
    ),
  );
  const gone = start.filterEdges((key, { state }) => state === 'opened' && !kept.has(key));
  const opened = lives.filter(({ opened: { by } }) => by !== null);
  if (gone.length === 0 && opened.length === 0) return start;
  const network = start.copy();
  for (const key of gone) network.dropEdge(key);
  opened.forEach(({ token, between }, at) => {
    addChannel(network, { token, identifier: -1 - at, between, deposits: [0n, 0n], ...DEFAULT_TIMEOUTS });
  });
  return network;
}

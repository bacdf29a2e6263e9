import { InvariantError } from '../errors.ts';
import type { Amount } from '../model/network/amount.ts';
import { type FeeSchedule, NO_FEES } from '../model/network/fees.ts';
import { type ByNode, type EndIndex, type NodeIndex, otherEnd } from '../model/network/indices.ts';
import {
  channelKey,
  type Network,
  type NodeName,
  type Timeouts,
  timeoutsAt,
  type TokenNetwork,
} from '../model/network/network.ts';
import { channelsOf, isInOrder } from '../model/network/packed-network.ts';
import type { ProtocolSpec } from '../model/scenario/scenario.ts';
import type { Clock } from '../ports/clock.ts';
import type { FeePolicy } from '../ports/fee-policy.ts';
import { BelievedNetwork } from './view/believed-network.ts';
import { ChannelGraph } from './channel-graph.ts';
import { DelayedAmounts } from './view/delayed-amounts.ts';
import { FeeCurves } from './fees/fee-curves.ts';
import { delayedBalances, type KnownBalances, KnownCapacities } from './view/known-balances.ts';
import { Ledger } from './ledger.ts';
import type { Messenger } from './messenger.ts';

/** One token network at work: its channels, their money, and what routers know of them. */
export interface TokenLayer {
  readonly token: TokenNetwork;
  readonly graph: ChannelGraph;
  readonly ledger: Ledger;
  readonly view: BelievedNetwork;
  readonly curves: FeeCurves;
  /** What each node's channels are given unless a request says otherwise. */
  readonly timeouts: ByNode<Timeouts>;
  /** What each node charges here as a mediator. */
  readonly schedules: ByNode<FeeSchedule>;
  /** Tokens each node owns on-chain. */
  readonly onChain: Iterable<Amount> & { [node: NodeIndex]: Amount };
  /** How many locks expired at an end whose payee has not heard of it yet; absent: none. */
  readonly unheard: Map<EndIndex, number>;
  /** Withdrawn from channels, not yet confirmed on-chain. */
  inTransit: Amount;
  /** On-chain, in transit and in channels together; never changes. */
  readonly supply: Amount;
  /** Adds a channel to graph and ledger; returns its first end. */
  addChannel(channel: NewChannel): EndIndex;
}

type NewChannel = Parameters<ChannelGraph['add']>[0] & { readonly ends: readonly [NewEnd, NewEnd] };
type NewEnd = Parameters<Ledger['addEnd']>[0];

/** What a layer is made of; `nodeOf` numbers the nodes. */
interface LayerParts {
  readonly network: Network;
  readonly token: TokenNetwork;
  readonly nodeOf: ReadonlyMap<string, NodeIndex>;
  readonly rules: ProtocolSpec;
  readonly clock: Clock;
  readonly messenger: Messenger;
  readonly fees: FeePolicy;
}

/** Compiles the channels of one token. */
export function createTokenLayer(parts: LayerParts): TokenLayer {
  const { token, nodeOf, rules, clock, messenger, fees } = parts;
  const graph = new ChannelGraph({
    nodeCount: nodeOf.size,
    beforeChange: () => view.beforeStructureChanges(),
  });
  const isDelayed = rules.view === 'delayed';
  const delayMs = isDelayed ? rules.viewDelayMs : 0;
  const seesCapacities = rules.view === 'capacity';
  const delayed = new DelayedAmounts(clock, delayMs);
  const ledger: Ledger = new Ledger(
    rules.view === 'exact'
      ? {}
      : {
          onChange: (end) => {
            if (isDelayed) delayed.noteChange(end, ledger.available(end));
            else capacities.noteChange(end);
          },
        },
  );
  const capacities = new KnownCapacities(ledger);
  const seen = seesCapacities ? capacities : ledger;
  const known: KnownBalances = isDelayed ? delayedBalances(delayed) : seen;
  const curves = new FeeCurves({ ledger, clock, delayMs });
  // Routers that see only capacities cannot know an imbalance, so they charge none.
  const charged = [...nodeOf.keys()].map((name) => scheduleOf(parts, name));
  const believed = seesCapacities ? charged.map((schedule) => ({ ...schedule, imbalancePpm: 0 })) : charged;
  const view = new BelievedNetwork({ graph, curves, known, messenger, fees, schedules: believed });
  const addChannel = (channel: NewChannel): EndIndex => {
    for (const end of channel.ends) {
      ledger.addEnd(end);
      // Memory for what routers are not shown would be wasted.
      if (isDelayed) delayed.addEnd(end.balance);
    }
    const capacity = channel.ends[0].balance + channel.ends[1].balance;
    if (seesCapacities) capacities.addChannel(capacity);
    curves.addChannel(capacity);
    return graph.add(channel);
  };
  const onChain = Array.from({ length: nodeOf.size }, () => token.balancePerNode);
  addStartingChannels(parts, { addChannel, onChain });
  const schedules: ByNode<FeeSchedule> = charged;
  const timeouts: ByNode<Timeouts> = [...nodeOf.keys()].map((name) =>
    timeoutsAt(parts.network, name, token.name),
  );
  const money = { onChain, unheard: new Map(), inTransit: 0n, supply: 0n };
  const layer = { token, graph, ledger, view, curves, schedules, timeouts, ...money, addChannel };
  layer.supply = tokensOf(layer);
  return layer;
}

function scheduleOf({ network, token }: LayerParts, node: NodeName): FeeSchedule {
  return network.getNodeAttribute(node, 'fees')?.[token.name] ?? NO_FEES;
}

/** Throws InvariantError when a channel of the layer breaks an invariant or tokens came or went. */
export function assertLayerInvariants(layer: TokenLayer): void {
  const { graph, ledger, token } = layer;
  for (const end of graph.allEnds()) {
    if (end < otherEnd(end) && graph.phase(end) !== 'gone')
      ledger.assertInvariants(end, channelKey(token.name, graph.identifier(end)));
  }
  const found = tokensOf(layer);
  if (found !== layer.supply)
    throw new InvariantError(
      `token ${token.name}: there were ${layer.supply} tokens and now there are ${found}`,
    );
}

/** Throws InvariantError when something is locked: to be asked when no transfer is in flight. */
export function assertNothingLocked({ graph, ledger, token }: TokenLayer): void {
  for (const end of graph.allEnds()) {
    const locked = ledger.lockedAmount(end);
    if (locked !== 0n || ledger.pendingLocks(end) !== 0)
      throw new InvariantError(
        `channel ${channelKey(token.name, graph.identifier(end))}: ${locked} is locked, and no transfer is in flight`,
      );
  }
}

function tokensOf({ graph, ledger, onChain, inTransit }: TokenLayer): Amount {
  let sum = inTransit;
  for (const amount of onChain) sum += amount;
  for (const end of graph.allEnds()) {
    if (graph.phase(end) !== 'gone') sum += ledger.balance(end);
  }
  return sum;
}

function addStartingChannels(
  { network, token, nodeOf }: LayerParts,
  { addChannel, onChain }: Pick<TokenLayer, 'addChannel' | 'onChain'>,
): void {
  const nodes = network.nodes().map((name) => nodeOf.get(name) as NodeIndex);
  const channels = channelsOf(network);
  const add = (row: number): void => {
    if (channels.token(row) !== token.name) return;
    const end = (side: 0 | 1): NewEnd => ({
      totalDeposit: channels.totalDeposit(row, side),
      totalWithdraw: channels.totalWithdraw(row, side),
      balance: channels.balance(row, side),
    });
    const between = [nodes[channels.node(row, 0)] as NodeIndex, nodes[channels.node(row, 1)] as NodeIndex];
    const ends = [end(0), end(1)] as const;
    addChannel({
      between: between as [NodeIndex, NodeIndex],
      identifier: channels.identifier(row),
      settleTimeout: channels.settleTimeout(row),
      revealTimeouts: [channels.revealTimeout(row, 0), channels.revealTimeout(row, 1)],
      phase: channels.state(row),
      ends,
    });
    for (const side of [0, 1] as const) {
      const node = between[side] as NodeIndex;
      const left = (onChain[node] as Amount) - ends[side].totalDeposit + ends[side].totalWithdraw;
      onChain[node] = left > 0n ? left : 0n;
    }
  };
  // Networks are built in this order; sorting copies them, and a copy of a large one takes as much memory again.
  if (isInOrder(network)) for (let row = 0; row < channels.length; row += 1) add(row);
  else
    Array.from({ length: channels.length }, (_, row) => row)
      .sort((one, other) => channels.identifier(one) - channels.identifier(other))
      .forEach(add);
}

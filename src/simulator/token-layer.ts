import { InvariantError } from '../errors.ts';
import type { Amount } from '../model/network/amount.ts';
import { EXACT } from '../model/network/amount-column.ts';
import { type FeeSchedule, NO_FEES, type ToldCapacities } from '../model/network/fees.ts';
import { type ByNode, type EndIndex, type NodeIndex, otherEnd } from '../model/network/indices.ts';
import {
  channelKey,
  type Network,
  type NodeAttributes,
  type Timeouts,
  type TokenName,
  type TokenNetwork,
  timeoutsOf,
} from '../model/network/network.ts';
import { channelsOf } from '../model/network/channels-on-demand.ts';
import type { ProtocolSpec } from '../model/scenario/scenario.ts';
import type { Clock } from '../ports/clock.ts';
import type { FeePolicy } from '../ports/fee-policy.ts';
import { ChannelGraph } from './channel-graph.ts';
import { FeeCurves } from './fees/fee-curves.ts';
import { Ledger } from './ledger.ts';
import type { Messenger } from './messenger.ts';
import { BelievedNetwork } from './view/believed-network.ts';
import { DelayedAmounts, type KnownBalances, KnownCapacities } from './known-balances.ts';

/** One token network at work: its channels, their money, and what routers know of them. */
export interface TokenLayer {
  readonly token: TokenNetwork;
  readonly graph: ChannelGraph;
  readonly ledger: Ledger;
  readonly view: BelievedNetwork;
  readonly curves: FeeCurves;
  /** Timeouts of each node's channels unless a request says otherwise. */
  readonly timeouts: ByNode<Timeouts>;
  /** Fees of each node as a mediator. */
  readonly schedules: ByNode<FeeSchedule>;
  /** Tokens each node owns on-chain. */
  readonly onChain: Iterable<Amount> & { [node: NodeIndex]: Amount };
  /** How many locks expired at an end whose payee has not heard of it yet; absent: none. */
  readonly unheard: Map<EndIndex, number>;
  /** Withdrawn from channels, not yet confirmed on-chain. */
  inTransit: Amount;
  /** On-chain, in transit and in channels together; only minting and the user deposit change it. */
  supply: Amount;
  /** Takes over the fees and timeouts of a node that was started with others; the service hears of its fees. */
  configure(node: NodeIndex): void;
  /** The edge key of the channel of an end: made once, because every hop of every payment names it. */
  readonly keyOf: (end: EndIndex) => string;
  /** Adds a channel to graph and ledger; returns its first end. */
  addChannel(channel: NewChannel): EndIndex;
}

type NewTerms = Parameters<ChannelGraph['add']>[0];
type NewEnd = Parameters<Ledger['addEnd']>[0];
type NewChannel = NewTerms & { readonly ends: readonly [NewEnd, NewEnd] };

/** The parts of a layer; `nodeOf` numbers the nodes, `nodes` has them by number. */
export interface LayerParts {
  readonly network: Network;
  readonly token: TokenNetwork;
  /** The token whose fees and timeouts the nodes have in this one; absent: its own. */
  readonly termsOf?: TokenName | undefined;
  readonly nodeOf: ReadonlyMap<string, NodeIndex>;
  readonly nodes: readonly NodeAttributes[];
  /** The protocol's numbers, as the scenario has them. */
  readonly rules: ProtocolSpec;
  readonly clock: Clock;
  readonly messenger: Messenger;
  readonly fees: FeePolicy;
  readonly told?: ToldCapacities | undefined;
}

/** Compiles the channels of one token. */
export function createTokenLayer(parts: LayerParts): TokenLayer {
  const { token, termsOf = token.name, nodes, rules, clock, messenger, fees, told } = parts;
  const graph = new ChannelGraph({
    nodeCount: nodes.length,
    beforeChange: () => view.beforeStructureChanges(),
  });
  const isDelayed = rules.view === 'delayed';
  const delayMs = isDelayed ? rules.viewDelayMs : 0;
  const seesCapacities = rules.view === 'capacity';
  const delayed = new DelayedAmounts(clock, delayMs);
  const tellView = (end: EndIndex): void => {
    if (isDelayed) delayed.noteChange(end, ledger.available(end));
    else if (seesCapacities) capacities.noteChange(end);
  };
  const ledger: Ledger = new Ledger(rules.view === 'exact' ? {} : { onChange: tellView });
  const capacities = new KnownCapacities(ledger);
  const seen = seesCapacities ? capacities : ledger;
  const known: KnownBalances = isDelayed ? delayed : seen;
  const curves = new FeeCurves({ ledger, clock, delayMs });
  const feesOf = ({ fees: own }: NodeAttributes): FeeSchedule => own?.[termsOf] ?? NO_FEES;
  // Routers that see only capacities cannot know an imbalance, so they charge none.
  const believedOf = (schedule: FeeSchedule): FeeSchedule =>
    seesCapacities ? { ...schedule, imbalancePpm: 0 } : schedule;
  const charged = nodes.map(feesOf);
  const believed = rules.view === 'exact' ? charged : charged.map(believedOf);
  const view = new BelievedNetwork({ graph, curves, known, messenger, fees, schedules: believed });
  const keys: (string | undefined)[] = [];
  // A channel whose money is in the ledger.
  const addTerms = (channel: NewTerms): EndIndex => {
    const end = (2 * keys.push(undefined) - 2) as EndIndex;
    // Memory for what routers are not shown would be wasted.
    if (isDelayed) for (const each of [end, otherEnd(end)]) delayed.addEnd(ledger.balance(each));
    const capacity = ledger.capacity(end);
    if (seesCapacities) capacities.addChannel(capacity);
    curves.addChannel(capacity, told?.get(channelKey(token.name, channel.identifier)));
    return graph.add(channel);
  };
  const onChain = nodes.map(() => token.balancePerNode);
  addStartingChannels({ ...parts, ledger, onChain }, addTerms);
  const schedules: ByNode<FeeSchedule> = charged;
  const timeouts = nodes.map((node) => timeoutsOf(node, termsOf));
  const configure = (node: NodeIndex): void => {
    view.beforeStructureChanges();
    const own = nodes[node] as NodeAttributes;
    const schedule = feesOf(own);
    charged[node] = schedule;
    timeouts[node] = timeoutsOf(own, termsOf);
    const tell = (): void => view.tellFees(node, believedOf(schedule));
    if (isDelayed) clock.schedule(delayMs, tell);
    else tell();
  };
  const money = { onChain, unheard: new Map(), inTransit: 0n, supply: 0n };
  const layer: TokenLayer = {
    token,
    graph,
    ledger,
    view,
    curves,
    schedules,
    timeouts,
    ...money,
    configure,
    keyOf: (end) => (keys[end >> 1] ??= channelKey(token.name, graph.identifier(end))),
    addChannel: (channel) => {
      for (const end of channel.ends) ledger.addEnd(end);
      return addTerms(channel);
    },
  };
  layer.supply = tokensOf(layer);
  return layer;
}

/** Throws InvariantError when a channel of the layer breaks an invariant or tokens came or went. */
export function assertLayerInvariants(layer: TokenLayer): void {
  const { graph, ledger } = layer;
  for (let channel = 0; channel < graph.channelCount; channel += 1) {
    const end = (2 * channel) as EndIndex;
    if (graph.phase(end) !== 'gone' && !ledger.isSurelySound(end))
      ledger.assertInvariants(end, layer.keyOf(end));
  }
  const supplyNow = tokensOf(layer);
  if (supplyNow !== layer.supply)
    throw new InvariantError(
      `token ${layer.token.name}: there were ${layer.supply} tokens and now there are ${supplyNow}`,
    );
}

/** Throws InvariantError when something is locked: to be asked when no transfer is in flight. */
export function assertNothingLocked({ graph, ledger, keyOf }: TokenLayer): void {
  for (let number = 0; number < 2 * graph.channelCount; number += 1) {
    const end = number as EndIndex;
    const locked = ledger.lockedAmount(end);
    if (locked !== 0n || ledger.pendingLocks(end) !== 0)
      throw new InvariantError(`channel ${keyOf(end)}: ${locked} is locked, and no transfer is in flight`);
  }
}

function tokensOf({ graph, ledger, onChain, inTransit }: TokenLayer): Amount {
  let sum = inTransit;
  for (const amount of onChain) sum += amount;
  for (let channel = 0; channel < graph.channelCount; channel += 1) {
    const end = (2 * channel) as EndIndex;
    if (graph.phase(end) !== 'gone') sum += ledger.capacity(end);
  }
  return sum;
}

function addStartingChannels(
  parts: LayerParts & { readonly ledger: Ledger; readonly onChain: Amount[] },
  addTerms: (channel: NewTerms) => void,
): void {
  const { network, token, nodeOf, ledger, onChain } = parts;
  const nodes = network.nodes().map((name) => nodeOf.get(name) as NodeIndex);
  const channels = channelsOf(network).ofToken(token.name);
  ledger.startWith(channels.money);
  // Deposits that are not taken from what nodes own yet: doubles add up without making objects.
  const deposited = new Float64Array(onChain.length);
  const take = (node: NodeIndex, amount: Amount): void => {
    const left = (onChain[node] as Amount) - amount;
    onChain[node] = left > 0n ? left : 0n;
  };
  const takeDeposited = (node: NodeIndex): void => {
    take(node, BigInt(deposited[node] as number));
    deposited[node] = 0;
  };
  const leave = (node: NodeIndex, row: number, side: 0 | 1): void => {
    const sum = (deposited[node] as number) + channels.near('totalDeposit', row, side);
    if (sum < EXACT && channels.near('totalWithdraw', row, side) === 0) {
      deposited[node] = sum;
      return;
    }
    takeDeposited(node);
    take(node, channels.totalDeposit(row, side) - channels.totalWithdraw(row, side));
  };
  for (let row = 0; row < channels.length; row += 1) {
    const first = nodes[channels.node(row, 0)] as NodeIndex;
    const second = nodes[channels.node(row, 1)] as NodeIndex;
    addTerms({
      between: [first, second],
      identifier: channels.identifier(row),
      settleTimeout: channels.settleTimeout(row),
      revealTimeouts: [channels.revealTimeout(row, 0), channels.revealTimeout(row, 1)],
      phase: channels.state(row),
    });
    leave(first, row, 0);
    leave(second, row, 1);
  }
  for (const node of onChain.keys()) takeDeposited(node as NodeIndex);
}

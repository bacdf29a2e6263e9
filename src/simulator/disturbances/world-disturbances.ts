import type {
  DisturbanceRecord,
  Disturbances as DisturbanceSpecs,
  HoldSpec,
  JamSpec,
  Likelihood,
} from '../../model/disturbances/disturbance.ts';
import type { Address } from '../../model/network/address.ts';
import type { Amount } from '../../model/network/amount.ts';
import type { ByNode, NodeIndex } from '../../model/network/indices.ts';
import type { NodeName, TokenName } from '../../model/network/network.ts';
import type { Blocks } from '../../ports/clock.ts';
import type { NodeDesk } from '../../ports/protocol.ts';
import type { RandomSource, RandomStream } from '../../ports/random.ts';
import type { Route } from '../../ports/router.ts';
import { REPLENISH_KEYS } from '../../model/disturbances/replenish.ts';
import type { TokenLayer } from '../token-layer.ts';
import { Replenisher, type WayAsked } from './replenisher.ts';
import { chosenNodes, Churn, type ChurnParts, knownNode } from './churn.ts';
import { Jammer } from './jammer.ts';
import { HeldMoney, OnlineClock } from './measures.ts';
import type { MessageCounts } from './message-faults.ts';

/** The network in which nodes act by themselves. */
interface Stage {
  readonly deskOf: (node: NodeIndex) => NodeDesk;
  readonly layers: readonly TokenLayer[];
  readonly routes: (layer: TokenLayer, between: WayAsked) => readonly Route[];
}

export interface DisturbanceParts extends Omit<ChurnParts, 'specs' | 'onChange'> {
  readonly specs: DisturbanceSpecs;
  readonly blocks: Blocks;
  /** In name order: a node's number is its place here. */
  readonly names: ByNode<NodeName>;
  readonly addresses: ByNode<Address>;
  readonly tokens: readonly { readonly name: TokenName; readonly tokenAddress: Address }[];
  readonly maxPendingLocks: number;
  readonly messageCounts: MessageCounts;
  readonly onChurn: (node: NodeName) => void;
}

/** The disturbances of one world, by chance or on purpose, and the record of them. */
export class WorldDisturbances {
  readonly #parts: DisturbanceParts;
  readonly #online: OnlineClock;
  readonly #holding: Holding;
  readonly #money: ReadonlyMap<TokenName, HeldMoney>;
  #churn: Churn | undefined;
  #jammers: readonly Jammer[] = [];
  #replenishers: readonly Replenisher[] = [];
  #transfers = 0;
  #record: DisturbanceRecord | undefined;

  constructor(parts: DisturbanceParts) {
    const { clock, messenger, names, nodeByName, random, specs, tokens } = parts;
    this.#parts = parts;
    this.#online = new OnlineClock(
      [...names],
      (node) => messenger.isRunning(node as NodeIndex),
      clock.nowMs(),
    );
    const holds = (specs.griefing ?? []).flatMap((spec, index) =>
      spec.kind === 'hold' ? [{ ...spec, index }] : [],
    );
    this.#holding = new Holding(holds, nodeByName, random);
    this.#money = new Map(tokens.map(({ name }) => [name, new HeldMoney()]));
  }

  /** Lets nodes come and go, and attackers and nodes that fill their ends act through their desks. */
  begin({ deskOf, layers, routes }: Stage): void {
    const { specs } = this.#parts;
    const { names, onChurn } = this.#parts;
    const onChange = (node: NodeIndex): void => onChurn(names[node] as NodeName);
    if (specs.churn !== undefined) this.#churn = new Churn({ ...this.#parts, specs: specs.churn, onChange });
    this.#jammers = (specs.griefing ?? []).flatMap((spec, index) =>
      spec.kind === 'jam' ? [this.#jammer(spec, `griefing[${index}].jam`, deskOf)] : [],
    );
    this.#replenishers = (specs.replenish ?? []).map((spec, index) => {
      const { nodeByName, clock, addresses } = this.#parts;
      const at = `replenish[${index}].${REPLENISH_KEYS[spec.kind]}`;
      const layer = layers.find(({ token }) => token.name === spec.token) as TokenLayer;
      return new Replenisher({
        spec,
        node: knownNode(nodeByName, spec.node, `${at}.node`),
        partners:
          spec.partners &&
          new Set(spec.partners.map((name) => knownNode(nodeByName, name, `${at}.partners`))),
        layer,
        addresses,
        clock,
        deskOf,
        routes: (between) => routes(layer, between),
      });
    });
  }

  /** True when the node does nothing with a transfer that it gets; asked once for each transfer. */
  holds(node: NodeIndex, role: 'target' | 'mediator', amount: Amount): boolean {
    return this.#holding.holds(node, role, amount);
  }

  /**
   * From now on so much is locked, all hops together, by a payment that will not be completed; negative: it is
   * released.
   */
  heldChanged(token: TokenName, by: Amount): void {
    if (by > 0n) this.#transfers += 1;
    this.#money.get(token)?.change(by, this.#nowMs());
  }

  left(node: NodeIndex): void {
    this.#online.left(node, this.#nowMs());
  }

  returned(node: NodeIndex): void {
    this.#online.returned(node, this.#nowMs());
  }

  /**
   * Ends what goes wrong: nodes that churn took come back, attackers send nothing more. Tells what there was until
   * now.
   */
  calm(): DisturbanceRecord {
    this.#record ??= this.#recordNow();
    this.#churn?.stop({ areBack: true });
    for (const each of [...this.#jammers, ...this.#replenishers]) each.stop();
    return this.#record;
  }

  /** The world is left behind: nothing more of this happens in it. */
  abandon(): void {
    this.#churn?.stop({ areBack: false });
    for (const each of [...this.#jammers, ...this.#replenishers]) each.stop();
  }

  #recordNow(): DisturbanceRecord {
    const untilMs = this.#nowMs();
    return {
      untilMs,
      online: this.#online.timesUntil(untilMs),
      held: {
        transfers: this.#transfers,
        tokens: [...this.#money].map(([token, money]) => ({ token, ...money.seriesUntil(untilMs) })),
      },
      jams: this.#jammers.map(({ record }) => record),
      messages: { ...this.#parts.messageCounts },
      ...(this.#replenishers.length > 0 && {
        replenish: this.#replenishers.map(({ record }) => record),
      }),
    };
  }

  #jammer(spec: JamSpec, at: string, deskOf: (node: NodeIndex) => NodeDesk): Jammer {
    const { nodeByName, addresses, tokens, maxPendingLocks } = this.#parts;
    const from = knownNode(nodeByName, spec.from, `${at}.from`);
    const addressOf = (name: NodeName, field: string): Address =>
      addresses[knownNode(nodeByName, name, field)] as Address;
    const target = addressOf(spec.to, `${at}.to`);
    const { through } = spec;
    const between = through?.map((name, index) => addressOf(name, `${at}.through[${index}]`));
    return new Jammer({
      ...this.#parts,
      spec,
      from,
      target,
      token: tokens.find(({ name }) => name === spec.token)?.tokenAddress as Address,
      path: between === undefined ? undefined : [addresses[from] as Address, ...between, target],
      slots: spec.slots ?? maxPendingLocks,
      desk: deskOf(from),
    });
  }

  #nowMs(): number {
    return this.#parts.clock.nowMs();
  }
}

interface Holder {
  readonly nodes: ReadonlySet<NodeIndex>;
  readonly role: HoldSpec['role'];
  readonly probability: Likelihood;
  readonly stream: RandomStream;
}

/** Says which transfers are held, by the scenario's list and chance. */
class Holding {
  readonly #holders: readonly Holder[];

  /** Each with its place in the scenario's list. */
  constructor(
    specs: readonly (HoldSpec & { readonly index: number })[],
    nodeByName: ReadonlyMap<NodeName, NodeIndex>,
    random: RandomSource,
  ) {
    this.#holders = specs.map(({ index, nodes, role, probability }) => {
      const stream = random.stream(`griefing ${index}`);
      const at = `griefing[${index}].hold.nodes`;
      return { nodes: new Set(chosenNodes(nodes, nodeByName, stream, at)), role, probability, stream };
    });
  }

  /** True when the node does nothing with a transfer that it gets; asked once for each transfer. */
  holds(node: NodeIndex, role: 'target' | 'mediator', amount: Amount): boolean {
    for (const holder of this.#holders)
      if (
        holder.nodes.has(node) &&
        (holder.role === 'either' || holder.role === role) &&
        holder.stream() < probabilityOf(holder.probability, amount)
      )
        return true;
    return false;
  }
}

// For 2^53 and more the nearest double decides: the draw itself has no more digits.
function probabilityOf(likelihood: Likelihood, amount: Amount): number {
  return likelihood.kind === 'fixed'
    ? likelihood.probability
    : Math.min(1, Number(amount) / Number(likelihood.capacity));
}

import type { Address } from '../../model/network/address.ts';
import type { Amount } from '../../model/network/amount.ts';
import type { ByNode, NodeIndex } from '../../model/network/indices.ts';
import type { NodeName, TokenName } from '../../model/network/network.ts';
import type { DisturbanceRecord } from '../../model/disturbances/disturbance-record.ts';
import type { Disturbances as DisturbanceSpecs, JamSpec } from '../../model/disturbances/disturbance.ts';
import type { Blocks } from '../../ports/blocks.ts';
import type { Clock } from '../../ports/clock.ts';
import type { NodeDesk } from '../../ports/protocol.ts';
import type { RandomSource } from '../../ports/random.ts';
import type { Messenger } from '../messenger.ts';
import { knownNode } from './chosen-nodes.ts';
import { Churn } from './churn.ts';
import { HeldMoney } from './held-money.ts';
import { Holding } from './holding.ts';
import { Jammer } from './jammer.ts';
import type { MessageCounts } from './message-faults.ts';
import { OnlineClock } from './online-clock.ts';

interface DisturbanceParts {
  readonly specs: DisturbanceSpecs;
  readonly clock: Clock;
  readonly blocks: Blocks;
  readonly messenger: Messenger;
  readonly random: RandomSource;
  readonly names: ByNode<NodeName>;
  readonly nodeByName: ReadonlyMap<NodeName, NodeIndex>;
  readonly addresses: ByNode<Address>;
  readonly tokens: readonly { readonly name: TokenName; readonly tokenAddress: Address }[];
  readonly maxPendingLocks: number;
  readonly messageCounts: MessageCounts;
  readonly onChurn: (node: NodeName) => void;
}

/** What goes wrong in one world, by chance or on purpose, and the record of it. */
export class WorldDisturbances {
  readonly #parts: DisturbanceParts;
  readonly #online: OnlineClock;
  readonly #holding: Holding;
  readonly #money: ReadonlyMap<TokenName, HeldMoney>;
  #churn: Churn | undefined;
  #jammers: readonly Jammer[] = [];
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

  /** Lets nodes come and go, and attackers act through their desks. */
  begin(deskOf: (node: NodeIndex) => NodeDesk): void {
    const { specs } = this.#parts;
    const { names, onChurn } = this.#parts;
    const onChange = (node: NodeIndex): void => onChurn(names[node] as NodeName);
    if (specs.churn !== undefined) this.#churn = new Churn({ ...this.#parts, specs: specs.churn, onChange });
    this.#jammers = (specs.griefing ?? []).flatMap((spec, index) =>
      spec.kind === 'jam' ? [this.#jammer(spec, `griefing[${index}].jam`, deskOf)] : [],
    );
  }

  /** True when the node does nothing with a transfer that it gets; asked once for each transfer. */
  holds(node: NodeIndex, role: 'target' | 'mediator', amount: Amount): boolean {
    return this.#holding.holds(node, role, amount);
  }

  /** From now on so much is locked, all hops together, by a payment that will not be completed; negative: it is released. */
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

  /** Ends what goes wrong: nodes that churn took come back, attackers send nothing more. Tells what there was until now. */
  calm(): DisturbanceRecord {
    this.#record ??= this.#recordNow();
    this.#churn?.stop({ areBack: true });
    for (const jammer of this.#jammers) jammer.stop();
    return this.#record;
  }

  /** The world is left behind: nothing more of this happens in it. */
  abandon(): void {
    this.#churn?.stop({ areBack: false });
    for (const jammer of this.#jammers) jammer.stop();
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

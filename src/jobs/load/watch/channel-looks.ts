import { madeOnce } from '../../../model/gather.ts';
import type { WatchedEnd, WatchedLook } from '../../../model/load/load-result.ts';
import { channelKey, type Network, type NodeName } from '../../../model/network/network.ts';
import type { Answer, ChannelView, PendingTransfer } from '../../../model/run/answer.ts';
import { changesChannels, type OperationRecord } from '../../../model/run/operation.ts';
import type { Clock } from '../../../ports/clock.ts';
import { type ConnectedNode, connectNode } from '../../../rest/connect/connect-node.ts';
import { type Names, namesOf } from '../../../verdict/facts/names.ts';
import type { Target } from '../../targets/target.ts';
import { KeptLooks, type LookedAt, unreadableLooks } from './history-watcher.ts';

// A later answer is none: the look is to show how the target stands now.
const READ_DEADLINE_MS = 2_000;

/** Looks at what nodes show while a load runs, each connected when it is first looked at; what they say is kept. */
export class ChannelLooks {
  readonly #targets: Readonly<Record<NodeName, Target>>;
  readonly #clock: Clock;
  readonly #names: Names;
  readonly #kept = new KeptLooks();
  readonly #connected = new Map<NodeName, ConnectedNode>();

  constructor(start: Network, targets: Readonly<Record<NodeName, Target>>, clock: Clock) {
    this.#targets = targets;
    this.#clock = clock;
    this.#names = namesOf(start);
  }

  /** All looks so far. */
  get all(): readonly WatchedLook[] {
    return this.#kept.all;
  }

  async channels(node: NodeName): Promise<Answer<readonly ChannelView[]>> {
    const askedAtMs = this.#clock.nowMs();
    const answer = await this.#node(node).channels();
    const look = { node, askedAtMs, answeredAtMs: this.#clock.nowMs() };
    if (answer.kind === 'ok')
      this.#kept.add({ ...look, kind: 'channels', channels: this.#ends(answer.value) });
    else this.#keepUnreadable({ ...look, view: 'channels' }, answer);
    return answer;
  }

  async pending(node: NodeName): Promise<Answer<readonly PendingTransfer[]>> {
    const askedAtMs = this.#clock.nowMs();
    const answer = await this.#node(node).pendingTransfers();
    const look = { node, askedAtMs, answeredAtMs: this.#clock.nowMs() };
    if (answer.kind !== 'ok') this.#keepUnreadable({ ...look, view: 'pending' }, answer);
    return answer;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#connected.values()].map((node) => node.close()));
  }

  #node(name: NodeName): ConnectedNode {
    return madeOnce(this.#connected, name, () => {
      const { address: _address, ...place } = this.#targets[name] as Target;
      return connectNode({ ...place, deadlineMs: READ_DEADLINE_MS });
    });
  }

  #ends(channels: readonly ChannelView[]): readonly WatchedEnd[] {
    return channels.map(({ tokenAddress, channelIdentifier, settleTimeout, revealTimeout, ...shown }) => ({
      channel: channelKey(this.#names.token(tokenAddress), Number(channelIdentifier)),
      balance: shown.balance,
      totalDeposit: shown.totalDeposit,
      totalWithdraw: shown.totalWithdraw,
      state: shown.state,
      settleTimeout: Number(settleTimeout),
      revealTimeout: Number(revealTimeout),
    }));
  }

  #keepUnreadable(look: LookedAt, answer: Exclude<Answer<unknown>, { kind: 'ok' }>): void {
    for (const one of unreadableLooks(look, answer)) this.#kept.add(one);
  }
}

// Each node looked at keeps a connection; in a network of thousands only the first ones are.
const MOST_OTHERS = 100;
// A script of more steps than this is looked at as it goes on, by the turns.
const MOST_STEPS = 200;

/**
 * Looks at the nodes that tell nothing new of any balance: a few in every turn, so that each is looked at now and then,
 * and a node that has just said that it changed a channel, at once.
 */
export class OtherLooks {
  readonly #looks: ChannelLooks;
  readonly #others: NodeName[];
  readonly #isTarget: (node: NodeName) => boolean;
  readonly #underWay = new Set<Promise<unknown>>();
  #steps = 0;

  constructor({
    start,
    looks,
    told,
    isTarget,
  }: {
    readonly start: Network;
    readonly looks: ChannelLooks;
    /** The nodes that are looked at in every turn. */
    readonly told: readonly NodeName[];
    readonly isTarget: (node: NodeName) => boolean;
  }) {
    this.#looks = looks;
    this.#isTarget = isTarget;
    const known = new Set(told);
    this.#others = start
      .filterNodes((node, { online }) => online && !known.has(node) && isTarget(node))
      .slice(0, MOST_OTHERS);
  }

  /** The next ones in turn, one after the other; says how many. */
  async turn(count: number, isEnough: () => boolean): Promise<number> {
    const next = this.#others.splice(0, count);
    let looked = 0;
    for (const node of next) {
      if (isEnough()) break;
      looked += 1;
      const answer = await this.#looks.channels(node);
      // A silent node is not waited for again.
      if (answer.kind !== 'indeterminate') this.#others.push(node);
    }
    return looked;
  }

  /** A node that acknowledged a change to its channels has to show it from then on. */
  after({ operation, outcome }: OperationRecord): void {
    if (!changesChannels(operation)) return;
    if (outcome.kind !== 'succeeded' || this.#steps >= MOST_STEPS || !this.#isTarget(operation.node)) return;
    this.#steps += 1;
    const look = this.#looks.channels(operation.node);
    this.#underWay.add(look);
    void look.finally(() => this.#underWay.delete(look));
  }

  /** Once every look has been answered. */
  async finish(): Promise<void> {
    await Promise.all(this.#underWay);
  }
}

import { type Names, namesOf } from '../../../checks/facts/names.ts';
import type { WatchedEnd, WatchedLook } from '../../../model/load/watched-look.ts';
import { channelKey, type Network, type NodeName } from '../../../model/network/network.ts';
import type { Answer, ChannelView, PendingTransfer } from '../../../model/run/answer.ts';
import type { Clock } from '../../../ports/clock.ts';
import { type ConnectedNode, connectNode } from '../../../rest/connect/connect-node.ts';
import type { Target } from '../../targets/target.ts';
import { KeptLooks } from './kept-looks.ts';
import { type LookedAt, unreadableLooks } from './unreadable-looks.ts';

// Later is no answer: what is read is how the target stands now.
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

  /** What was seen so far. */
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
    const known = this.#connected.get(name);
    if (known !== undefined) return known;
    const { address: _address, ...place } = this.#targets[name] as Target;
    const node = connectNode({ ...place, deadlineMs: READ_DEADLINE_MS });
    this.#connected.set(name, node);
    return node;
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

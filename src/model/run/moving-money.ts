import { withoutEarlier } from '../earlier-transfers.ts';
import { type Amount, larger } from '../network/amount.ts';
import type { NodeName, PerEnd } from '../network/network.ts';
import type { ChannelView } from './answer.ts';
import { type Reading, viewKey } from './reading.ts';

/**
 * The money that may have moved between the looks at both ends of a channel when nodes were read at the end: transfers
 * that either of them listed then, and any amount where one of them did not tell what it lists.
 */
export class MovingMoney {
  readonly #untold = new Set<NodeName>();
  /** The most that was locked, by channel, node that lists it, and whether that node pays or is paid. */
  readonly #locked = new Map<string, Amount>();

  constructor(readings: readonly Reading[]) {
    const later = withoutEarlier(readings);
    for (const reading of readings) {
      const { node, moment, view } = reading;
      if (moment !== 'end' || viewKey(view) !== 'pending') continue;
      const { value } = later(reading);
      if (value.kind !== 'pending') this.#untold.add(node);
      else
        for (const transfer of value.transfers) {
          // Each transfer says what its whole end has locked; mediators list it where they are paid.
          const name = nameOf(transfer, node, transfer.role === 'initiator' ? 'pays' : 'is paid');
          this.#locked.set(name, larger(this.#locked.get(name) ?? 0n, transfer.lockedAmount));
        }
    }
  }

  /** True where the balances of both ends may be the capacity of their channel as soon as nothing moves, and are `off` it. */
  explains(off: Amount, { between, channel }: BetweenNodes): boolean {
    if (off === 0n) return false;
    if (between.some((node) => this.#untold.has(node))) return true;
    const locked = (node: NodeName, manner: Manner): Amount =>
      this.#locked.get(nameOf(channel, node, manner)) ?? 0n;
    const [one, other] = between;
    const most =
      larger(locked(one, 'pays'), locked(other, 'is paid')) +
      larger(locked(other, 'pays'), locked(one, 'is paid'));
    return off <= most && -off <= most;
  }
}

type NamedChannel = Pick<ChannelView, 'tokenNetworkAddress' | 'channelIdentifier'>;

interface BetweenNodes {
  readonly between: PerEnd<NodeName>;
  readonly channel: NamedChannel;
}

type Manner = 'pays' | 'is paid';

function nameOf(
  { tokenNetworkAddress, channelIdentifier }: NamedChannel,
  node: NodeName,
  manner: Manner,
): string {
  return `${tokenNetworkAddress} ${channelIdentifier} ${node} ${manner}`;
}

import { madeOnce } from '../../model/gather.ts';
import type { Network, NodeName, TokenName } from '../../model/network/network.ts';
import {
  CertainFlows,
  type CertainHop,
  type CertainPart,
  type PaymentEnds,
  type TakeIndex,
} from './certain-flows.ts';
import { isFreeNetwork } from './free-network.ts';
import { takesLocks } from '../raiden/lock-life.ts';

/** The places that a payment between two nodes certainly uses, and whether anything but money and locks can stop it. */
export interface CertainWay {
  readonly hops: readonly CertainHop[];
  readonly takes: readonly CertainTake[];
  /** Hops at most. */
  readonly length: number;
  /** Both its ends run. */
  readonly areEndsOn: boolean;
  /** With money on every end and room for its lock it succeeds, whatever route its nodes choose. */
  readonly isOpen: boolean;
}

/** A place on the way that a payment takes from: a channel end, or any end within a part. */
interface CertainTake {
  readonly index: TakeIndex;
  /** Messages after the answer until nothing is locked there; 0: the sender unlocked before it answered. */
  readonly unlockHops: number;
}

type Timeouts = Pick<CertainPart, 'reveal' | 'settle' | 'isOn'>;

// A few hundred bytes each: what more pairs of nodes use is found anew each time.
const MOST_WAYS = 20_000;

/** The ways between all nodes of a network, each found once. Parts are numbered behind the balances. */
export class CertainWays {
  readonly flows: CertainFlows;
  readonly isFree: boolean;
  readonly #start: Network;
  readonly #known = new Map<TokenName, Map<NodeName, Map<NodeName, CertainWay | null>>>();
  #count = 0;

  constructor(start: Network) {
    this.#start = start;
    this.flows = new CertainFlows(start);
    this.isFree = isFreeNetwork(start);
  }

  /** Null: no open channels lead there. */
  between({ token, node, target }: PaymentEnds): CertainWay | null {
    const ofNode = madeOnce(
      madeOnce(this.#known, token, () => new Map()),
      node,
      () => new Map(),
    );
    const earlierWay = ofNode.get(target);
    if (earlierWay !== undefined) return earlierWay;
    const way = this.#find({ token, node, target });
    if (this.#count < MOST_WAYS) ofNode.set(target, way);
    this.#count += 1;
    return way;
  }

  #find(party: PaymentEnds): CertainWay | null {
    const { flows } = this;
    const hops = flows.hops(party);
    if (hops === undefined) return null;
    const takes: CertainTake[] = [];
    let length = 0;
    for (const hop of hops) {
      if (hop.kind === 'channel') {
        takes.push({ index: hop.from, unlockHops: length });
        length += 1;
      } else {
        length += (flows.parts[hop.part]?.nodes ?? 1) - 1;
        takes.push({ index: (flows.balances.length + hop.part) as TakeIndex, unlockHops: length });
      }
    }
    const areEndsOn = this.#isOn(party.node) && this.#isOn(party.target);
    return { hops, takes, length, areEndsOn, isOpen: this.#isOpen(hops) };
  }

  #isOn(node: NodeName): boolean {
    return this.#start.getNodeAttribute(node, 'online');
  }

  #isOpen(hops: readonly CertainHop[]): boolean {
    if (!this.isFree && (hops.length > 1 || hops.some(({ kind }) => kind === 'part'))) return false;
    const { balances, parts } = this.flows;
    const timeouts = hops.map((hop): Timeouts | undefined => {
      if (hop.kind === 'part') return parts[hop.part];
      const [own, other] = [balances[hop.from], balances[hop.to]];
      if (own?.kind !== 'channel' || other === undefined) return undefined;
      return { reveal: own.reveal, settle: own.settle, isOn: this.#isOn(other.owner) };
    });
    const reveal = timeouts[0]?.reveal;
    if (reveal === 'differs' || reveal === undefined) return hops.length === 0;
    return timeouts.every(
      (one) => one?.isOn && one.reveal === reveal && takesLocks({ reveal, settle: one.settle }),
    );
  }
}

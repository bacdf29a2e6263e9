import type { Network, NodeName, TokenName } from '../../model/network/network.ts';
import { type CertainFlows, type CertainHop, certainFlows } from './certain-flows.ts';
import { isFreeNetwork } from './free-network.ts';

/** What a payment between two nodes certainly uses, and whether anything but money and locks can keep it back. */
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

/** What may be taken from on the way, by number: a channel end, or any end within a part. */
export interface CertainTake {
  readonly index: number;
  /** Messages after the answer until nothing is locked there; 0: the sender unlocked before it answered. */
  readonly unlockHops: number;
}

interface Party {
  readonly token: TokenName;
  readonly node: NodeName;
  readonly target: NodeName;
}

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
    this.flows = certainFlows(start);
    this.isFree = isFreeNetwork(start);
  }

  /** Null: no open channels lead there. */
  between({ token, node, target }: Party): CertainWay | null {
    const ofNode = inside(inside(this.#known, token), node);
    const known = ofNode.get(target);
    if (known !== undefined) return known;
    const way = this.#find({ token, node, target });
    if (this.#count < MOST_WAYS) ofNode.set(target, way);
    this.#count += 1;
    return way;
  }

  #find(party: Party): CertainWay | null {
    const { flows } = this;
    const hops = flows.hops(party);
    if (hops === undefined) return null;
    const takes: CertainTake[] = [];
    let length = 0;
    for (const { from, part } of hops) {
      if (part === undefined) takes.push({ index: from, unlockHops: length });
      length += part === undefined ? 1 : (flows.parts[part]?.nodes ?? 1) - 1;
      if (part !== undefined) takes.push({ index: flows.balances.length + part, unlockHops: length });
    }
    const areEndsOn = this.#isOn(party.node) && this.#isOn(party.target);
    return { hops, takes, length, areEndsOn, isOpen: this.#isOpen(hops) };
  }

  #isOn(node: NodeName): boolean {
    return this.#start.getNodeAttribute(node, 'online');
  }

  #isOpen(hops: readonly CertainHop[]): boolean {
    if (!this.isFree && (hops.length > 1 || hops.some(({ isChannel }) => !isChannel))) return false;
    const { balances, parts } = this.flows;
    const timeouts = hops.map(({ from, to, part }) => {
      if (part !== undefined) return parts[part];
      const [own, other] = [balances[from], balances[to]];
      if (own === undefined || other === undefined) return undefined;
      const { reveal, settle } = own;
      return { reveal, settle, isOn: this.#isOn(other.owner) };
    });
    const reveal = timeouts[0]?.reveal;
    return timeouts.every((one) => one?.isOn && one.reveal === reveal && one.settle >= 2 * one.reveal);
  }
}

function inside<Key, Inner extends Map<unknown, unknown>>(outer: Map<Key, Inner>, key: Key): Inner {
  const known = outer.get(key);
  if (known !== undefined) return known;
  const made = new Map() as Inner;
  outer.set(key, made);
  return made;
}

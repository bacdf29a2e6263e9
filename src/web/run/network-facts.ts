import type { RunData } from './run-data.ts';

interface NodeFact {
  forwarded: number;
  sent: number;
  received: number;
  /** By token. */
  readonly earned: Map<number, bigint>;
}

/** The counts of what happened at nodes and in channels over the whole run. */
export interface NetworkFacts {
  of(node: number): Readonly<NodeFact>;
  /** Transfers through a channel that were unlocked. */
  readonly transfers: Int32Array;
  /** Payments that failed in a channel, or at a node. */
  readonly failuresIn: Int32Array;
  readonly failuresAt: Int32Array;
}

const KNOWN = new WeakMap<RunData, NetworkFacts>();

/** Counted once a page. */
export function nodeFacts(data: RunData): NetworkFacts {
  const known = KNOWN.get(data);
  if (known) return known;
  const facts = counted(data);
  KNOWN.set(data, facts);
  return facts;
}

function counted(data: RunData): NetworkFacts {
  const { operations, hops, nodes, channels } = data.packed;
  const each: NodeFact[] = nodes.map(() => ({ forwarded: 0, sent: 0, received: 0, earned: new Map() }));
  const transfers = new Int32Array(data.channelCount);
  const failuresIn = new Int32Array(data.channelCount);
  const failuresAt = new Int32Array(nodes.length);
  operations.id.forEach((_, row) => {
    if (!data.isPayment(row)) return;
    if (operations.result[row] !== 0) {
      const [place, node] = [operations.failedIn[row] as number, operations.failedAt[row] as number];
      if (place >= 0) failuresIn[place] = (failuresIn[place] as number) + 1;
      if (node >= 0) failuresAt[node] = (failuresAt[node] as number) + 1;
      return;
    }
    const [payer, payee] = [each[operations.node[row] as number], each[operations.target[row] as number]];
    if (payer) payer.sent += 1;
    if (payee) payee.received += 1;
    const from = operations.hop[row] as number;
    for (let hop = from; hop < from + (operations.hops[row] as number); hop += 1) {
      const channel = hops.channel[hop] as number;
      if (channel < 0) continue;
      transfers[channel] = (transfers[channel] as number) + 1;
      const fact = each[(hops.payer[hop] === 0 ? channels.first : channels.second)[channel] as number];
      if (hop === from || fact === undefined) continue;
      const token = channels.token[channel] as number;
      const kept = data.amount(hops.amount, hop - 1) - data.amount(hops.amount, hop);
      fact.forwarded += 1;
      fact.earned.set(token, (fact.earned.get(token) ?? 0n) + kept);
    }
  });
  return { of: (node) => each[node] as NodeFact, transfers, failuresIn, failuresAt };
}

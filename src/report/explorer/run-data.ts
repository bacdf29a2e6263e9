import { gather } from '../../model/gather.ts';
import { amountText, durationText } from '../words/number-format.ts';
import type { PackedChannel, PackedHop, PackedOperation, PackedRun } from './packed-run.ts';

/** A run as its page carries it, with names for what it numbers. */
export class RunData {
  readonly run: PackedRun;
  readonly #channelNames: readonly string[];
  readonly #channels = new Map<string, number>();
  readonly #nodes: ReadonlyMap<string, number>;
  readonly #rows: ReadonlyMap<number, number>;
  readonly #hops = new Map<number, PackedHop[]>();
  #facts: ReturnType<typeof networkFacts> | undefined;

  constructor(run: PackedRun) {
    this.run = run;
    this.#nodes = new Map(run.nodes.map((name, node) => [name, node]));
    this.#rows = new Map(run.operations.map(({ id }, row) => [id, row]));
    for (const hop of run.hops) gather(this.#hops, hop.row, hop);
    this.#channelNames = run.channels.map((_, channel) => this.#nameOf(channel));
    this.#channelNames.forEach((name, channel) => this.#channels.set(name, channel));
  }

  node(place: number): string {
    return this.run.nodes[place] ?? '';
  }

  operation(row: number): PackedOperation {
    return this.run.operations[row] as PackedOperation;
  }

  /** The hops of an operation that were locked, from its payer on. */
  hops(row: number): readonly PackedHop[] {
    return this.#hops.get(row) ?? [];
  }

  channel(place: number): PackedChannel {
    return this.run.channels[place] as PackedChannel;
  }

  /** A channel by its ends; further ones between the same ends have their token and number, too. */
  channelName(place: number): string {
    return this.#channelNames[place] ?? '';
  }

  /** A channel as files name it: `TOK:24`. */
  keyOf(place: number): string {
    const { token, identifier } = this.channel(place);
    return `${this.run.tokens[token]?.name}:${identifier}`;
  }

  nodeNamed(name: string): number | undefined {
    return this.#nodes.get(name);
  }

  /** By its ends, in either order, or by the key that files have: `TOK:24`. */
  channelNamed(name: string): number | undefined {
    return this.#channels.get(name);
  }

  /** The row of an operation; a page of a large run does not hold all. */
  rowOf(operation: number): number | undefined {
    return this.#rows.get(operation);
  }

  /** An amount in whole tokens. */
  money(amount: bigint | string, token: number): string {
    const { name, decimals } = this.run.tokens[token] ?? { name: '', decimals: 0 };
    const units = BigInt(amount);
    return `${units < 0n ? '−' : ''}${amountText(units < 0n ? -units : units, decimals)} ${name}`;
  }

  get facts(): ReturnType<typeof networkFacts> {
    this.#facts ??= networkFacts(this);
    return this.#facts;
  }

  #nameOf(channel: number): string {
    const [one, other] = this.channel(channel).ends.map((end) => this.node(end));
    const key = this.keyOf(channel);
    const isFirst = !this.#channels.has(`${one}-${other}`);
    const name = isFirst ? `${one}-${other}` : `${one}-${other} (${key})`;
    for (const alias of [key, name, ...(isFirst ? [`${other}-${one}`] : [])])
      this.#channels.set(alias, channel);
    return name;
  }
}

// What happened at each node and in each channel over the whole run; earnings by token, transfers that were unlocked.
function networkFacts(data: RunData) {
  const { operations, tokens, nodes: names } = data.run;
  const nodes = names.map(() => {
    return { forwarded: 0, sent: 0, received: 0, failures: 0, earned: tokens.map(() => 0n) };
  });
  const channels = data.run.channels.map(() => ({ transfers: 0, failures: 0 }));
  operations.forEach(({ node, target, result, failedAt, failedIn }, row) => {
    if (target < 0) return;
    const [payer, payee, failedNode, failedChannel] = [
      nodes[node],
      nodes[target],
      nodes[failedAt],
      channels[failedIn],
    ];
    if (result !== 'succeeded') {
      if (failedChannel) failedChannel.failures += 1;
      if (failedNode) failedNode.failures += 1;
      return;
    }
    if (payer) payer.sent += 1;
    if (payee) payee.received += 1;
    const hops = data.hops(row);
    hops.forEach(({ channel, payer: end, amount }, hop) => {
      const used = channels[channel];
      if (used === undefined) return;
      used.transfers += 1;
      const before = hops[hop - 1];
      const { ends, token } = data.channel(channel);
      const mediator = nodes[ends[end]];
      if (before === undefined || mediator === undefined) return;
      mediator.forwarded += 1;
      mediator.earned[token] = (mediator.earned[token] ?? 0n) + BigInt(before.amount) - BigInt(amount);
    });
  });
  return { nodes, channels };
}

/** A moment of the run: `14.2 s`. */
export function momentText(ms: number): string {
  if (ms >= 100_000) return durationText(ms);
  return `${(ms / 1000).toFixed(ms < 1000 ? 3 : 2)} s`;
}

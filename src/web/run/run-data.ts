import { amountText, durationText } from '../../report/words/number-format.ts';
import type { AmountCells, PackedRun } from './packed-run.ts';

/** A run as its page knows it, with names for what the columns number. */
export class RunData {
  readonly packed: PackedRun;
  readonly channelCount: number;
  readonly #channelNames: readonly string[];
  readonly #channels = new Map<string, number>();
  readonly #nodes: ReadonlyMap<string, number>;
  readonly #rows: ReadonlyMap<number, number>;

  constructor(packed: PackedRun) {
    this.packed = packed;
    const { channels, nodes, operations } = packed;
    this.channelCount = channels.first.length;
    this.#nodes = new Map(nodes.map((name, node) => [name, node]));
    this.#rows = new Map(operations.id.map((id, row) => [id, row]));
    this.#channelNames = channels.first.map((_, channel) => this.#nameOf(channel));
    this.#channelNames.forEach((name, channel) => this.#channels.set(name, channel));
  }

  node(place: number): string {
    return this.packed.nodes[place] ?? '';
  }

  /** The channel by its ends; further ones between the same ends have their token and number, too. */
  channel(place: number): string {
    return this.#channelNames[place] ?? '';
  }

  /** The channel as files name it: `TOK:24`. */
  keyOf(channel: number): string {
    const { token, identifier } = this.packed.channels;
    return `${this.packed.tokens[token[channel] ?? -1]?.name}:${identifier[channel]}`;
  }

  text(place: number): string {
    return this.packed.texts[place] ?? '';
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

  isPayment(row: number): boolean {
    return (this.packed.operations.target[row] ?? -1) >= 0;
  }

  amount(column: AmountCells, row: number): bigint {
    return BigInt(column[row] ?? 0);
  }

  /** An amount in whole tokens. */
  money(amount: bigint, token: number): string {
    const { name, decimals } = this.packed.tokens[token] ?? { name: '', decimals: 0 };
    const sign = amount < 0n ? '−' : '';
    return `${sign}${amountText(amount < 0n ? -amount : amount, decimals)} ${name}`;
  }

  /** An operation in a few words. */
  told(row: number): string {
    const { operations } = this.packed;
    if (!this.isPayment(row)) return this.text(operations.told[row] ?? -1);
    const amount = this.money(this.amount(operations.amount, row), operations.token[row] ?? 0);
    return `${this.node(operations.node[row] ?? -1)} pays ${this.node(operations.target[row] ?? -1)} ${amount}`;
  }

  #nameOf(channel: number): string {
    const { first, second } = this.packed.channels;
    const [one, other] = [this.node(first[channel] ?? -1), this.node(second[channel] ?? -1)];
    const key = this.keyOf(channel);
    const isFirst = !this.#channels.has(`${one}-${other}`);
    const name = isFirst ? `${one}-${other}` : `${one}-${other} (${key})`;
    for (const alias of [key, name, ...(isFirst ? [`${other}-${one}`] : [])])
      this.#channels.set(alias, channel);
    return name;
  }
}

/** A moment of the run: `14.2 s`. */
export function momentText(ms: number): string {
  return ms < 1000
    ? `${(ms / 1000).toFixed(3)} s`
    : ms < 100_000
      ? `${(ms / 1000).toFixed(2)} s`
      : durationText(ms);
}

import { channelsOf } from '../../model/network/channels-on-demand.ts';
import { channelKey, type Network, type NodeName, type PerEnd } from '../../model/network/network.ts';
import type { PackedChannel } from './packed-run.ts';

/** Gives each thing its place in a list, once. */
export class PlaceOf<Key extends string> {
  readonly listed: Key[] = [];
  readonly #places = new Map<Key, number>();

  constructor(keys: Iterable<Key>) {
    for (const key of keys) {
      if (this.#places.has(key)) continue;
      this.#places.set(key, this.listed.length);
      this.listed.push(key);
    }
  }

  /** -1: it is not listed. */
  of(key: Key | undefined): number {
    return key === undefined ? -1 : (this.#places.get(key) ?? -1);
  }
}

/** A channel of a run, whether it was there from the start or opened later. */
interface ListedChannel {
  readonly key: string;
  readonly ends: PerEnd<number>;
  readonly token: number;
  readonly identifier: number;
  /** When the run began; nothing where it was opened later. */
  readonly start: PerEnd<bigint>;
  end: PerEnd<bigint>;
  /** The totals that each end put in and took out until now. */
  readonly deposited: [bigint, bigint];
  readonly withdrawn: [bigint, bigint];
}

/** All channels of a run by key, those of the start first. */
export class ChannelList {
  readonly channels: ListedChannel[] = [];
  readonly #places = new Map<string, number>();
  readonly #byEnds = new Map<string, number>();

  constructor(
    { start, end }: { readonly start: Network; readonly end?: Network | undefined },
    { nodes, tokens }: { readonly nodes: PlaceOf<NodeName>; readonly tokens: PlaceOf<string> },
    /** The keys to list; `undefined` lists all channels. */
    listed?: ReadonlySet<string>,
  ) {
    const identifiers =
      listed && new Set([...listed].map((key) => Number(key.slice(key.lastIndexOf(':') + 1))));
    for (const network of end === undefined ? [start] : [start, end]) {
      const names = network.nodes();
      const columns = channelsOf(network);
      for (let row = 0; row < columns.length; row += 1) {
        // A key is a text, which takes longer to make than the number takes to look up.
        if (identifiers?.has(columns.identifier(row)) === false) continue;
        const key = channelKey(columns.token(row), columns.identifier(row));
        if (listed !== undefined && !listed.has(key)) continue;
        const balance = [columns.balance(row, 0), columns.balance(row, 1)] as const;
        const known = this.channels[this.placeOf(key)];
        if (known !== undefined) {
          known.end = balance;
          continue;
        }
        const isThere = network === start;
        const ends = [nodes.of(names[columns.node(row, 0)]), nodes.of(names[columns.node(row, 1)])] as const;
        const token = tokens.of(columns.token(row));
        this.#places.set(key, this.channels.length);
        // The last one between two nodes is the one that is open.
        this.#byEnds.set(endsKey(token, ends), this.channels.length);
        this.channels.push({
          key,
          ends,
          token,
          identifier: columns.identifier(row),
          start: isThere ? balance : [0n, 0n],
          end: balance,
          deposited: isThere ? [columns.totalDeposit(row, 0), columns.totalDeposit(row, 1)] : [0n, 0n],
          withdrawn: isThere ? [columns.totalWithdraw(row, 0), columns.totalWithdraw(row, 1)] : [0n, 0n],
        });
      }
    }
  }

  /** -1: there is none. */
  placeOf(key: string | undefined): number {
    return key === undefined ? -1 : (this.#places.get(key) ?? -1);
  }

  between(token: number, ends: PerEnd<number>): number {
    return this.#byEnds.get(endsKey(token, ends)) ?? -1;
  }

  packed(): readonly PackedChannel[] {
    const texts = ([one, other]: PerEnd<bigint>): PerEnd<string> => [String(one), String(other)];
    return this.channels.map(({ ends, token, identifier, start, end }) => ({
      ends,
      token,
      identifier,
      start: texts(start),
      end: texts(end),
    }));
  }
}

function endsKey(token: number, [one, other]: PerEnd<number>): string {
  return one < other ? `${token} ${one} ${other}` : `${token} ${other} ${one}`;
}

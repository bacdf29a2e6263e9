import { channelsOf } from '../../model/network/channels-on-demand.ts';
import { channelKey, type Network, type PerEnd } from '../../model/network/network.ts';
import type { PackedChannel } from './packed-run.ts';

/** A channel of a run, whether it was there from the start or opened later. */
interface ListedChannel {
  readonly key: string;
  readonly ends: PerEnd<string>;
  readonly token: string;
  /** When the run began; nothing where it was opened later. */
  readonly start: PerEnd<bigint>;
  end: PerEnd<bigint>;
  /** The totals that each end put in and took out until now. */
  readonly deposited: [bigint, bigint];
  readonly withdrawn: [bigint, bigint];
}

/** All channels of a run by key, those of the start first. */
export class ChannelList {
  readonly #channels = new Map<string, ListedChannel>();
  readonly #byEnds = new Map<string, ListedChannel>();

  constructor(
    { start, end }: { readonly start: Network; readonly end?: Network | undefined },
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
        const known = this.#channels.get(key);
        if (known !== undefined) {
          known.end = balance;
          continue;
        }
        const isThere = network === start;
        const ends = [names[columns.node(row, 0)] ?? '', names[columns.node(row, 1)] ?? ''] as const;
        const token = columns.token(row);
        const channel: ListedChannel = {
          key,
          ends,
          token,
          start: isThere ? balance : [0n, 0n],
          end: balance,
          deposited: isThere ? [columns.totalDeposit(row, 0), columns.totalDeposit(row, 1)] : [0n, 0n],
          withdrawn: isThere ? [columns.totalWithdraw(row, 0), columns.totalWithdraw(row, 1)] : [0n, 0n],
        };
        this.#channels.set(key, channel);
        // The last one between two nodes is the one that is open.
        this.#byEnds.set(endsKey(token, ends), channel);
      }
    }
  }

  /** `undefined`: it is not listed. */
  get(key: string | undefined): ListedChannel | undefined {
    return key === undefined ? undefined : this.#channels.get(key);
  }

  between(token: string, ends: PerEnd<string>): ListedChannel | undefined {
    return this.#byEnds.get(endsKey(token, ends));
  }

  packed(): readonly PackedChannel[] {
    const texts = ([one, other]: PerEnd<bigint>): PerEnd<string> => [String(one), String(other)];
    return [...this.#channels.values()].map(({ key, ends, token, start, end }) => {
      return { key, ends, token, start: texts(start), end: texts(end) };
    });
  }
}

function endsKey(token: string, ends: PerEnd<string>): string {
  return [token, ...ends.toSorted()].join('\n');
}

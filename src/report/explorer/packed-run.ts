/** The same of both ends of a channel. */
export type BothEnds<T> = readonly [first: T, second: T];

/**
 * A run as its page carries it. Channels are named by their keys, and a name that does not apply is empty; amounts are
 * digits in smallest units, and moments milliseconds on the run's clock.
 */
export interface PackedRun {
  readonly job: 'simulate' | 'replay' | 'load';
  /** The command line that makes the run again. */
  readonly command: string;
  readonly endMs: number;
  readonly tokens: readonly { readonly name: string; readonly decimals: number }[];
  readonly nodes: readonly string[];
  readonly channels: readonly PackedChannel[];
  readonly operations: readonly PackedOperation[];
  /** Hops that were locked, in the order of their operations. */
  readonly hops: readonly PackedHop[];
  readonly changes: readonly PackedChange[];
  readonly events: readonly PackedEvent[];
  readonly balances: BalanceSource;
}

/** Where balances between start and end come from, or why they are not known. */
export type BalanceSource =
  | { readonly kind: 'run' | 'prediction'; readonly isEndKnown: boolean }
  | { readonly kind: 'unknown'; readonly why: string };

export interface PackedChannel {
  /** As files name it: `TOK:24`. */
  readonly key: string;
  readonly ends: BothEnds<string>;
  readonly token: string;
  /** Balances when the run began, or when the channel was opened later. */
  readonly start: BothEnds<string>;
  readonly end: BothEnds<string>;
}

/** An operation; a text that does not apply is empty. */
export interface PackedOperation {
  readonly id: number;
  readonly startMs: number;
  readonly endMs: number;
  readonly node: string;
  /** Empty: the operation is no payment. */
  readonly target: string;
  readonly token: string;
  readonly amount: string;
  readonly text: string;
  readonly result: 'succeeded' | 'failed' | 'unknown';
  /** How it ended, what that means, and in the node's own words. */
  readonly outcome: string;
  readonly meaning: string;
  readonly message: string;
  /** Nodes of the path. */
  readonly path: readonly string[];
  /** Of a failure: why, the node that decided, and its channel. */
  readonly why: string;
  readonly failedAt: string;
  readonly failedIn: string;
  /** Replays only: the judgement, and the exchange as it went over the wire. */
  readonly predicted: string;
  readonly observed: string;
  readonly verdict: string;
  readonly request: string;
  readonly response: string;
  readonly findings: readonly PackedFinding[];
}

/** A finding about an operation; `curl` is empty where no request shows it. */
export type PackedFinding = Readonly<Record<'title' | 'decidedBy' | 'curl', string>>;

export interface PackedHop {
  /** The place of its operation. */
  readonly row: number;
  readonly channel: string;
  readonly payer: 0 | 1;
  readonly amount: string;
  readonly lockedMs: number;
  /** When the balance moved; -1: the lock was released when the payment ended. */
  readonly unlockedMs: number;
}

/** What a deposit, a withdrawal or an opening added to the balances of a channel. */
export interface PackedChange {
  readonly atMs: number;
  readonly channel: string;
  readonly by: BothEnds<string>;
}

export interface PackedEvent {
  readonly atMs: number;
  readonly text: string;
  readonly node: string;
}

// Lists of many alike objects are written as columns, which take a third of the space.
const LISTS = ['channels', 'operations', 'hops'] as const;

/** A run as text; `unpacked` is the inverse. */
export function packed(run: PackedRun): string {
  const columns = LISTS.map((list) => {
    const rows: readonly object[] = run[list];
    const names = Object.keys(rows[0] ?? {});
    return [
      list,
      Object.fromEntries(names.map((name) => [name, rows.map((row) => row[name as keyof object])])),
    ];
  });
  return JSON.stringify({ ...run, ...Object.fromEntries(columns) });
}

export function unpacked(text: string): PackedRun {
  const run = JSON.parse(text) as PackedRun;
  const rows = LISTS.map((list) => {
    const columns = Object.entries(run[list] as unknown as Readonly<Record<string, readonly unknown[]>>);
    const count = columns[0]?.[1].length ?? 0;
    return [
      list,
      Array.from({ length: count }, (_, row) => {
        const fields: Record<string, unknown> = {};
        for (const [name, cells] of columns) fields[name] = cells[row];
        return fields;
      }),
    ];
  });
  return { ...run, ...Object.fromEntries(rows) } as PackedRun;
}

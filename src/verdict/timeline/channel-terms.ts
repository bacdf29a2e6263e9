import {
  type Network,
  type NodeName,
  type Timeouts,
  timeoutsAt,
  type TokenName,
} from '../../model/network/network.ts';
import { type Run, timingOf } from '../../model/run/run.ts';
import type { Operation, OperationRecord } from '../../model/run/operation.ts';
import { startedWithSettings } from '../../model/scenario/node-settings.ts';
import { withoutUndefined } from '../../model/without-undefined.ts';
import type { ShownChannel } from '../facts/shown-state.ts';
import { effectOf } from '../refusals.ts';

/** The timeouts that an end of a channel may show: one of these; absent: not known. */
interface ExpectedTerms {
  readonly settleTimeout?: ReadonlySet<number>;
  readonly revealTimeout?: ReadonlySet<number>;
  /** The operation that opened it; null: it was there before the run, or several may have. */
  readonly by: number | null;
  /** The operation that set the reveal timeout last; absent: none had when it was asked. */
  readonly setBy?: number;
}

/** Timeouts that an operation asked for, and when it was done; those of before the run: always. */
type Possible = Partial<Timeouts> & { readonly untilMs: number };

type NamedEnd = Pick<ShownChannel, 'token' | 'partner' | 'channel'>;

type Opening = OperationRecord & { readonly operation: Extract<Operation, { kind: 'open' }> };
type Setting = OperationRecord & { readonly operation: Extract<Operation, { kind: 'set' }> };

/**
 * The timeouts of all channels that there were before a run or that it opened. The settle timeout belongs to the
 * channel and the reveal timeout to each end: the opener's is the one asked for, the partner's its node's own
 * (python-node.md 5).
 */
export class ChannelTerms {
  readonly #start: Network;
  readonly #openings: readonly Opening[];
  readonly #settings: readonly Setting[];
  readonly #isKeptTo: boolean;
  /** Nodes that were started with other settings: a channel may have been opened before or after. */
  readonly #changed: ReadonlySet<NodeName>;

  constructor({ start, records, header }: Pick<Run, 'start' | 'records' | 'header'>) {
    this.#start = start;
    const done = records.filter((record) => effectOf(record) !== 'nothing');
    this.#openings = done.filter(isOpening);
    this.#settings = done.filter(isSetting);
    const operations = records.map(({ operation }) => operation);
    this.#changed = new Set(startedWithSettings(operations).map(({ node }) => node));
    // A sandbox of the scenario keeps to its defaults; other nodes may have been started with any.
    this.#isKeptTo = timingOf(header).messages !== 'as-answered';
  }

  /** The timeouts that an end may show when it is asked at a moment; `undefined`: no channel of these two is known. */
  of(node: NodeName, { token, partner, channel }: NamedEnd, askedAtMs: number): ExpectedTerms | undefined {
    const before = this.#atStart(node, partner, token);
    const named = before.filter(({ key }) => key === channel);
    const openings = this.#openings.filter(({ operation }) => isOf(operation, { node, partner, token }));
    const [only, another] = openings;
    const by = before.length === 0 && another === undefined ? (only?.operation.id ?? null) : null;
    const opened = openings.map((opening) => this.#askedFor(node, opening));
    const possible = named.length > 0 ? named : [...before, ...opened];
    if (possible.length === 0) return undefined;
    const settings = this.#settings.filter(
      ({ operation }) => operation.node === node && isOf(operation, { node, partner, token }),
    );
    const isOne = before.length + openings.length === 1;
    // A node has set it when it answers.
    const last = settings.findLast((setting) => isOne && doneMs(setting) < askedAtMs);
    const settleTimeout = possible[0]?.settleTimeout;
    const set = settings.map((setting) => {
      const { revealTimeout } = setting.operation;
      return withoutUndefined({ settleTimeout, revealTimeout, untilMs: doneMs(setting) });
    });
    const stands = [...possible, ...set].filter(({ untilMs }) => untilMs >= (last?.startedAtMs ?? untilMs));
    return { ...termsOf(stands, by), ...(last && { setBy: last.operation.id }) };
  }

  #atStart(
    node: NodeName,
    partner: NodeName,
    token: TokenName,
  ): readonly (Possible & { readonly key: string })[] {
    if (!this.#start.hasNode(node) || !this.#start.hasNode(partner)) return [];
    return this.#start.edges(node, partner).flatMap((key) => {
      const channel = this.#start.getEdgeAttributes(key);
      if (channel.token !== token) return [];
      const [first, second] = channel.revealTimeout;
      const revealTimeout = this.#start.source(key) === node ? first : second;
      const untilMs = Number.NEGATIVE_INFINITY;
      return [{ key, settleTimeout: channel.settleTimeout, revealTimeout, untilMs }];
    });
  }

  #askedFor(node: NodeName, opening: Opening): Possible {
    const { operation, outcome } = opening;
    const defaults = this.#defaultOf(operation.node, operation.token);
    const [answer] = outcome.kind === 'succeeded' ? (outcome.channels ?? []) : [];
    const answered = answer && {
      settleTimeout: Number(answer.settleTimeout),
      revealTimeout: Number(answer.revealTimeout),
    };
    const settleTimeout = operation.settleTimeout ?? defaults?.settleTimeout ?? answered?.settleTimeout;
    const revealTimeout =
      operation.node === node
        ? (operation.revealTimeout ?? defaults?.revealTimeout ?? answered?.revealTimeout)
        : this.#defaultOf(node, operation.token)?.revealTimeout;
    return { ...withoutUndefined({ settleTimeout, revealTimeout }), untilMs: doneMs(opening) };
  }

  #defaultOf(node: NodeName, token: TokenName): Timeouts | undefined {
    return this.#isKeptTo && !this.#changed.has(node) ? timeoutsAt(this.#start, node, token) : undefined;
  }
}

function isOpening(record: OperationRecord): record is Opening {
  return record.operation.kind === 'open';
}

function isSetting(record: OperationRecord): record is Setting {
  return record.operation.kind === 'set';
}

function doneMs({ outcome, endedAtMs }: OperationRecord): number {
  return outcome.kind === 'succeeded' ? endedAtMs : Number.POSITIVE_INFINITY;
}

function isOf(
  operation: (Opening | Setting)['operation'],
  { node, partner, token }: Omit<NamedEnd, 'channel'> & { readonly node: NodeName },
): boolean {
  const ends = [operation.node, operation.partner];
  return operation.token === token && ends.includes(node) && ends.includes(partner);
}

function termsOf(possible: readonly Partial<Timeouts>[], by: number | null): ExpectedTerms {
  const all = (field: keyof Timeouts): ReadonlySet<number> | undefined => {
    const values = possible.map((one) => one[field]);
    return values.includes(undefined) ? undefined : new Set(values as readonly number[]);
  };
  const [settleTimeout, revealTimeout] = [all('settleTimeout'), all('revealTimeout')];
  return { by, ...withoutUndefined({ settleTimeout, revealTimeout }) };
}

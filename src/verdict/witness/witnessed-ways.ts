import { exactly } from '../../model/network/amount.ts';
import type { Network, NodeName } from '../../model/network/network.ts';
import { type Operation, type OperationRecord, paymentKey, secretOf } from '../../model/run/operation.ts';
import type { Run } from '../../model/run/run.ts';
import type { PaymentWay } from '../bounds/payment-changes.ts';
import type { RouteHop } from '../bounds/payment-ways.ts';
import { shownWith } from '../facts/shown-state.ts';
import { effectOf } from '../refusals.ts';
import { sideOf } from '../timeline/channel-life.ts';
import { Story } from '../story.ts';
import { type Correction, type Corrections, explain, withCorrections } from './explain.ts';

/** Simulates operations from a network on, each when it is known to have begun. */
export type Model = (
  asked: Pick<Run, 'start'> & {
    readonly operations: readonly Operation[];
    readonly corrections: Corrections;
  },
) => Promise<Run>;

/**
 * The ways of all payments, if the model comes to what the nodes show when it is driven with what they did: every
 * success, and every balance at the end to the unit. Payments of other ways would have had to leave the same on every
 * end of every channel. `undefined`: it comes to something else.
 *
 * A node gets a request a little later than it is sent, and which of two payments came first decides their ways: so the
 * moments are moved until payments end when their nodes' histories say.
 */
export async function witnessedWays(
  run: Run,
  model: Model,
): Promise<ReadonlyMap<number, PaymentWay> | undefined> {
  const story = new Story(run);
  const { made } = story;
  if (made.some((record) => effectOf(record) === 'maybe')) return undefined;
  const done = made.filter((record) => effectOf(record) !== 'nothing');
  const operations = done.map(({ operation }) => operation);
  const logged = loggedEnds(story, done);
  const { start } = story.run;
  const asSent = done.map(({ operation, startedAtMs }) => ({ operation: operation.id, fromMs: startedAtMs }));
  const history = await explain<History>([{ corrections: asSent }], {
    simulate: async ({ corrections }) => {
      const driven = await model({ start, operations, corrections: withCorrections(new Map(), corrections) });
      const ended: Ended = new Map(driven.records.map((record) => [record.operation.id, record]));
      const isAsShown =
        done.every((record) => isDone(record) === isDone(ended.get(record.operation.id))) &&
        isShown(driven.end, story);
      return { ended, ways: isAsShown ? waysOf(done, ended, story) : undefined };
    },
    mend: ({ ended, ways }, { corrections }) => {
      if (ways !== undefined) return 'explained';
      const moved = movedMoments(done, { logged, ended, hopMs: story.timing.longestHopMs });
      const isStill = moved.every(({ fromMs }, at) => fromMs === corrections[at]?.fromMs);
      return isStill ? [] : [{ corrections: moved }];
    },
  });
  return history?.ways;
}

interface History {
  readonly ended: Ended;
  /** Absent: the nodes show something else. */
  readonly ways: ReadonlyMap<number, PaymentWay> | undefined;
}

type Ended = ReadonlyMap<number, OperationRecord>;

function waysOf(
  done: readonly OperationRecord[],
  ended: Ended,
  { lives }: Story,
): ReadonlyMap<number, PaymentWay> | undefined {
  const ways = new Map<number, PaymentWay>();
  const secrets = new Set<string>();
  for (const { operation, startedAtMs } of done) {
    const record = ended.get(operation.id);
    if (operation.kind !== 'pay' || record === undefined) continue;
    // The simulation merged two requests with one identifier; the nodes paid both.
    const secret = secretOf(record.outcome);
    if (secret !== undefined && secrets.has(secret)) return undefined;
    if (secret !== undefined) secrets.add(secret);
    const hops: RouteHop[] = [];
    for (const { payer, payee, amount } of record.trace?.hops ?? []) {
      const life = lives.between(operation.token, payer, payee, startedAtMs);
      if (life === undefined) return undefined;
      hops.push({ life, side: sideOf(life, payer), amount });
    }
    if (isDone(record))
      ways.set(operation.id, {
        kind: 'among',
        ways: [{ way: hops, carried: hops.map(({ amount }) => exactly(amount)) }],
      });
    // Where the simulation refused before locking and the node failed after locking, its locks are unknown.
    else if (effectOf(record) === 'locks') ways.set(operation.id, { kind: 'tried', hops });
  }
  return ways;
}

// Dates are whole milliseconds.
const AS_LOGGED_MS = 0.5;

/**
 * When each payment reached its node, by when it was logged and by how long it took: as the model has it, or where the
 * model has it go another way, as it was answered. Less than a date tells is told by when it was sent.
 */
function movedMoments(
  done: readonly OperationRecord[],
  context: { readonly logged: ReadonlyMap<number, number>; readonly ended: Ended; readonly hopMs: number },
): readonly Correction[] {
  const { logged, ended, hopMs } = context;
  const loggedMs = ({ operation }: OperationRecord): number => logged.get(operation.id) ?? Number.NaN;
  // Not a number where it failed in the model.
  const tookMs = ({ operation }: OperationRecord): number => {
    const told = ended.get(operation.id);
    return told !== undefined && isDone(told) ? told.endedAtMs - told.startedAtMs : Number.NaN;
  };
  const answeredAfterMs = ({ startedAtMs, endedAtMs }: OperationRecord): number => endedAtMs - startedAtMs;
  const wireMs = (record: OperationRecord): number => answeredAfterMs(record) - tookMs(record);
  const loggedRecords = done.filter((record) => !Number.isNaN(loggedMs(record) - tookMs(record)));
  const usualWireMs = medianOf(loggedRecords.map(wireMs));
  const apartMs = medianOf(
    loggedRecords.map((record) => loggedMs(record) - record.startedAtMs - tookMs(record)),
  );
  return done.map((record) => {
    const { operation, startedAtMs } = record;
    if (Number.isNaN(loggedMs(record))) return { operation: operation.id, fromMs: startedAtMs };
    const isAsTold = Math.abs(wireMs(record) - usualWireMs) < hopMs / 2;
    const atNodeMs = isAsTold ? tookMs(record) : answeredAfterMs(record) - usualWireMs;
    const atMs = loggedMs(record) - apartMs - atNodeMs;
    const within = Math.min(Math.max(startedAtMs, atMs - AS_LOGGED_MS), atMs + AS_LOGGED_MS);
    return { operation: operation.id, fromMs: Math.max(0, within) };
  });
}

function medianOf(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0;
}

function isDone(record: OperationRecord | undefined): boolean {
  return record !== undefined && effectOf(record) === 'happened';
}

/** True when every node shows every open channel of a network at the end, with its balance there. */
function isShown(network: Network | undefined, { atEnd }: Story): boolean {
  if (network === undefined) return false;
  const shows = (node: NodeName, partner: NodeName, token: string, balance: bigint): boolean => {
    const open = atEnd.channels.get(node)?.filter(({ state }) => state === 'opened');
    return shownWith(open, { token, partner })?.balance === balance;
  };
  return network.everyEdge(
    (_key, { state, token, balance }, first, second) =>
      state !== 'opened' ||
      (shows(first, second, token, balance[0]) && shows(second, first, token, balance[1])),
  );
}

/**
 * By payment, when its payer's history says that it was sent, in milliseconds of the run's clock from some moment on; of
 * payments whose name others share, nothing is known.
 */
function loggedEnds(
  { timing, atStart, atEnd }: Story,
  records: readonly OperationRecord[],
): ReadonlyMap<number, number> {
  const ids = new Map<string, number | null>();
  for (const { operation } of records)
    if (operation.kind === 'pay') {
      const key = paymentKey(operation);
      ids.set(key, ids.has(key) ? null : operation.id);
    }
  const { ownClock = 1 } = timing;
  const logged = new Map<number, number>();
  for (const [node, entries] of atEnd.history)
    for (const { event, token, partner, identifier, logTime } of entries.slice(
      atStart.history.get(node)?.length ?? 0,
    )) {
      if (event !== 'sent' || identifier === undefined) continue;
      const id = ids.get(paymentKey({ node, target: partner, token, identifier }));
      const atMs = Date.parse(`${logTime}Z`) / ownClock;
      if (id !== undefined && id !== null && Number.isFinite(atMs)) logged.set(id, atMs);
    }
  return logged;
}

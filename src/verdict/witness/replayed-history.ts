import type { Network, NodeName } from '../../model/network/network.ts';
import { type Operation, type OperationRecord, paymentKey, secretOf } from '../../model/run/operation.ts';
import { type Run, snapshotAt, timingOf } from '../../model/run/run.ts';
import { historyEntries } from '../facts/facts.ts';
import { channelIn, namesOf } from '../facts/names.ts';
import { effectOf } from '../refusals.ts';
import type { Model } from './inquiry.ts';
import { hopsOf } from './routes.ts';
import type { PaymentWay } from '../bounds/payment-changes.ts';
import type { RunFacts } from './run-facts.ts';

// Moments settle in a few; each costs a simulation of the run.
const MOST_SIMULATIONS = 8;

/**
 * The ways of all payments, if the model comes to what the nodes show when it is driven with what they did: every
 * success, and every balance at the end to the unit. Payments of other ways would have had to leave the same on every
 * end of every channel. `undefined`: it comes to something else.
 *
 * A node is asked a little later than we ask it, and which of two payments came first decides their ways: so the
 * moments are moved until payments end when their nodes' histories say.
 */
export async function replayedRoutes(
  run: Run,
  facts: RunFacts,
  model: Model,
): Promise<ReadonlyMap<number, PaymentWay> | undefined> {
  if (facts.records.some((record) => effectOf(record) === 'maybe')) return undefined;
  const done = facts.records.filter((record) => effectOf(record) !== 'nothing');
  const logged = loggedEnds(run, done);
  let moments: ReadonlyMap<number, number> = new Map(
    done.map(({ operation, startedAtMs }) => [operation.id, startedAtMs]),
  );
  for (let times = 1; times <= MOST_SIMULATIONS; times += 1) {
    const replayed = await model({
      pace: 'scenario',
      start: run.start,
      operations: operationsAt(done, moments),
    });
    const ended = new Map(replayed.records.map((record) => [record.operation.id, record]));
    const ways = isToldByAll(run, done, { replayed, ended }) ? waysOf(done, ended, facts) : undefined;
    if (ways !== undefined) return ways;
    const moved = movedMoments(done, logged, { ended, hopMs: facts.timing.longestHopMs });
    if (isSame(moments, moved)) return undefined;
    moments = moved;
  }
  return undefined;
}

function isSame(one: ReadonlyMap<number, number>, other: ReadonlyMap<number, number>): boolean {
  return [...one].every(([id, atMs]) => other.get(id) === atMs);
}

function operationsAt(
  done: readonly OperationRecord[],
  moments: ReadonlyMap<number, number>,
): readonly Operation[] {
  return done
    .map(({ operation: { after: _after, ...operation }, startedAtMs }) => ({
      ...operation,
      atMs: moments.get(operation.id) ?? startedAtMs,
    }))
    .toSorted((one, other) => one.atMs - other.atMs || one.id - other.id);
}

type Ended = ReadonlyMap<number, OperationRecord>;

function isToldByAll(
  run: Run,
  done: readonly OperationRecord[],
  { replayed, ended }: { readonly replayed: Run; readonly ended: Ended },
): boolean {
  return (
    done.every((record) => isDone(record) === isDone(ended.get(record.operation.id))) &&
    isShown(replayed.end, run)
  );
}

function waysOf(
  done: readonly OperationRecord[],
  ended: Ended,
  { lives }: RunFacts,
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
    const { token } = operation;
    const hops = hopsOf(record, ({ payer, payee }) => lives.between(token, payer, payee, startedAtMs));
    if (hops === undefined) return undefined;
    if (isDone(record)) ways.set(operation.id, { kind: 'known', hops, slack: 0n });
    // Where the simulation refused before locking and the node failed after locking, its locks are unknown.
    else if (effectOf(record) === 'locks') ways.set(operation.id, { kind: 'tried', hops });
  }
  return ways;
}

// Dates are whole milliseconds.
const AS_LOGGED_MS = 0.5;

/** When a payment was made, by its payer's clock and by the model's. */
interface Made {
  readonly record: OperationRecord;
  /** By its payer's clock, when it had been paid. */
  readonly loggedMs: number;
  /** As the model has it. */
  readonly tookMs: number;
}

/**
 * When each payment reached its node, by when it was logged and by how long it took: as the model has it, or where the
 * model has it go another way, as it was answered. Less than a date tells is told by when it was sent.
 */
function movedMoments(
  done: readonly OperationRecord[],
  logged: ReadonlyMap<number, number>,
  { ended, hopMs }: { readonly ended: Ended; readonly hopMs: number },
): ReadonlyMap<number, number> {
  const made = done.flatMap((record): readonly Made[] => {
    const [loggedMs, told] = [logged.get(record.operation.id), ended.get(record.operation.id)];
    if (loggedMs === undefined || told === undefined) return [];
    const tookMs = told.endedAtMs - told.startedAtMs;
    return isDone(told) ? [{ record, loggedMs, tookMs }] : [{ record, loggedMs, tookMs: Number.NaN }];
  });
  const onTheWire = (one: Made): number => one.record.endedAtMs - one.record.startedAtMs - one.tookMs;
  const known = made.filter(({ tookMs }) => !Number.isNaN(tookMs));
  const wireMs = medianOf(known.map(onTheWire));
  const apartMs = medianOf(
    known.map(({ record, loggedMs, tookMs }) => loggedMs - record.startedAtMs - tookMs),
  );
  const moments = new Map(done.map(({ operation, startedAtMs }) => [operation.id, startedAtMs]));
  for (const one of made) {
    const { record, loggedMs, tookMs } = one;
    const { startedAtMs, endedAtMs, operation } = record;
    const isAsTold = Math.abs(onTheWire(one) - wireMs) < hopMs / 2;
    const atMs = loggedMs - apartMs - (isAsTold ? tookMs : endedAtMs - startedAtMs - wireMs);
    moments.set(operation.id, Math.max(0, clamped(startedAtMs, atMs - AS_LOGGED_MS, atMs + AS_LOGGED_MS)));
  }
  return moments;
}

function clamped(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high);
}

function medianOf(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0;
}

function isDone(record: OperationRecord | undefined): boolean {
  return record !== undefined && effectOf(record) === 'happened';
}

/** True when every node shows every open channel of a network at the end, with its balance there. */
function isShown(network: Network | undefined, run: Run): boolean {
  if (network === undefined) return false;
  const names = namesOf(run.start);
  const lists = snapshotAt('end', run).channels;
  const shows = (node: NodeName, partner: NodeName, token: string, balance: bigint): boolean => {
    const open = (lists.get(node) ?? []).filter(({ state }) => state === 'opened');
    return channelIn(open, { token, partner }, names)?.balance === balance;
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
function loggedEnds(run: Run, records: readonly OperationRecord[]): ReadonlyMap<number, number> {
  const ids = new Map<string, number | null>();
  for (const { operation } of records)
    if (operation.kind === 'pay') {
      const key = paymentKey(operation);
      ids.set(key, ids.has(key) ? null : operation.id);
    }
  const { ownClock = 1 } = timingOf(run.header);
  const names = namesOf(run.start);
  const [before, after] = [snapshotAt('start', run).history, snapshotAt('end', run).history];
  const logged = new Map<number, number>();
  for (const [node, events] of after)
    for (const { event, token, partner, identifier, logTime } of historyEntries(
      events.slice(before.get(node)?.length ?? 0),
      names,
    )) {
      if (event !== 'sent' || identifier === undefined) continue;
      const id = ids.get(paymentKey({ node, target: partner, token, identifier }));
      const atMs = Date.parse(`${logTime}Z`) / ownClock;
      if (id !== undefined && id !== null && Number.isFinite(atMs)) logged.set(id, atMs);
    }
  return logged;
}

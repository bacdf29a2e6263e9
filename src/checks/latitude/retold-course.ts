import type { Network, NodeName } from '../../model/network/network.ts';
import type { Operation } from '../../model/run/operation.ts';
import { type OperationRecord, secretOf } from '../../model/run/outcome.ts';
import type { Run } from '../../model/run/run.ts';
import { snapshotAt } from '../../model/run/snapshot.ts';
import { channelIn, namesOf } from '../facts/names.ts';
import { effectOf } from './effect-of.ts';
import { hopsOf } from './known-route.ts';
import { loggedEnds } from './logged-ends.ts';
import type { PaymentWay } from './payment-changes.ts';
import type { RunFacts } from './run-facts.ts';

/** Simulates these operations, each at its moment. */
export type Retell = (operations: readonly Operation[]) => Promise<Run>;

// Moments settle in a few; each costs a simulation of the run.
const MOST_RETELLINGS = 8;

/**
 * The ways of all payments, if the model comes to what the nodes show when it is driven with what they did: every
 * success, and every balance at the end to the unit. Payments of other ways would have had to leave the same on every
 * end of every channel. `undefined`: it comes to something else.
 *
 * A node is asked a little later than we ask it, and which of two payments came first decides their ways: so the
 * moments are moved until payments end when their nodes' histories say.
 */
export async function retoldWays(
  run: Run,
  facts: RunFacts,
  retell: Retell,
): Promise<ReadonlyMap<number, PaymentWay> | undefined> {
  if (facts.records.some((record) => effectOf(record) === 'maybe')) return undefined;
  const done = facts.records.filter((record) => effectOf(record) !== 'nothing');
  const logged = loggedEnds(run, done);
  let moments: ReadonlyMap<number, number> = new Map(
    done.map(({ operation, startedAtMs }) => [operation.id, startedAtMs]),
  );
  for (let times = 1; times <= MOST_RETELLINGS; times += 1) {
    const retold = await retell(operationsAt(done, moments));
    const ended = new Map(retold.records.map((record) => [record.operation.id, record]));
    const ways = isToldByAll(run, done, { retold, ended }) ? waysOf(done, ended, facts) : undefined;
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
  { retold, ended }: { readonly retold: Run; readonly ended: Ended },
): boolean {
  return (
    done.every((record) => isDone(record) === isDone(ended.get(record.operation.id))) &&
    isShown(retold.end, run)
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
    // What joined another payment when it was retold was paid once more in truth.
    const secret = secretOf(record.outcome);
    if (secret !== undefined && secrets.has(secret)) return undefined;
    if (secret !== undefined) secrets.add(secret);
    const { token } = operation;
    const hops = hopsOf(record, ({ payer, payee }) => lives.between(token, payer, payee, startedAtMs));
    if (hops === undefined) return undefined;
    if (isDone(record)) ways.set(operation.id, { kind: 'known', hops, slack: 0n });
    // One that is retold as refused at once tells nothing of the locks of one that came to nothing later.
    else if (effectOf(record) === 'locks') ways.set(operation.id, { kind: 'tried', hops });
  }
  return ways;
}

// Dates are whole milliseconds.
const AS_LOGGED_MS = 0.5;

/** What is known of when a payment was made. */
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

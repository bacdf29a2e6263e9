import { withoutUndefined } from '../../model/without-undefined.ts';
import type { PerEnd } from '../../model/network/network.ts';
import type {
  AcknowledgedTotal,
  Latitude,
  PossibleChannel,
  PossibleOutcomes,
} from '../../model/replay/latitude.ts';
import { isPaymentRecord, type OperationRecord } from '../../model/run/operation.ts';
import type { Run } from '../../model/run/run.ts';
import { differenceOf } from '../rules/outcomes.ts';
import { type Effect, effectOf } from '../refusals.ts';
import type { ChannelLife, TotalSince } from '../story/channel-life.ts';
import type { ChannelLives } from '../story/channel-lives.ts';
import { Inquiry, type Model } from './inquiry.ts';
import { hopsBetween, isSameWay, type RouteHop } from './routes.ts';
import { type MoneyBounds, type MoneyChange, MoneyWalk } from '../bounds/money-bounds.ts';
import { increaseChange, paymentChanges, type PaymentWay } from '../bounds/payment-changes.ts';
import { explainedRoutes } from './explained-routes.ts';
import { type RunFacts, runFacts } from './run-facts.ts';

// The first two walks may learn routes. Later walks may only forget them; after the last all routes count as unknown, so that the loop ends.
const FREE_WALKS = 2;
const MOST_WALKS = 12;

/**
 * The results that some order of the operations of a run can have had. Not every order is tried: of each channel end the least
 * and the most is kept that any order leaves there, and the model is asked with all of the one and all of the other.
 * So what is called impossible is impossible in every order, and what is called possible may need luck.
 */
export async function exploreOrders(run: Run, model: Model): Promise<Latitude> {
  const facts = runFacts(run);
  const inquiry = new Inquiry(model);
  const explained = await explainedRoutes(run, facts, model);
  const routes = new Map(explained ?? guessedRoutes(run, facts));
  for (let walks = 1; ; walks += 1) {
    const mayLearn = walks <= FREE_WALKS ? 'all' : 'losses';
    const walk = await walkThrough(run, facts, {
      inquiry,
      routes,
      mayLearn: explained === undefined ? mayLearn : 'nothing',
    });
    // Each route was confirmed assuming all others. So in any order the first payment to deviate contradicts its own
    // confirmation: there is none.
    if (!walk.hasChanged) return walk.latitude;
    if (walks >= MOST_WALKS) routes.clear();
  }
}

// The prediction's ways are a first guess, which a walk then confirms or not.
function guessedRoutes({ prediction }: Run, { records, lives, slackOf }: RunFacts): Map<number, PaymentWay> {
  const predicted = new Map(prediction?.records.map((record) => [record.operation.id, record]));
  const routes = new Map<number, PaymentWay>();
  for (const { operation, startedAtMs } of records) {
    const guess = predicted.get(operation.id);
    if (operation.kind !== 'pay' || guess?.outcome.kind !== 'succeeded') continue;
    const hops = hopsBetween(guess, lives, { token: operation.token, atMs: startedAtMs });
    if (hops) routes.set(operation.id, { kind: 'known', hops, slack: slackOf(operation.amount) });
  }
  return routes;
}

interface Walking {
  readonly inquiry: Inquiry;
  /** By payment; one that is not there may have gone anywhere. */
  readonly routes: Map<number, PaymentWay>;
  /** Ways may be found; or only lost; or are known. */
  readonly mayLearn: 'all' | 'losses' | 'nothing';
}

/** One walk through the run by the ways taken for known; it changes those that it does not confirm. */
async function walkThrough(
  run: Run,
  facts: RunFacts,
  { inquiry, routes, mayLearn }: Walking,
): Promise<{ readonly hasChanged: boolean; readonly latitude: Latitude }> {
  const { records, lives, stretchOf } = facts;
  const predicted = new Map(run.prediction?.records.map((record) => [record.operation.id, record.outcome]));
  const walk = new MoneyWalk();
  const outcomes: PossibleOutcomes[] = [];
  let hasChanged = false;
  for (const [at, record] of records.entries()) {
    const { operation } = record;
    const stretch = stretchOf(record);
    const ahead = changesAhead(at, facts, routes);
    const known = { ...facts, stretch, bounds: walk.during(stretch, ahead) };
    if (mayLearn !== 'nothing' && isPaymentRecord(record) && MOVES_MONEY.has(effectOf(record))) {
      const before = routes.get(operation.id) ?? ANY;
      const found = await inquiry.routeOf(record, known);
      const route = mayLearn === 'all' || isSameRoute(before, found) ? found : ANY;
      hasChanged ||= !isSameRoute(before, route);
      routes.set(operation.id, route);
    }
    const expected = predicted.get(operation.id);
    if (expected !== undefined && differenceOf(record, expected)?.isOfOrder === true) {
      const possible = await inquiry.outcomesOf(record, known);
      if (possible !== undefined) outcomes.push({ operation: operation.id, possible });
    }
    walk.take(changesOf(record, facts, routes));
  }
  const answeredAtMs = Math.max(0, ...records.map((record) => record.endedAtMs));
  const restAtMs = Math.max(0, ...records.map((record) => record.endedAtMs + facts.travelMs(record)));
  const atOnce = walk.during({ startedAtMs: answeredAtMs, endedAtMs: answeredAtMs }, []);
  const channels = channelsAtEnd(lives, { atOnce, atRest: walk.atRest() });
  const { ranOutAfter } = inquiry;
  return { hasChanged, latitude: { outcomes, channels, restAtMs, ...withoutUndefined({ ranOutAfter }) } };
}

const MOVES_MONEY: ReadonlySet<Effect> = new Set(['happened', 'maybe']);
const ANY: PaymentWay = { kind: 'any' };

/** Changes of money by operations that start while another one runs. */
function changesAhead(
  at: number,
  facts: RunFacts,
  routes: ReadonlyMap<number, PaymentWay>,
): readonly MoneyChange[] {
  const { records, stretchOf } = facts;
  const { endedAtMs } = stretchOf(records[at] as OperationRecord);
  const changes: MoneyChange[] = [];
  for (let next = at + 1; next < records.length; next += 1) {
    const record = records[next] as OperationRecord;
    if (record.startedAtMs > endedAtMs) break;
    changes.push(...changesOf(record, facts, routes));
  }
  return changes;
}

function changesOf(
  record: OperationRecord,
  facts: RunFacts,
  routes: ReadonlyMap<number, PaymentWay>,
): readonly MoneyChange[] {
  const { lives, mostOf, namesakes, travelMs } = facts;
  const { id } = record.operation;
  if (!isPaymentRecord(record)) {
    const increase = lives.increases.get(id);
    return increase === undefined ? [] : [increaseChange(increase)];
  }
  const route = routes.get(id) ?? ANY;
  // It may have joined another one that is counted already.
  return paymentChanges(record, {
    effect: namesakes(record) > 1 && record.outcome.kind === 'indeterminate' ? 'maybe' : effectOf(record),
    route,
    travelMs: travelMs(record, route.kind === 'any' ? undefined : route.hops.length),
    most: mostOf(record.operation.amount),
    isHeldUp: route.kind === 'known' && isHeldUp(record, route.hops, facts),
  });
}

function isHeldUp(
  record: OperationRecord,
  hops: readonly RouteHop[],
  { running, travelMs }: RunFacts,
): boolean {
  const { startedAtMs, endedAtMs } = record;
  const stretch = { startedAtMs, endedAtMs: endedAtMs + travelMs(record) };
  return hops.some(({ life }) => life.between.some((node) => !running.during(node, stretch).mustRun));
}

function isSameRoute(one: PaymentWay, other: PaymentWay): boolean {
  if (one.kind !== 'known' || other.kind !== 'known') return one.kind === other.kind;
  return isSameWay(one.hops, other.hops);
}

/** The last channel of each pair of nodes, as it can be after all operations. */
function channelsAtEnd(
  lives: ChannelLives,
  { atOnce, atRest }: Readonly<Record<'atOnce' | 'atRest', MoneyBounds>>,
): readonly PossibleChannel[] {
  return [...lives.latest()].map((life) => {
    const { token, between, opened, closed, totalDeposit, totalWithdraw } = life;
    return {
      token,
      between,
      presence: presenceOf(life),
      presenceBy: (closed ?? opened).by,
      totalDeposit: ofEachEnd((side) => lastOf(totalDeposit[side])),
      // Settling a channel together takes out all there is; how far that came before it broke off nobody can say.
      totalWithdraw: ofEachEnd((side) => lastOf(closed === undefined ? totalWithdraw[side] : [])),
      balance: ofEachEnd((side) => atRest.of(life, side)),
      balanceAtOnce: ofEachEnd((side) => atOnce.of(life, side)),
    };
  });
}

function presenceOf({ opened, closed }: ChannelLife): PossibleChannel['presence'] {
  if (closed?.isCertain) return 'gone';
  return opened.isCertain && closed === undefined ? 'open' : 'either';
}

function lastOf(totals: readonly TotalSince[]): AcknowledgedTotal {
  const { amount = null, by = null } = totals.at(-1) ?? {};
  return { amount, by };
}

function ofEachEnd<Value>(valueOf: (side: 0 | 1) => Value): PerEnd<Value> {
  return [valueOf(0), valueOf(1)];
}

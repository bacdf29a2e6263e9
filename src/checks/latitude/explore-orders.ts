import type { Latitude, PossibleOutcomes } from '../../model/replay/latitude.ts';
import { isPaymentRecord, type OperationRecord } from '../../model/run/outcome.ts';
import type { Run } from '../../model/run/run.ts';
import { differenceOf } from '../outcomes/difference-of.ts';
import { channelsAtEnd } from './channels-at-end.ts';
import { type Effect, effectOf } from './effect-of.ts';
import { type AskModel, Inquiry } from './inquiry.ts';
import { hopsOf, isSameWay, type RouteHop } from './known-route.ts';
import { type MoneyChange, MoneyWalk } from './money-bounds.ts';
import { increaseChange, paymentChanges, type PaymentWay } from './payment-changes.ts';
import { type Retell, retoldWays } from './retold-course.ts';
import { type RunFacts, runFacts } from './run-facts.ts';

// Ways that depend on each other settle in two; from then on ways are only lost, and after some more all of them.
const FREE_WALKS = 2;
const MOST_WALKS = 12;

/** What the simulator is asked. */
export interface Model {
  readonly ask: AskModel;
  readonly retell: Retell;
}

/**
 * What some order of the operations of a run can have led to. Not every order is tried: of each channel end the least
 * and the most is kept that any order leaves there, and the model is asked with all of the one and all of the other.
 * So what is called impossible is impossible in every order, and what is called possible may need luck.
 */
export async function exploreOrders(run: Run, { ask, retell }: Model): Promise<Latitude> {
  const facts = runFacts(run);
  const inquiry = new Inquiry(facts, ask);
  const retold = await retoldWays(run, facts, retell);
  if (retold !== undefined)
    return (await walkThrough(run, facts, { inquiry, routes: new Map(retold), mayLearn: 'nothing' }))
      .latitude;
  const routes = guessedRoutes(run, facts);
  for (let walks = 1; ; walks += 1) {
    const walk = await walkThrough(run, facts, {
      inquiry,
      routes,
      mayLearn: walks <= FREE_WALKS ? 'all' : 'losses',
    });
    // Ways that held throughout a walk were each confirmed with all others taken for known: whatever order the
    // operations had, the first payment to leave its way would have had no reason to.
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
    const { token } = operation;
    const hops = hopsOf(guess, ({ payer, payee }) => lives.between(token, payer, payee, startedAtMs));
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
  const walk = new MoneyWalk(lives.all);
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
  const { answeredAtMs, restAtMs } = facts;
  const atOnce = walk.during({ startedAtMs: answeredAtMs, endedAtMs: answeredAtMs }, []);
  const channels = channelsAtEnd(lives, { atOnce, atRest: walk.atRest() });
  const { ranOutAfter } = inquiry;
  const searched = ranOutAfter === undefined ? {} : { ranOutAfter };
  return { hasChanged, latitude: { outcomes, channels, restAtMs, ...searched } };
}

const MOVES_MONEY: ReadonlySet<Effect> = new Set(['happened', 'maybe']);
const ANY: PaymentWay = { kind: 'any' };

/** What operations do that start while another one runs. */
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

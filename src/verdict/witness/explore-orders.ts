import { withoutUndefined } from '../../model/without-undefined.ts';
import type { PerEnd } from '../../model/network/network.ts';
import type {
  AcknowledgedTotal,
  Latitude,
  PossibleChannel,
  PossibleOutcomes,
} from '../../model/replay/latitude.ts';
import { isPaymentRecord, type OperationRecord } from '../../model/run/operation.ts';
import { predictedRecords, type Run } from '../../model/run/run.ts';
import { differenceOf } from '../rules/outcomes.ts';
import { type Effect, effectOf, outcomeAsTold } from '../refusals.ts';
import type { ChannelLife, TotalSince } from '../story/channel-life.ts';
import type { ChannelLives } from '../story/channel-lives.ts';
import type { Stretch } from '../story/stretch.ts';
import { Inquiry, type Model } from './inquiry.ts';
import { withoutRepetition } from './possible-outcomes.ts';
import { hopsBetween, isSameWay } from './routes.ts';
import { type MoneyBounds, type MoneyChange, MoneyWalk } from '../bounds/money-bounds.ts';
import { changesOf, type PaymentWay } from '../bounds/payment-changes.ts';
import { explainedRoutes } from './explained-routes.ts';
import { type RunFacts, runFacts } from './run-facts.ts';

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
  for (;;) {
    const count = routes.size;
    const latitude = await walkThrough(run, facts, { inquiry, routes, isExplained: explained !== undefined });
    // Each route was confirmed assuming all others. So in any order the first payment to deviate contradicts its own
    // confirmation: there is none.
    if (routes.size === count) return latitude;
  }
}

// The prediction's ways are a first guess, which a walk then confirms or not.
function guessedRoutes(run: Run, { records, lives, slackOf }: RunFacts): Map<number, PaymentWay> {
  const predicted = predictedRecords(run);
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
  /** A history explains everything with these routes. */
  readonly isExplained: boolean;
}

/** One walk through the run by the routes taken for known; it forgets those that it does not confirm. */
async function walkThrough(
  run: Run,
  facts: RunFacts,
  { inquiry, routes, isExplained }: Walking,
): Promise<Latitude> {
  const { records, lives, stretchOf } = facts;
  const predicted = predictedRecords(run);
  const walk = new MoneyWalk();
  const outcomes: PossibleOutcomes[] = [];
  for (const [at, record] of records.entries()) {
    const { operation } = record;
    const stretch = stretchOf(record);
    const ahead = records.slice(at + 1).filter(({ startedAtMs }) => startedAtMs <= stretch.endedAtMs);
    const changesAhead = ahead.flatMap((one) => changesAlong(routes, one, facts));
    const boundsDuring = (part: Stretch): MoneyBounds => walk.during(part, changesAhead);
    const settledAtMs = (): readonly number[] =>
      records.flatMap((one) => (one === record ? [] : settlingsOf(routes, one, facts)));
    const bounds = boundsDuring(stretch);
    const knownNetwork = { ...facts, stretch, bounds, boundsDuring, settledAtMs };
    const route = routes.get(operation.id);
    const isToBeConfirmed = !isExplained && route?.kind === 'known' && MOVES_MONEY.has(effectOf(record));
    if (isToBeConfirmed && isPaymentRecord(record)) {
      const hops = await inquiry.certainWay(record, knownNetwork);
      if (hops === undefined || !isSameWay(hops, route.hops)) routes.delete(operation.id);
    }
    const expected = predicted.get(operation.id)?.outcome;
    if (expected !== undefined && differenceOf(record, expected)?.isOfOrder === true) {
      const possible = await inquiry.outcomesOf(record, knownNetwork);
      const told = possible?.map((one) => outcomeAsTold(operation, one, run.header));
      if (told !== undefined) outcomes.push({ operation: operation.id, possible: withoutRepetition(told) });
    }
    walk.take(changesAlong(routes, record, facts));
  }
  const answeredAtMs = Math.max(0, ...records.map((record) => record.endedAtMs));
  const restAtMs = Math.max(0, ...records.map((record) => record.endedAtMs + facts.travelMs(record)));
  const atOnce = walk.during({ startedAtMs: answeredAtMs, endedAtMs: answeredAtMs }, []);
  const channels = channelsAtEnd(lives, { atOnce, atRest: walk.atRest() });
  const { ranOutAfter } = inquiry;
  return { outcomes, channels, restAtMs, ...withoutUndefined({ ranOutAfter }) };
}

const MOVES_MONEY: ReadonlySet<Effect> = new Set(['happened', 'maybe']);

function changesAlong(
  routes: ReadonlyMap<number, PaymentWay>,
  record: OperationRecord,
  facts: RunFacts,
): readonly MoneyChange[] {
  return changesOf(record, facts, (payment) => {
    const { operation, outcome } = payment;
    // It may have joined another one that is counted already.
    const mayBeJoined = facts.namesakes(payment) > 1 && outcome.kind === 'indeterminate';
    return {
      effect: mayBeJoined ? 'maybe' : effectOf(payment),
      route: routes.get(operation.id) ?? { kind: 'any' },
      most: facts.mostOf(operation.amount),
    };
  });
}

function settlingsOf(
  routes: ReadonlyMap<number, PaymentWay>,
  record: OperationRecord,
  facts: RunFacts,
): readonly number[] {
  if (isPaymentRecord(record)) return changesAlong(routes, record, facts).map(({ settledMs }) => settledMs);
  return [record.endedAtMs + facts.travelMs(record)];
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

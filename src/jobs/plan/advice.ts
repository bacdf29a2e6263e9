import type { ReplenishSpec } from '../../model/disturbances/replenish.ts';
import { type Amount, larger } from '../../model/network/amount.ts';
import type { Network } from '../../model/network/network.ts';
import type { AnsweredPoint, AnswerMoves, MoneyMove, PlanAnswers } from '../../model/plan/answers.ts';
import type { NetworkChange } from '../../model/plan/experiment.ts';
import { type Expectation, isReached } from '../../model/scenario/expectation.ts';
import type { Estimate } from '../../statistics/estimate.ts';
import { settledText } from '../../scenario/text/edited-text.ts';
import { assembleNetwork } from '../assemble.ts';
import { changeNetwork } from '../change-network.ts';
import { isShownBetter } from './effects.ts';
import { replicationSeed } from './laboratory.ts';
import type { MadePlan } from './plan.ts';
import type { PlanQuestion } from './questions.ts';

type Planned = Pick<MadePlan, 'points' | 'result'>;

/** The changes that one answer says to make. */
interface Advice {
  readonly question: PlanQuestion;
  readonly changes: readonly NetworkChange[];
  readonly replenish: readonly ReplenishSpec[];
  /** The goal's metric with them. */
  readonly after: Estimate;
  readonly also?: AnswerMoves['also'];
}

/** The changes that answers say to make, better than none: answers that say none are left out. */
export function adviceOf({ deposit = [], fund, changes }: PlanAnswers, goal: Expectation): readonly Advice[] {
  const [common] = deposit;
  // Later deposits were found with those before in place.
  const equal = {
    changes: (deposit.length > 1 ? deposit.slice(1) : deposit).flatMap((each) => each.changes),
    goal: common?.held ?? common?.curve.find((probe) => probe.deposit === common.deposit)?.goal,
  };
  const funded = fund && { changes: isShownBetter(goal, fund.gain) ? fund.changes : [], goal: fund.after };
  const isAffordable = fund?.cheapest !== undefined && fund.cheapest.money <= fund.budget;
  const all: readonly (Partial<Omit<Advice, 'after'>> & { readonly goal?: Estimate | undefined })[] = [
    { ...(common?.cheapest ?? equal), question: 'deposit' },
    { ...(isAffordable ? fund.cheapest : funded), question: 'fund' },
    { ...changes?.advised, question: 'changes' },
  ];
  return all.flatMap(({ question = 'fund', changes: made = [], replenish = [], goal: after, also }) =>
    made.length > 0 && after !== undefined ? [{ question, changes: made, replenish, after, also }] : [],
  );
}

/** The points of a plan with their answers, and the money that each answer moves; changes may move none. */
export function answeredPoints({ points, result }: Planned): readonly AnsweredPoint[] {
  const { answers = [result], goal, also: further = [] } = result;
  return points.map((point, at) => {
    const now = point.metrics[goal.metric];
    const moves = adviceOf(answers[at] ?? {}, goal).flatMap(({ question, changes, after, also }) => {
      const before = assembleNetwork(point.experiment.scenario);
      const moved = moneyMoves(before, changeNetwork(before, changes));
      const money = moved.reduce((sum, move) => sum + larger(0n, move.afterwards - move.has), 0n);
      // What meets the goal in few replications may be less than what more of them take.
      const { deposit = [], fund } = answers[at] ?? {};
      const { cheapest, obstacles } = (question === 'fund' ? fund : deposit[0]) ?? {};
      const [low, high] = isReached(goal, now) || question === 'deposit' ? [] : after.interval;
      const isSure = cheapest === undefined ? low === high && !obstacles : money >= cheapest.money;
      const isMet = isReached(goal, after) && (question === 'changes' || isSure);
      // No deposit is to be made where the goal is met as it stands, nor one that misses it.
      const isIdle = question === 'deposit' && (isReached(goal, now) || !isMet);
      if (isIdle || (moved.length === 0 && question !== 'changes')) return [];
      return [{ question, moves: moved, money, goal: after, isMet, also }];
    });
    const metOf = ({ isMet: isFirst, also }: AnswerMoves): number =>
      further.filter((each) => isFirst && isReached(each, { ...point.metrics, ...also }[each.metric]))
        .length + Number(isFirst);
    const byMoney = (one: AnswerMoves, other: AnswerMoves): number =>
      metOf(other) - metOf(one) ||
      // Changes that move no money may cost earnings.
      Number(one.moves.length === 0) - Number(other.moves.length === 0) ||
      (one.isMet ? Number(one.money - other.money) : 0);
    return { point, answers: answers[at] ?? {}, moves: moves.sort(byMoney) };
  });
}

/** The ends of the second network whose money differs from that in the first; the largest difference first. */
function moneyMoves(before: Network, after: Network): readonly MoneyMove[] {
  const moves = after.mapEdges((channel, { balance }, ...nodes): readonly MoneyMove[] =>
    ([0, 1] as const).flatMap((end) => {
      const afterwards = balance[end];
      const has = before.hasEdge(channel) ? before.getEdgeAttribute(channel, 'balance')[end] : 0n;
      return afterwards === has
        ? []
        : [{ node: nodes[end], partner: nodes[1 - end] as string, has, afterwards }];
    }),
  );
  const sizeOf = ({ has, afterwards }: MoneyMove): Amount =>
    afterwards > has ? afterwards - has : has - afterwards;
  const bySize = (one: MoneyMove, other: MoneyMove): number =>
    Number(sizeOf(other) - sizeOf(one)) || one.partner.localeCompare(other.partner, 'en', { numeric: true });
  return moves.flat().sort(bySize);
}

/** One answer as a scenario file that is ready to run. */
export interface AnswerScenario {
  /** The question's name, and the point's number where there are several. */
  readonly name: string;
  readonly text: string;
}

/** A scenario file for every answer that changes the network; large networks and several tokens have none. */
export function answerScenarios({ points, result }: Planned): readonly AnswerScenario[] {
  const { answers = [result], goal } = result;
  return points.flatMap(({ text: written, experiment: { scenario } }, at) =>
    adviceOf(answers[at] ?? {}, goal).flatMap(({ question, changes, replenish }) => {
      const text = settledText(
        { text: written },
        {
          // The chance of the first replication: its row in results.csv is what the file gives.
          seed: replicationSeed(scenario.seed, 0),
          network: changeNetwork(assembleNetwork(scenario), changes),
          goal: goal.text,
          scenario,
          replenish,
          fees: Object.fromEntries(
            changes.flatMap((change) => (change.kind === 'charge' ? [[change.node, change.fees]] : [])),
          ),
        },
      );
      const name = points.length === 1 ? question : `${question}-${at + 1}`;
      return text === undefined ? [] : [{ name, text }];
    }),
  );
}

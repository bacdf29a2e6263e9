import type { ReplenishSpec } from '../../model/disturbances/replenish.ts';
import type { Amount } from '../../model/network/amount.ts';
import type { Network } from '../../model/network/network.ts';
import type { MoneyMove, PlanAnswers } from '../../model/plan/answers.ts';
import type { NetworkChange } from '../../model/plan/experiment.ts';
import type { AnsweredPoint } from '../../model/plan/answers.ts';
import type { Expectation } from '../../model/scenario/expectation.ts';
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
}

/** The changes that answers say to make, better than none: answers that say none are left out. */
export function adviceOf({ deposit = [], fund, changes }: PlanAnswers, goal: Expectation): readonly Advice[] {
  const all: readonly Advice[] = [
    // Later deposits were found with those before in place.
    { question: 'deposit', changes: deposit.flatMap((each) => each.changes), replenish: [] },
    {
      question: 'fund',
      changes: fund !== undefined && isShownBetter(goal, fund.gain) ? fund.changes : [],
      replenish: [],
    },
    {
      question: 'changes',
      changes: changes?.advised?.changes ?? [],
      replenish: changes?.advised?.replenish ?? [],
    },
  ];
  return all.filter((each) => each.changes.length > 0);
}

/** The points of a plan with their answers, and the money that each answer moves. */
export function answeredPoints({ points, result }: Planned): readonly AnsweredPoint[] {
  const { answers = [result], goal } = result;
  return points.map((point, at) => {
    const moves = adviceOf(answers[at] ?? {}, goal).map(({ question, changes }) => {
      const before = assembleNetwork(point.experiment.scenario);
      return { question, moves: moneyMoves(before, changeNetwork(before, changes)) };
    });
    return {
      point,
      answers: answers[at] ?? {},
      moves: moves.filter((each) => each.moves.length > 0),
    };
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
    Number(sizeOf(other) - sizeOf(one)) || (one.partner < other.partner ? -1 : 1);
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

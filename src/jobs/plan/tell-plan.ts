import { toldPoints } from '../../report/plan/points.ts';
import type { ToldAnswer } from '../../report/plan/told-answer.ts';
import type { ScenarioText } from '../../scenario/parse-scenario.ts';
import { settledText } from '../../scenario/text/edited-text.ts';
import { changeNetwork } from './change-network.ts';
import { replicationSeed } from './laboratory.ts';
import type { MadePlan } from './plan.ts';
import { QUESTIONS } from './questions.ts';

type Planned = Pick<MadePlan, 'scenario' | 'network' | 'result'>;

/** The answers of a plan and its points, in the order in which they are told. */
export function toldAnswers({ network, result }: Omit<Planned, 'scenario'>): readonly ToldAnswer[] {
  return QUESTIONS.flatMap((question) => {
    const answer = result[question.name];
    const toldAnswer = answer === undefined ? [] : [question.tell(answer, { goal: result.goal, network })];
    // The points stand beside the other changes of the goal's metric, before what a node earns.
    return question.name === 'charge' ? [toldPoints(result), ...toldAnswer] : toldAnswer;
  });
}

/** One answer as a scenario file that is ready to run. */
export interface AnswerScenario {
  /** The question's name. */
  readonly name: string;
  readonly text: string;
}

/** A scenario file for every answer that changes the network; large networks and several tokens have none. */
export function answerScenarios(
  source: ScenarioText,
  { scenario, network, result }: Planned,
): readonly AnswerScenario[] {
  return QUESTIONS.flatMap((question) => {
    const answer = result[question.name];
    const changes = answer === undefined ? [] : (question.changes?.(answer, scenario) ?? []);
    if (changes.length === 0) return [];
    const text = settledText(source, {
      // The chance of the first replication: its row in results.csv is what the file gives.
      seed: replicationSeed(scenario.seed, 0),
      network: changeNetwork(network, changes),
      goal: result.goal.text,
      fees: Object.fromEntries(
        changes.flatMap((change) => (change.kind === 'charge' ? [[change.node, change.fees]] : [])),
      ),
    });
    return text === undefined ? [] : [{ name: question.name, text }];
  });
}

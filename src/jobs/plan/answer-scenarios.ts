import type { NetworkChange } from '../../model/plan/experiment.ts';
import { type Settled, settledText } from '../../scenario/text/settled-text.ts';
import type { ScenarioText } from '../../scenario/parse-scenario.ts';
import { changeNetwork } from './change-network.ts';
import { replicationSeed } from './laboratory.ts';
import type { MadePlan } from './plan.ts';

/** One answer as a scenario file that is ready to run. */
export interface AnswerScenario {
  /** `deposit`, `fund`, `open` or `charge`. */
  readonly name: string;
  readonly text: string;
}

/** A scenario file for every answer that changes the network; large networks and several tokens have none. */
export function answerScenarios(
  source: ScenarioText,
  { scenario, network, result }: Pick<MadePlan, 'scenario' | 'network' | 'result'>,
): readonly AnswerScenario[] {
  const token = scenario.networks[0]?.token;
  const { deposit = [], fund, open = [], charge } = result;
  const [best] = charge?.choices ?? [];
  const answers: Readonly<Record<string, readonly NetworkChange[]>> = {
    // Later ones were found with those before in place.
    deposit: deposit.flatMap(({ changes }) => changes),
    fund: fund?.changes ?? [],
    open: open[0]?.changes ?? [],
    charge:
      charge === undefined || best === undefined || token === undefined
        ? []
        : [{ kind: 'charge', node: charge.node, token, fees: best.fees }],
  };
  return Object.entries(answers).flatMap(([name, changes]) => {
    if (changes.length === 0) return [];
    const settled: Settled = {
      // The chance of the first replication: its row in results.csv is what the file gives.
      seed: replicationSeed(scenario.seed, 0),
      network: changeNetwork(network, changes),
      goal: result.goal.text,
      fees: Object.fromEntries(
        changes.flatMap((change) => (change.kind === 'charge' ? [[change.node, change.fees]] : [])),
      ),
    };
    const text = settledText(source, settled);
    return text === undefined ? [] : [{ name, text }];
  });
}

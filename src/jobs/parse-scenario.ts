import { assertGiven } from '../errors.ts';
import type { Scenario } from '../model/scenario/scenario.ts';
import { protocol } from '../scenario/fields/protocol-fields.ts';
import {
  isPlayerFile,
  type PlayerSource,
  readPlayerFile,
  type ReadPlayerFile,
} from '../scenario/player/player-scenario.ts';
import { type ScenarioText, scenarioParser } from '../scenario/parse-scenario.ts';
import type { ScenarioChoices } from '../scenario/scenario-file.ts';
import { assembleNetwork, CHOICES } from './assemble.ts';
import { listsPatterns, withNodesNamed } from '../scenario/named-nodes.ts';
import { QUESTION_SETTINGS } from './plan/questions.ts';

export { isPlayerFile };

/** All that scenario files may name, in the order in which the reference lists it. */
export const SCENARIO_CHOICES: ScenarioChoices = { ...CHOICES, questions: QUESTION_SETTINGS };

/**
 * Reads a scenario file, ours or one of scenario-player, which is rendered with the variables of an environment first.
 */
export function parseAnyScenario({
  environment = {},
  asWritten = false,
  ...source
}: AnyScenarioText): Scenario {
  return isPlayerFile(source.text)
    ? readPlayer({ ...source, environment, asWritten }).scenario
    : parseScenario(source);
}

/** A scenario file of either kind. */
export interface AnyScenarioText
  extends ScenarioText,
    Partial<Pick<PlayerSource, 'environment' | 'asWritten'>> {}

/** Reads a scenario-player file with its tasks. */
export function readPlayer(source: Omit<PlayerSource, 'protocol'>): ReadPlayerFile {
  return readPlayerFile({ ...source, protocol: protocol(CHOICES).parse({}) });
}

const parse = scenarioParser(SCENARIO_CHOICES);

/** Reads a scenario file, YAML or JSON; it may name every protocol, router and planning question there is. */
export function parseScenario(source: ScenarioText): Scenario {
  assertGiven('parseScenario', source, 'file', 'text');
  const scenario = parse(source);
  return listsPatterns(scenario) ? withNodesNamed(scenario, assembleNetwork(scenario).nodes()) : scenario;
}

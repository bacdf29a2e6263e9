import { scenarioParser } from '../scenario/parse-scenario.ts';
import type { ScenarioChoices } from '../scenario/scenario-file.ts';
import { CHOICES } from './assemble.ts';
import { QUESTION_SETTINGS } from './plan/questions.ts';

/** All that scenario files may name, in the order in which the reference lists it. */
export const SCENARIO_CHOICES: ScenarioChoices = { ...CHOICES, questions: QUESTION_SETTINGS };

/** Reads a scenario file, YAML or JSON; it may name every protocol, router and planning question there is. */
export const parseScenario = scenarioParser(SCENARIO_CHOICES);

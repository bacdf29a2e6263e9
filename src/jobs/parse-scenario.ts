import { scenarioParser } from '../scenario/parse-scenario.ts';
import { CHOICES } from './assemble.ts';

/** Reads a scenario file, YAML or JSON; it may name every protocol and router there is. */
export const parseScenario = scenarioParser(CHOICES);

import type { Scenario } from '../../src/model/scenario/scenario.ts';
import { parseScenario } from '../../src/jobs/parse-scenario.ts';

/** A scenario from its YAML text, for tests that want to show the file they run. */
export function scenarioFrom(text: string): Scenario {
  return parseScenario({
    file: 'test.yaml',
    text,
    readFile: (path) => {
      throw new Error(`no file ${path} in a test`);
    },
  });
}

import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Scenario } from '../../model/scenario/scenario.ts';
import { parseScenario } from '../../jobs/parse-scenario.ts';
import { readInputFile } from './input-file.ts';

/** Reads a scenario and the files it names, which are found relative to it. */
export function loadScenario(
  file: string,
  { seed, isForNodes = false }: { readonly seed?: string | undefined; readonly isForNodes?: boolean } = {},
): Scenario {
  const text = readInputFile(file, 'a scenario in YAML or JSON');
  const scenario = parseScenario({
    file,
    text,
    isForNodes,
    // What the system refuses is told by the parser, which knows the field that names the file.
    readFile: (named) => readFileSync(resolve(dirname(file), named), 'utf8'),
  });
  return seed === undefined ? scenario : { ...scenario, seed };
}

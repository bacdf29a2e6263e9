import { existsSync, statSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { InputError } from '../../errors.ts';
import { type TraceFile, readTraces } from '../../jobs/load/load-plan.ts';
import type { LoadSpec } from '../../model/scenario/load-spec.ts';
import type { Scenario } from '../../model/scenario/scenario.ts';
import { parseAnyScenario } from '../../jobs/parse-scenario.ts';
import { readYaml } from '../../scenario/text/yaml-document.ts';
import { RUN_FILES } from '../run-folder/run-files.ts';
import { fileBeside, inputting, readInputFile } from './input-file.ts';
import { streamLines } from './read-lines.ts';

/** The scenario of the demo; it comes with the package, three folders above this one, built or not. */
export const DEMO_SCENARIO = fileURLToPath(new URL('../../../scenarios/demo.yaml', import.meta.url));

/** Reads a scenario and the files it names, which are found relative to it. */
export function loadScenario(
  file: string,
  choice: PlayerChoice & { readonly seed?: string | undefined; readonly isForNodes?: boolean } = {},
): Scenario {
  const { seed, isForNodes = false, environment, asWritten = false } = choice;
  const text = readInputFile(file, 'a scenario in YAML or JSON');
  const scenario = parseAnyScenario({
    file,
    text,
    isForNodes,
    environment: environment === undefined ? {} : readEnvironment(environment),
    asWritten,
    // The parser, which knows the field that names the file, tells what the system refuses.
    readFile: fileBeside(file),
  });
  return seed === undefined ? scenario : { ...scenario, seed };
}

/** How a scenario-player file is read; other files need nothing of it. */
export interface PlayerChoice {
  /** The file with the variables of its template; absent: it has none. */
  readonly environment?: string | undefined;
  /** Checks no more than scenario-player does. */
  readonly asWritten?: boolean | undefined;
}

/** Reads the variables of a template: a JSON or YAML mapping, in which integers keep every digit. */
export function readEnvironment(file: string): Readonly<Record<string, unknown>> {
  const expected = 'the variables of a template: a mapping in JSON or YAML';
  const { value } = readYaml({ file, text: readInputFile(file, expected) });
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return withIntegers(value) as Readonly<Record<string, unknown>>;
  throw new InputError({ place: { file }, message: `is no mapping; expected ${expected}` });
}

function withIntegers(value: unknown): unknown {
  if (typeof value === 'number') return Number.isInteger(value) ? BigInt(value) : value;
  if (Array.isArray(value)) return value.map(withIntegers);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, withIntegers(item)]));
}

const EXPECTED = 'recorded payments: a run folder, its outcomes.ndjson, or CSV';

/** A load with the payments of its traces, whose files are found relative to `folder`. Throws InputError. */
export function withTraces(
  spec: LoadSpec,
  { scenario, folder }: { readonly scenario: Scenario; readonly folder: string },
): LoadSpec {
  const open = (file: string) => openTrace(isAbsolute(file) ? file : join(folder, file));
  return readTraces({ spec, scenario, open });
}

// Bytes that are no text leave one of these behind; the whole file tells where they stand, and whether the mark was written so.
const UNREADABLE = /[\0\uFFFD]/;

function openTrace(file: string): TraceFile {
  const isFolder = inputting(file, EXPECTED, () => statSync(file)).isDirectory();
  const records = join(file, RUN_FILES.outcomes);
  if (isFolder && !existsSync(records))
    throw new InputError({
      place: { file },
      message: `is a folder without ${RUN_FILES.outcomes}; expected ${EXPECTED}`,
    });
  const from = isFolder ? records : file;
  const format = from.endsWith('.ndjson') ? 'records' : 'csv';
  return {
    file: from,
    format,
    lines(onLine) {
      let last = 0;
      // The last record of a run may have been cut within a character.
      let isText = format === 'records';
      const read = (text: string, line: number): void => {
        last = line;
        if (!isText && UNREADABLE.test(text)) {
          readInputFile(from, EXPECTED);
          isText = true;
        }
        onLine(text, line);
      };
      const rest = streamLines(from, read);
      if (rest !== '') read(rest, last + 1);
    },
  };
}

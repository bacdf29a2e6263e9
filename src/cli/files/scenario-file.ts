import { existsSync, statSync, readFileSync } from 'node:fs';
import { isAbsolute, join, dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { InputError } from '../../errors.ts';
import { type TraceFile, readTraces } from '../../jobs/load/load-plan.ts';
import type { LoadSpec } from '../../model/scenario/load-spec.ts';
import type { Scenario } from '../../model/scenario/scenario.ts';
import { parseScenario } from '../../jobs/parse-scenario.ts';
import { RUN_FILES } from '../run-folder/run-files.ts';
import { inputting, readInputFile, textIn } from './input-file.ts';
import { streamLines } from './read-lines.ts';

/** The scenario of the demo; it comes with the package, three folders above this one, built or not. */
export const DEMO_SCENARIO = fileURLToPath(new URL('../../../scenarios/demo.yaml', import.meta.url));

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
    // The parser, which knows the field that names the file, tells what the system refuses.
    readFile: (named) =>
      textIn(readFileSync(resolve(dirname(file), named)), { file: named, expected: 'text' }),
  });
  return seed === undefined ? scenario : { ...scenario, seed };
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
          textIn(readFileSync(from), { file: from, expected: EXPECTED });
          isText = true;
        }
        onLine(text, line);
      };
      const rest = streamLines(from, read);
      if (rest !== '') read(rest, last + 1);
    },
  };
}

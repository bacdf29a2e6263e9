import { existsSync, statSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { type TraceFile, readTraces } from '../../jobs/load/read-traces.ts';
import { InputError } from '../../errors.ts';
import type { LoadSpec } from '../../model/scenario/load-spec.ts';
import type { Scenario } from '../../model/scenario/scenario.ts';
import { inputting } from './input-file.ts';
import { RUN_FILES } from '../run-folder/run-folder.ts';
import { streamLines } from './stream-lines.ts';

const EXPECTED = 'recorded payments: a run folder, its outcomes.ndjson, or CSV';

/** A load with the payments of its traces, whose files are found relative to `folder`. Throws InputError. */
export function withTraces(
  spec: LoadSpec,
  { scenario, folder }: { readonly scenario: Scenario; readonly folder: string },
): LoadSpec {
  const open = (file: string) => openTrace(isAbsolute(file) ? file : join(folder, file));
  return readTraces({ spec, scenario, open });
}

function openTrace(file: string): TraceFile {
  const isFolder = inputting(file, EXPECTED, () => statSync(file)).isDirectory();
  const records = join(file, RUN_FILES.outcomes);
  if (isFolder && !existsSync(records))
    throw new InputError({
      place: { file },
      message: `is a folder without ${RUN_FILES.outcomes}; expected ${EXPECTED}`,
    });
  const from = isFolder ? records : file;
  return {
    file: from,
    format: from.endsWith('.ndjson') ? 'records' : 'csv',
    lines(onLine) {
      let last = 0;
      const rest = streamLines(from, (text, line) => {
        last = line;
        onLine(text, line);
      });
      if (rest !== '') onLine(rest, last + 1);
    },
  };
}

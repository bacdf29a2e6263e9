import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { z } from 'zod';
import { InputError } from '../../errors.ts';
import { toJson } from '../../model/json.ts';
import { readReplication, type Replication } from '../../model/plan/replication.ts';
import type { Scenario } from '../../model/scenario/scenario.ts';
import { writeWholeFile } from '../files/output-file.ts';
import { type LineCodec, readLines } from '../run-folder/run-files.ts';
import { PLAN_FILES, scenarioFolderOf } from '../run-folder/run-folder.ts';

/** The scenario that an answer is, ready to run. */
export function answerFile(name: string): string {
  return `answer-${name}.yaml`;
}

/** The reports folder that a plan stands in, whose list names it; undefined: the plan's folder was moved elsewhere. */
export function reportsFolderOf(folder: string, scenario: Pick<Scenario, 'name'>): string | undefined {
  const beside = dirname(resolve(folder));
  const reports = dirname(beside);
  return scenarioFolderOf(reports, scenario) === beside ? reports : undefined;
}

/** The journal: replications by their keys. */
const REPLICATIONS: LineCodec<readonly [key: string, Replication]> = {
  line: ([key, replication]) => `${toJson({ key, replication })}\n`,
  parse(text) {
    const { key, replication } = JSON.parse(text) as { key: string; replication: unknown };
    return [key, readReplication(JSON.stringify(replication))];
  },
  shape: z.tuple([z.string(), z.unknown()]).describe('a replication that Millrace has written'),
};

/** One line of the journal. */
export function journalLine(key: string, replication: Replication): string {
  return REPLICATIONS.line([key, replication]);
}

/** The replications of an interrupted plan; a last line that was cut off is left out. */
export function readJournal(folder: string): ReadonlyMap<string, Replication> {
  const path = join(folder, PLAN_FILES.journal);
  if (existsSync(path)) return new Map(readLines(path, REPLICATIONS).items);
  throw new InputError({
    place: { file: path },
    message: 'there is no such file, expected the folder of a plan',
    hint: 'Give the folder that the interrupted plan named, such as reports/demo/plan-2026-01-31T10-00-00Z.',
  });
}

/** Writes a plan's file whole or not at all. */
export function writePlanFile(folder: string, file: string, text: string): void {
  writeWholeFile(join(folder, file), text);
}

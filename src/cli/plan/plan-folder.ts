import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { InputError } from '../../errors.ts';
import { toJson } from '../../model/json.ts';
import { readReplication, type Replication } from '../../model/plan/replication.ts';
import type { Scenario } from '../../model/scenario/scenario.ts';
import { writeWholeFile } from '../files/output-file.ts';
import { scenarioFolderOf } from '../run-folder/run-folder.ts';

/** The files of a plan's folder; only `entry.json` beside them holds a time, so that a plan that was resumed has the same bytes. */
export const PLAN_FILES = {
  /** Everything that was answered. */
  data: 'plan.json',
  page: 'plan.html',
  /** The money that the answers move. */
  moves: 'what-to-do.csv',
  /** One row for each replication of each point. */
  rows: 'results.csv',
  /** Every simulation by its key, in the order in which they ended: what `--resume` goes on from. */
  journal: 'replications.ndjson',
  /** The scenario as it was planned with. */
  scenario: 'scenario.yaml',
} as const;

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

/** One line of the journal. */
export function journalLine(key: string, replication: Replication): string {
  return `${toJson({ key, replication })}\n`;
}

/** The replications of an interrupted plan; a last line that was cut off is left out. */
export function readJournal(folder: string): ReadonlyMap<string, Replication> {
  const path = join(folder, PLAN_FILES.journal);
  if (!existsSync(path))
    throw new InputError({
      place: { file: path },
      message: 'there is no such file, expected the folder of a plan',
      hint: 'Give the folder that the interrupted plan named, such as reports/demo/plan-2026-01-31T10-00-00Z.',
    });
  const replications = new Map<string, Replication>();
  const lines = readFileSync(path, 'utf8').split('\n');
  lines.forEach((line, index) => {
    if (line === '') return;
    const read = replicationIn(line);
    if (read !== undefined) replications.set(read.key, read.replication);
    else if (index < lines.length - 1)
      throw new InputError({
        place: { file: path, line: index + 1, column: 1 },
        message: 'not a replication that Millrace has written',
        hint: 'Delete the line: what it held is simulated again.',
      });
  });
  return replications;
}

function replicationIn(
  line: string,
): { readonly key: string; readonly replication: Replication } | undefined {
  try {
    const { key, replication } = JSON.parse(line) as { key: string; replication: unknown };
    return { key, replication: readReplication(JSON.stringify(replication)) };
  } catch {
    return undefined;
  }
}

/** Writes a plan's file whole or not at all. */
export function writePlanFile(folder: string, file: string, text: string): void {
  writeWholeFile(join(folder, file), text);
}

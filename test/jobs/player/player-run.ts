import { readdirSync, readFileSync } from 'node:fs';
import { readEnvironment } from '../../../src/cli/files/scenario-file.ts';
import { readPlayer } from '../../../src/jobs/parse-scenario.ts';
import { simulate } from '../../../src/jobs/simulate.ts';
import type { Run } from '../../../src/model/run/run.ts';
import { unexpectedSteps } from '../../../src/report/figures/unexpected-steps.ts';

const FOLDER = 'scenarios/raiden';

/** The scenarios of the Raiden team, by name. */
export const TEAM_FILES: ReadonlyMap<string, string> = new Map(
  readdirSync(FOLDER)
    .filter((file) => file.endsWith('.yaml'))
    .map((file) => [file.replace('.yaml', ''), readFileSync(`${FOLDER}/${file}`, 'utf8')] as const),
);

/** The variables of their templates. */
export const ENVIRONMENT = readEnvironment(`${FOLDER}/environment.json`);

/** A scenario-player file, simulated. */
export async function playerRun(text: string, { asWritten = false } = {}): Promise<Run> {
  const { scenario } = readPlayer({ file: 'file.yaml', text, environment: ENVIRONMENT, asWritten });
  return await simulate({ scenario });
}

/** The lines of the tasks that ended otherwise than the file says, in their order, each once. */
export function failedLines(run: Run): readonly number[] {
  const lines = unexpectedSteps(run.records, run.header).map(({ step }) => Number(/:(\d+) /.exec(step)?.[1]));
  return [...new Set(lines)].sort((a, b) => a - b);
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { filesUnder, folderWith, planFolderIn } from '../e2e/built-cli.ts';
import { type HardTries, mustHold, type TriedRow } from './hard-tries.ts';
import { requireReadable, runTried } from './tried-command.ts';
import { PLANNED, SHORT } from './tried-scenarios.ts';

const SIMULATE = ['simulate', 'short.yaml', '--no-progress'];
const PLAN = ['plan', 'planned.yaml', '--threads', '1', '--no-progress'];
const REPLAY = ['replay', 'short.yaml', '--sandbox', '--no-progress'];
const LOAD = ['load', 'short.yaml', '--sandbox', '--rate', '50', '--duration', '0.5', '--no-progress'];
const CHECK = ['check', '--sandbox', '--runs', '2', '--time', '5s', '--no-progress'];
const REPORT = ['report', 'reports/short/seed-7'];
// The second one begins within the first one's time.
const LATEST_MS = 600;

/** Two processes that write into one folder. */
export const twoWriters: HardTries = {
  kind: 'Two writers',
  what: 'Two processes write into one reports folder, the second one begins at any moment of the first. Each ends as it would alone or says that the other stands in its way; every run is read again, a list of runs is whole, no draft stays.',
  rows: [
    row('`simulate` and `simulate` of one seed', 10, [SIMULATE, SIMULATE]),
    row('`simulate` and `report` of its run', 10, [SIMULATE, REPORT]),
    row('`plan` and `plan`', 20, [PLAN, PLAN]),
    row('`plan --resume` twice of one folder', 20, [PLAN, PLAN], { resumes: true }),
    row('`replay` and `replay`', 10, [REPLAY, REPLAY]),
    row('`load` and `load`', 10, [LOAD, LOAD]),
    row('`check` and `check`', 20, [CHECK, CHECK]),
  ],
};

type Line = readonly string[];

function row(
  name: string,
  tries: number,
  [one, other]: readonly [Line, Line],
  { resumes = false } = {},
): TriedRow {
  const attempt = async (random: () => number): Promise<void> => {
    const folder = folderWith({ 'short.yaml': SHORT, 'planned.yaml': PLANNED });
    await runTried(resumes ? PLAN : SIMULATE, folder);
    const more = resumes ? ['--resume', planFolderIn(folder, 'planned')] : [];
    const afterMs = random() * LATEST_MS;
    const ends = await Promise.all([
      runTried([...one, ...more], folder),
      sleep(afterMs).then(async () => await runTried([...other, ...more], folder)),
    ]);
    for (const { code, text } of ends) mustHold([0, 1, 2].includes(code ?? -1), `exit code ${code}`, text);
    requireReadable(folder);
    for (const file of filesUnder(folder).filter((each) => each.endsWith('.json')))
      JSON.parse(readFileSync(join(folder, file), 'utf8'));
    const list = readFileSync(join(folder, 'reports', 'index.html'), 'utf8');
    mustHold(list.trimEnd().endsWith('</html>'), 'the list of runs is cut off');
  };
  return { name, tries, start: async () => ({ attempt }) };
}

import { judgeShards } from '../../jobs/load/shards/judge-shards.ts';
import { readTargets } from '../../jobs/load/load-readings.ts';
import { InputError } from '../../errors.ts';
import type { LoadRun } from '../../model/run/run.ts';
import type { Reading } from '../../model/run/reading.ts';
import type { CommandContext } from '../command.ts';
import type { KeptRun } from '../keep/keep-run.ts';
import { areShards } from '../run-folder/join-shards.ts';
import { listedNodes } from './listed-nodes.ts';
import { writeJudgement } from '../run-folder/run-writer.ts';

/** What the nodes of a load show now that it is over. Throws InputError when the folders are no one load. */
export async function readNodesNow(
  runs: readonly KeptRun[],
  file: string,
  env: CommandContext['env'],
): Promise<readonly Reading[]> {
  const [first] = runs;
  if (first?.run.load === undefined || (runs.length > 1 && !areShards(runs)))
    throw new InputError({
      message: '--nodes checks one load against its nodes, and these folders hold something else',
      hint: 'Give the folder of one load, or those of all its shards.',
    });
  if (runs.length === 1 && first.run.load.shard !== undefined)
    throw new InputError({
      place: { file: first.folder },
      message: 'is one shard; what the nodes show is the work of all',
      hint: 'Give the folders of all shards.',
    });
  const { header, start } = first.run;
  const { targets } = listedNodes(file, header.scenario, env, start.nodes());
  return await readTargets(first.run, targets);
}

/** A whole load checked against what its nodes show now, for later reports too. */
export function judgedNow([only]: readonly KeptRun[], now: readonly Reading[]): readonly KeptRun[] {
  if (only === undefined) return [];
  const run = only.run as LoadRun;
  const checked = judgeShards([run], run, now);
  writeJudgement(only.folder, checked);
  return [{ ...only, run: checked }];
}

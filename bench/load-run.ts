import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { allocatedIn } from './command-cost.ts';
import { LoadAggregate, type LoadAggregateJson } from '../src/model/load/load-aggregate.ts';
import type { DriverHealth } from '../src/model/load/load-result.ts';
import { CLI, type StubTarget } from './load-stub.ts';

/** What a load of ours left behind. */
export interface FinishedLoad {
  /** With the report page. */
  readonly folder: string;
  readonly aggregate: LoadAggregate;
  readonly driver: DriverHealth;
  /** Objects of the driver. */
  readonly allocatedMegabytes: number;
}

/** Runs `millrace load` of this build, or of another, on the stub with these flags, parsing, checking and recording on. */
export function runLoad(
  { folder, scenario, nodes }: StubTarget,
  flags: readonly string[],
  cli = CLI,
): FinishedLoad {
  const out = mkdtempSync(join(folder, 'out-'));
  const args = [
    '--trace-gc',
    cli,
    'load',
    scenario,
    '--nodes',
    nodes,
    '--out',
    out,
    '--no-progress',
    ...flags,
  ];
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  const runs = join(out, 'stub');
  const run = join(runs, onlyOne(readdirSync(runs), stderr));
  const kept = JSON.parse(readFileSync(join(run, 'load.json'), 'utf8')) as {
    readonly driver: DriverHealth;
    readonly aggregate: LoadAggregateJson;
  };
  return {
    folder: run,
    aggregate: LoadAggregate.fromJson(kept.aggregate),
    driver: kept.driver,
    allocatedMegabytes: allocatedIn(stdout),
  };
}

function onlyOne(names: readonly string[], trouble: string): string {
  const [name] = names;
  if (name === undefined) throw new Error(`no run was kept: ${trouble}`);
  return name;
}

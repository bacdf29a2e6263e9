import { join } from 'node:path';
import type { RunHeader } from '../../model/run/run.ts';
import type { Scenario } from '../../model/scenario/scenario.ts';
import { claimFolder } from '../files/output-file.ts';

/** The files of a run folder. Timestamps stand in `run.json` and `entry.json` only. */
export const RUN_FILES = {
  run: 'run.json',
  outcomes: 'outcomes.ndjson',
  exchanges: 'exchanges.ndjson',
  /** Loads: the aggregate, and how it was judged. */
  load: 'load.json',
  /** Loads of more payments than are kept: those that are. */
  sample: 'sample.ndjson',
  /** Loads: intended starts that found no room, a line a second. */
  dropped: 'dropped.ndjson',
  readings: 'readings.ndjson',
  end: 'end.json',
  /** Simulations with churn, griefing or faulty messages: what these did. */
  disturbances: 'disturbances.json',
  /** Large networks: the starting network, which `run.json` then lacks, and the one after the run. */
  packedStart: 'network.ndjson.gz',
  packedEnd: 'end.ndjson.gz',
  /** Replays in which operations overlapped: what some order of them can have led to. */
  latitude: 'latitude.json',
  comparison: 'comparison.json',
  summary: 'summary.json',
  /** What the list of all runs says of this one, so that it opens one small file a run. */
  entry: 'entry.json',
  junit: 'junit.xml',
  report: 'report.html',
  /** A folder of the same kind: what the simulation said would happen. */
  prediction: 'prediction',
} as const;

/** Where everything kept of a scenario stands. */
export function scenarioFolderOf(out: string, { name }: Pick<Scenario, 'name'>): string {
  return join(out, encodeURIComponent(name));
}

/** A moment as part of a folder's name: to the second, without what file systems refuse. */
export function momentInName(startedAt: string): string {
  return startedAt.replaceAll(':', '-').replace(/\.\d+/, '');
}

/**
 * Where a run belongs. A simulation is its seed: running it again gives the same files in the same place.
 * A replay or a load is a moment: each gets its own folder.
 */
export function runFolderOf(out: string, header: RunHeader): string {
  const name =
    header.job === 'simulate' ? `seed-${encodeURIComponent(header.seed)}` : momentInName(header.startedAt);
  // Shards start together, perhaps on one machine.
  const part = header.shard === undefined ? '' : `-shard-${header.shard.index}-of-${header.shard.of}`;
  return join(scenarioFolderOf(out, header.scenario), name + part);
}

/** Where a run that begins is kept: for a moment a folder of its own, also when another began in the same second. */
export function claimRunFolder(out: string, header: RunHeader): string {
  const folder = runFolderOf(out, header);
  return header.job === 'simulate' ? folder : claimFolder(folder);
}

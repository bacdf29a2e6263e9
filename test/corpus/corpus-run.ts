import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readRun } from '../../src/cli/run-folder/run-reader.ts';
import { writeJudgement, writeBegun } from '../../src/cli/run-folder/run-writer.ts';
import { recordLine } from '../../src/model/run/run-json.ts';
import type { Run } from '../../src/model/run/run.ts';

/**
 * How a run was made, which says how it is judged again. `replay`: asked of nodes over HTTP. `virtual`: asked of simulated
 * nodes on a virtual clock. `load`: as it stood when its checks were made.
 */
export type CorpusKind = 'replay' | 'virtual' | 'load';

/** A recorded run. */
export interface CorpusRun {
  readonly kind: CorpusKind;
  /** The test file that made it. */
  readonly source: string;
  readonly run: Run;
}

const ABOUT = 'corpus.json';
const VERDICT = 'verdict.txt';

/** Writes a run and its prediction as run folders. */
export function writeCorpusRun(folder: string, { run, ...about }: CorpusRun): void {
  writeRunFolder(folder, run);
  if (run.prediction !== undefined) writeRunFolder(join(folder, 'prediction'), run.prediction);
  writeFileSync(join(folder, ABOUT), `${JSON.stringify(about)}\n`);
}

/** Reads what `writeCorpusRun` wrote; undefined: the folder is not complete. */
export function readCorpusRun(folder: string): CorpusRun | undefined {
  if (!existsSync(join(folder, ABOUT))) return undefined;
  const about = JSON.parse(readFileSync(join(folder, ABOUT), 'utf8')) as Omit<CorpusRun, 'run'>;
  return { ...about, run: readRun(folder) };
}

/** The lines of the verdict that is kept beside a run; undefined: none is. */
export function readVerdict(folder: string): readonly string[] | undefined {
  const path = join(folder, VERDICT);
  return existsSync(path) ? readFileSync(path, 'utf8').trimEnd().split('\n') : undefined;
}

/** Keeps the lines of a verdict beside its run. */
export function writeVerdict(folder: string, lines: readonly string[]): void {
  writeFileSync(join(folder, VERDICT), `${lines.join('\n')}\n`);
}

function writeRunFolder(folder: string, run: Run): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'outcomes.ndjson'), run.records.map((record) => recordLine(record)).join(''));
  writeJudgement(folder, run);
  writeBegun(folder, run, { complete: !run.partial });
}

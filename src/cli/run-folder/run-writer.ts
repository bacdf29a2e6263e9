import { existsSync, readdirSync, renameSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { toJson } from '../../model/json.ts';
import { JsonBytes } from '../../model/json-bytes.ts';
import type { OperationRecord } from '../../model/run/outcome.ts';
import type { Reading } from '../../model/run/reading.ts';
import { readingLine } from '../../model/run/lines/reading-line.ts';
import { addRecordLine, recordLine } from '../../model/run/lines/record-line.ts';
import type { Exchange, Run } from '../../model/run/run.ts';
import { type LineFile, openBufferedLineFile, openLineFile } from '../files/line-file.ts';
import { draftFolder, removeStaleDrafts } from './draft-folder.ts';
import { droppedLines } from './dropped-lines.ts';
import { loadJson } from './load-file.ts';
import { writeJsonFile } from '../files/json-file.ts';
import { makeFolder, outputting, writeWholeFile } from '../files/output-file.ts';
import type { Figures } from '../../report/figures/figures.ts';
import { RealClock } from '../../runtime/real-clock.ts';
import { networkInRunFile, writeEnd } from './kept-network.ts';
import { NetworkPacker } from './network-packer.ts';
import { RUN_FILES } from './run-folder.ts';
import { writeReportFiles } from './report-files.ts';

/** Keeps a run on disk while it happens: whatever ends the process, what had happened stays readable. */
export interface RunWriter {
  readonly folder: string;
  /** `line` is the record's own, where it is known already. */
  record(record: OperationRecord, line?: string): void;
  exchange(exchange: Exchange): void;
  /** Loads: an intended start for which there was no room. */
  dropped(atMs: number): void;
  /** Writes all that is known at the end, and every report. */
  finish(run: Run, figures?: Figures): void;
  /** Closes what is open without finishing: the folder stays a partial run. */
  close(): void;
  /** Takes everything away again. */
  discard(): void;
}

/** What is known before the first operation; `readings` from before it. */
type Begun = Pick<Run, 'header' | 'start' | 'plan'> & Partial<Pick<Run, 'readings'>>;

/**
 * Creates the run's folder and writes what is known before the first operation. Where an earlier run stands, the run
 * is written beside it and takes its place when it is finished: a full disk costs no run that was there.
 */
export function createRunWriter(kept: string, begun: Begun): RunWriter {
  const { job } = begun.header;
  removeStaleDrafts(kept);
  const folder = existsSync(join(kept, RUN_FILES.run)) ? draftFolder(kept) : kept;
  const packer = new NetworkPacker();
  beginFolder(folder, begun, packer);
  // Loads and simulations write thousands a second; a replay is slow enough to hand each line over at once.
  const clock = new RealClock();
  const open = (file: string): LineFile =>
    job === 'replay' ? openLineFile(join(folder, file)) : openBufferedLineFile(join(folder, file), clock);
  const outcomes = open(RUN_FILES.outcomes);
  const bytes = new JsonBytes();
  // Opened while there is a descriptor left: a load may use them all for its payments.
  let exchanges = job === 'load' ? open(RUN_FILES.exchanges) : undefined;
  const dropped = droppedLines(() => open(RUN_FILES.dropped));
  const close = (): void => {
    outcomes.close();
    exchanges?.close();
    dropped.close();
  };
  return {
    folder: kept,
    record(record, line) {
      if (line === undefined) addRecordLine(bytes, record);
      outcomes.write(line ?? bytes.takeBytes());
    },
    dropped: (atMs) => dropped.add(atMs),
    exchange(exchange) {
      exchanges ??= open(RUN_FILES.exchanges);
      exchanges.write(`${toJson(exchange)}\n`);
    },
    finish(run, figures) {
      close();
      // What was indeterminate while the replay ran may be resolved by what the nodes showed afterwards.
      if (run.header.job === 'replay') writeRecords(join(folder, RUN_FILES.outcomes), run);
      writeJudgement(folder, run, packer);
      if (run.prediction) writePrediction(join(folder, RUN_FILES.prediction), run.prediction);
      writeReportFiles(folder, run, figures);
      // Last: only a folder in which everything else stands calls itself complete.
      writeRunFile(folder, run, { complete: !run.partial, packer });
      if (folder !== kept) moveRun(folder, kept);
    },
    close,
    discard() {
      close();
      removeRun(folder);
    },
  };
}

function writeRecords(path: string, { records }: Run): void {
  writeWholeFile(path, records.map((record) => recordLine(record)).join(''));
}

/** Writes what a run was judged by into its folder, in place of what stood there. */
export function writeJudgement(folder: string, run: Run, packer = new NetworkPacker()): void {
  const { load, end, readings, latitude, disturbances } = run;
  // A sample is all that later reports have of single payments; ten million lines are not read for that.
  if (load?.kept.kind === 'sample') writeRecords(join(folder, RUN_FILES.sample), run);
  if (load) writeJsonFile(join(folder, RUN_FILES.load), loadJson(load));
  if (disturbances) writeJsonFile(join(folder, RUN_FILES.disturbances), disturbances);
  if (latitude) writeJsonFile(join(folder, RUN_FILES.latitude), latitude);
  if (end) writeEnd(folder, end, packer);
  writeReadings(folder, readings);
}

function writePrediction(folder: string, prediction: Run): void {
  makeFolder(folder);
  writeRecords(join(folder, RUN_FILES.outcomes), prediction);
  writeJudgement(folder, prediction);
  writeRunFile(folder, prediction, { complete: !prediction.partial });
}

/** Writes what nodes showed, in place of what stood there. */
export function writeReadings(folder: string, readings: readonly Reading[]): void {
  if (readings.length === 0) return;
  writeWholeFile(join(folder, RUN_FILES.readings), readings.map(readingLine).join(''));
}

/** Writes `run.json`: what is known before the first operation; beside it, once, a network too large to stand in it. */
export function writeRunFile(
  folder: string,
  { header, start, plan }: Begun,
  { complete, packer = new NetworkPacker() }: { readonly complete: boolean; readonly packer?: NetworkPacker },
): void {
  const network = networkInRunFile(folder, start, { isWritten: complete, packer });
  const content = { ...header, complete, plan, network };
  writeJsonFile(join(folder, RUN_FILES.run), content, 1);
}

function beginFolder(folder: string, begun: Begun, packer: NetworkPacker): void {
  makeFolder(folder);
  removeRunFiles(folder);
  try {
    writeReadings(folder, begun.readings ?? []);
    writeRunFile(folder, begun, { complete: false, packer });
  } catch (error) {
    removeRun(folder);
    throw error;
  }
}

// Between the two nothing is written that could find the disk full.
function moveRun(from: string, to: string): void {
  removeRunFiles(to);
  outputting(to, () => {
    for (const file of readdirSync(from)) renameSync(join(from, file), join(to, file));
  });
  rmdirSync(from);
}

function removeRun(folder: string): void {
  removeRunFiles(folder);
  // The folder stays when it holds a file that no run writes.
  if (readdirSync(folder).length === 0) rmdirSync(folder);
}

// Only what a run writes: a folder may hold notes of a person beside it.
function removeRunFiles(folder: string): void {
  outputting(folder, () => {
    for (const file of Object.values(RUN_FILES)) rmSync(join(folder, file), { recursive: true, force: true });
  });
}

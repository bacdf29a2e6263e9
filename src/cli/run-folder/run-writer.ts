import { existsSync, readdirSync, renameSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { OperationRecord } from '../../model/run/operation.ts';
import { RecordBytes } from '../../model/run/bytes/record-bytes.ts';
import type { Reading } from '../../model/run/reading.ts';
import type { Exchange, RecordFile, Run, StoredRun } from '../../model/run/run.ts';
import { type LineFile, openLineFile } from '../files/line-file.ts';
import { makeFolder, outputting, refuseForeignPage } from '../files/output-file.ts';
import type { Figures } from '../../report/figures/figures.ts';
import { RealClock } from '../../runtime/real-clock.ts';
import { networkInRunFile, writeEnd } from './kept-network.ts';
import { draftFolder, removeStaleDrafts } from './run-folder.ts';
import * as codecs from './file-codecs.ts';
import { RUN_FILES, writeLines, writeRunFile } from './run-files.ts';
import { writeReportFiles } from './report-files.ts';
import { sealed } from './seal.ts';

/** Keeps a run on disk while it happens: whatever ends the process, what had happened stays readable. */
export interface RunWriter {
  readonly folder: string;
  /** `line` is the record's own, where it is known already. */
  record(record: OperationRecord, line?: Uint8Array): void;
  exchange(exchange: Exchange): void;
  /** Loads: an intended start for which there was no room. */
  dropped(atMs: number): void;
  /** The records that were written, to be read back. */
  records(): RecordFile;
  /** Writes all that is known at the end, and every report. */
  finish(run: StoredRun, figures?: Figures): void;
  /** Closes what is open without finishing: the folder stays a partial run. */
  close(): void;
  /** Takes everything away again. */
  discard(): void;
}

/** The part of a run that is known before the first operation. */
type Begun = Pick<Run, 'header' | 'start' | 'plan'> & Partial<Pick<Run, 'readings' | 'prediction'>>;

/**
 * Creates the run's folder and writes what is known before the first operation. Where an earlier run stands, the run
 * is written beside it and takes its place when it is finished: a full disk costs no run that was there.
 */
export function createRunWriter(kept: string, begun: Begun): RunWriter {
  const { job } = begun.header;
  removeStaleDrafts(kept);
  refuseForeignPage(join(kept, RUN_FILES.report));
  const folder = existsSync(join(kept, RUN_FILES.run)) ? draftFolder(kept) : kept;
  beginFolder(folder, begun);
  // Loads and simulations write thousands a second; a replay is slow enough to hand each line over at once.
  const clock = job === 'replay' ? undefined : new RealClock();
  const open = (file: string): LineFile => openLineFile(join(folder, file), clock);
  const outcomes = open(RUN_FILES.outcomes);
  // Opened while there is a descriptor left: a load may use them all for its payments.
  let exchanges = job === 'load' ? open(RUN_FILES.exchanges) : undefined;
  const dropped = droppedLines(() => open(RUN_FILES.dropped));
  const lines = new RecordBytes();
  let recorded = 0;
  let isInPlace = false;
  const close = (): void => {
    outcomes.close();
    exchanges?.close();
    dropped.close();
  };
  return {
    folder: kept,
    record(record, line) {
      outcomes.write(line ?? lines.lineOf(record));
      recorded += 1;
    },
    records() {
      outcomes.close();
      return new codecs.RecordLines(() => join(isInPlace ? kept : folder, RUN_FILES.outcomes), recorded);
    },
    dropped: (atMs) => dropped.add(atMs),
    exchange(exchange) {
      exchanges ??= open(RUN_FILES.exchanges);
      exchanges.write(codecs.EXCHANGES.line(exchange));
    },
    finish(run, figures) {
      close();
      sealed(folder, () => {
        // Outcomes that were indeterminate while the replay ran may be resolved by later readings.
        if (run.header.job === 'replay')
          writeLines(join(folder, RUN_FILES.outcomes), codecs.RECORDS, [...run.records]);
        writeJudgement(folder, run);
        if (run.prediction) writePrediction(join(folder, RUN_FILES.prediction), run.prediction);
        writeReportFiles(folder, run, figures);
        // Last: only a folder in which everything else stands calls itself complete.
        writeBegun(folder, run, { complete: !run.partial });
      });
      if (folder !== kept) moveRun(folder, kept);
      isInPlace = true;
    },
    close,
    discard() {
      close();
      removeRun(folder);
    },
  };
}

/** Writes what a run was judged by into its folder, in place of what stood there. */
export function writeJudgement(folder: string, run: StoredRun): void {
  const { load, start, end, readings, disturbances, depletedEnds } = run;
  // A sample is all that later reports have of single payments; ten million lines are not read for that.
  if (load?.kept.kind === 'sample')
    writeLines(join(folder, RUN_FILES.sample), codecs.RECORDS, [...run.records]);
  if (load) writeRunFile(folder, codecs.LOAD, load);
  if (disturbances) writeRunFile(folder, codecs.DISTURBANCES, disturbances);
  if (depletedEnds) writeRunFile(folder, codecs.DEPLETED, depletedEnds);
  if (end) writeEnd(folder, end, start);
  writeReadings(folder, readings);
}

function writePrediction(folder: string, prediction: Run): void {
  makeFolder(folder);
  sealed(folder, () => {
    writeLines(join(folder, RUN_FILES.outcomes), codecs.RECORDS, prediction.records);
    writeJudgement(folder, prediction);
    writeBegun(folder, prediction, { complete: !prediction.partial });
  });
}

/** Writes what nodes showed, in place of what stood there. */
export function writeReadings(folder: string, readings: readonly Reading[]): void {
  if (readings.length === 0) return;
  writeLines(join(folder, RUN_FILES.readings), codecs.READINGS, readings);
}

/** Writes `run.json`: what is known before the first operation; beside it, once, a network too large to stand in it. */
export function writeBegun(
  folder: string,
  { header, start, plan }: Begun,
  { complete }: { readonly complete: boolean },
): void {
  const network = networkInRunFile(folder, start, { isWritten: complete });
  writeRunFile(folder, codecs.RUN, { ...header, complete, plan, network });
}

function beginFolder(folder: string, begun: Begun): void {
  makeFolder(folder);
  removeRunFiles(folder);
  try {
    writeReadings(folder, begun.readings ?? []);
    // A replay that is killed is judged by it all the same.
    if (begun.prediction) writePrediction(join(folder, RUN_FILES.prediction), begun.prediction);
    writeBegun(folder, begun, { complete: false });
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

// A crash may lose as much of any other record.
const BUCKET_MS = 100;

/** Writes intended starts that found no room: a line for each tenth of a second that had some. */
export function droppedLines(open: () => LineFile): { add(atMs: number): void; close(): void } {
  let file: LineFile | undefined;
  let bucket = 0;
  let count = 0;
  const flush = (): void => {
    if (count > 0) file?.write(codecs.DROPPED.line({ atMs: bucket * BUCKET_MS, count }));
    count = 0;
  };
  return {
    add(atMs) {
      file ??= open();
      const now = Math.floor(atMs / BUCKET_MS);
      if (now !== bucket) flush();
      bucket = now;
      count += 1;
    },
    close() {
      flush();
      file?.close();
    },
  };
}

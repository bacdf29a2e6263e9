import { closeSync, openSync, readdirSync, rmdirSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { toJson } from '../model/json.ts';
import type { Network } from '../model/network.ts';
import { networkToJson } from '../model/network-json.ts';
import type { OperationRecord } from '../model/outcome.ts';
import type { Exchange, Run, RunHeader } from '../model/run.ts';
import { makeFolder, outputting, writeWholeFile } from './output-file.ts';
import { RUN_FILES } from './run-folder.ts';
import { writeReportFiles } from './report-files.ts';

/** Keeps a run on disk while it happens: whatever ends the process, what had happened stays readable. */
export interface RunWriter {
  readonly folder: string;
  record(record: OperationRecord): void;
  exchange(exchange: Exchange): void;
  /** Writes all that is known at the end, and every report. */
  finish(run: Run): void;
  /** Closes what is open without finishing: the folder stays a partial run. */
  close(): void;
  /** Takes everything away again. */
  discard(): void;
}

/** Creates the run's folder, replacing an earlier run there, and writes what is known before the first operation. */
export function createRunWriter({
  folder,
  header,
  start,
}: {
  readonly folder: string;
  readonly header: RunHeader;
  readonly start: Network;
}): RunWriter {
  makeFolder(folder);
  removeRunFiles(folder);
  writeRunFile({ folder, header, start, complete: false });
  const outcomes = openLines(join(folder, RUN_FILES.outcomes));
  let exchanges: Lines | undefined;
  const close = (): void => {
    outcomes.close();
    exchanges?.close();
  };
  return {
    folder,
    record: (record) => outcomes.write(record),
    exchange(exchange) {
      exchanges ??= openLines(join(folder, RUN_FILES.exchanges));
      exchanges.write(exchange);
    },
    finish(run) {
      close();
      if (run.header.job === 'replay') replaceOutcomes(folder, run);
      writeRemainder(folder, run);
      if (run.prediction) writePrediction(join(folder, RUN_FILES.prediction), run.prediction);
      writeReportFiles(folder, run);
      // Last: only a folder in which everything else stands calls itself complete.
      writeRunFile({ folder, header: run.header, start: run.start, complete: !run.partial });
    },
    close,
    discard() {
      close();
      removeRunFiles(folder);
      // The folder stays when it holds something of somebody else's.
      if (readdirSync(folder).length === 0) rmdirSync(folder);
    },
  };
}

// What was indeterminate while the replay ran may be resolved by what the nodes showed afterwards.
function replaceOutcomes(folder: string, run: Run): void {
  writeWholeFile(
    join(folder, RUN_FILES.outcomes),
    run.records.map((record) => `${toJson(record)}\n`).join(''),
  );
}

function writePrediction(folder: string, prediction: Run): void {
  makeFolder(folder);
  replaceOutcomes(folder, prediction);
  writeRemainder(folder, prediction);
  writeRunFile({ folder, header: prediction.header, start: prediction.start, complete: !prediction.partial });
}

function writeRemainder(folder: string, run: Run): void {
  if (run.end) writeWholeFile(join(folder, RUN_FILES.end), `${toJson(networkToJson(run.end))}\n`);
  if (run.readings.length > 0) {
    writeWholeFile(
      join(folder, RUN_FILES.readings),
      run.readings.map((reading) => `${toJson(reading)}\n`).join(''),
    );
  }
}

function writeRunFile(content: {
  readonly folder: string;
  readonly header: RunHeader;
  readonly start: Network;
  readonly complete: boolean;
}): void {
  const { folder, header, start, complete } = content;
  writeWholeFile(
    join(folder, RUN_FILES.run),
    `${toJson({ ...header, complete, network: networkToJson(start) }, 1)}\n`,
  );
}

// Only what a run writes: a folder may hold notes of a person beside it.
function removeRunFiles(folder: string): void {
  outputting(folder, () => {
    for (const file of Object.values(RUN_FILES)) rmSync(join(folder, file), { recursive: true, force: true });
  });
}

interface Lines {
  write(value: unknown): void;
  close(): void;
}

// Each line is handed to the system at once: a crash of the process loses at most the one being written.
function openLines(path: string): Lines {
  const file = outputting(path, () => openSync(path, 'w'));
  let open = true;
  return {
    write(value) {
      const line = Buffer.from(`${toJson(value)}\n`);
      outputting(path, () => {
        for (let at = 0; at < line.length; ) at += writeSync(file, line, at);
      });
    },
    close() {
      if (open) closeSync(file);
      open = false;
    },
  };
}

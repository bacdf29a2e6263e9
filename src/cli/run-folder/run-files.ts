import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { z } from 'zod';
import { lineReader, readShapedFile, writeJsonFile } from '../files/json-file.ts';
import { writeWholeFile } from '../files/output-file.ts';
import { streamLines } from '../files/read-lines.ts';

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
  /** Simulations: the channel ends that were depleted, in that order. */
  depleted: 'depleted.json',
  /** Large networks: the starting network, which `run.json` then lacks, and the one after the run. */
  packedStart: 'network.ndjson.gz',
  packedEnd: 'end.ndjson.gz',
  comparison: 'comparison.json',
  summary: 'summary.json',
  /** The row of this run in the list of all runs, which opens one small file a run. */
  entry: 'entry.json',
  /** Written last: the digest of each file that is read back. */
  digests: 'digests.json',
  junit: 'junit.xml',
  /** For a job's summary or a note of a merge request. */
  markdown: 'summary.md',
  report: 'report.html',
  /** A folder of the same kind: what the simulation said would happen. */
  prediction: 'prediction',
} as const;

/** How one JSON file of a run folder is written and read back. */
export interface FileCodec<T> {
  readonly file: string;
  /** Brings back what JSON cannot hold as it is. */
  readonly parse: (text: string) => unknown;
  /** The fields that reading relies on, described as messages name it; all others are as Millrace wrote them. */
  readonly shape: z.ZodType;
  readonly indent?: number;
  readonly toWritten?: (value: T) => unknown;
  readonly fromWritten?: (written: unknown) => T;
}

/** Writes a file of a run folder, whole or not at all. */
export function writeRunFile<T>(folder: string, codec: FileCodec<T>, value: T): void {
  writeJsonFile(join(folder, codec.file), codec.toWritten?.(value) ?? value, codec.indent);
}

/** Reads a file of a run folder. Throws InputError. */
export function readRunFile<T>(folder: string, { file, parse, shape, fromWritten }: FileCodec<T>): T {
  const written: unknown = readShapedFile(join(folder, file), parse, shape);
  return fromWritten === undefined ? (written as T) : fromWritten(written);
}

/** The same for a file that not every folder has. */
export function readRunFileIfAny<T>(folder: string, codec: FileCodec<T>): T | undefined {
  return existsSync(join(folder, codec.file)) ? readRunFile(folder, codec) : undefined;
}

/** How the lines of an NDJSON file are written and read back. */
export interface LineCodec<T> {
  readonly line: (value: T) => string;
  readonly parse: (text: string) => unknown;
  /** Only looked at, for there may be millions: what it does not name is not copied. */
  readonly shape: z.ZodType;
}

/** Writes all lines of a file, in place of what stood there. */
export function writeLines<T>(path: string, { line }: LineCodec<T>, values: readonly T[]): void {
  writeWholeFile(path, values.map((value) => line(value)).join(''));
}

/** The items of a file, and whether its last line was cut off while it was written. Throws InputError. */
export function readLines<T>(
  path: string,
  codec: LineCodec<T>,
): { readonly items: readonly T[]; readonly cut: boolean } {
  const items: T[] = [];
  const rest = streamItems(path, codec, (item) => items.push(item));
  return { items, cut: rest !== '' };
}

/** Hands over a file's items one by one; returns what was cut off at its end. Throws InputError at the first line that is none. */
export function streamItems<T>(
  path: string,
  { parse, shape }: LineCodec<T>,
  onItem: (item: T) => void,
): string {
  const read = lineReader(path, parse, shape);
  return streamLines(path, (text, number) => onItem(read(text, number) as T));
}

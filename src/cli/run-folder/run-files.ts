import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { DisturbanceRecord } from '../../model/disturbances/disturbance.ts';
import { INTEGER, jsonReader, toJson } from '../../model/json.ts';
import { LoadAggregate, type LoadAggregateJson } from '../../model/load/load-aggregate.ts';
import type { LoadResult } from '../../model/load/load-result.ts';
import type { NetworkJson } from '../../model/network/network-json.ts';
import type { Latitude } from '../../model/replay/latitude.ts';
import type { Comparison } from '../../model/run/finding.ts';
import type { OperationRecord } from '../../model/run/operation.ts';
import type { Plan } from '../../model/run/plan.ts';
import type { Reading } from '../../model/run/reading.ts';
import type { Exchange, RunHeader } from '../../model/run/run.ts';
import { readingFromLine, readingLine, recordFromLine, recordLine } from '../../model/run/run-json.ts';
import { SCENARIO_INTEGERS } from '../../model/scenario/scenario-integers.ts';
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
  /** Large networks: the starting network, which `run.json` then lacks, and the one after the run. */
  packedStart: 'network.ndjson.gz',
  packedEnd: 'end.ndjson.gz',
  /** Replays in which operations overlapped: what some order of them can have led to. */
  latitude: 'latitude.json',
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
interface FileCodec<T> {
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
interface LineCodec<T> {
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

/** The content of `run.json`. */
export type RunFile = RunHeader & {
  readonly complete: boolean;
  /** Absent in folders from before it was written down. */
  readonly plan?: Plan | undefined;
  /** Absent: too large to stand here; it is in a file beside. */
  readonly network?: NetworkJson | undefined;
};

/** `run.json`. */
export const RUN: FileCodec<RunFile> = {
  file: RUN_FILES.run,
  indent: 1,
  parse: jsonReader<RunFile>({ scenario: SCENARIO_INTEGERS }),
  shape: z
    .looseObject({
      format: z.literal('millrace-run/1'),
      job: z.enum(['simulate', 'replay', 'load']),
      scenario: z.looseObject({
        name: z.string(),
        question: z.string(),
        seed: z.string(),
        tokens: z.array(z.unknown()),
        expect: z.array(z.unknown()),
        // Runs written before there were kinds are Raiden's.
        protocol: z.looseObject({ kind: z.string().default('raiden') }),
      }),
      seed: z.string(),
      pace: z.enum(['scenario', 'sequential']),
      versions: z.looseObject({ millrace: z.string(), node: z.string() }),
      startedAt: z.string(),
      complete: z.boolean(),
      plan: z
        .looseObject({
          ids: z.array(z.object({ from: z.int(), to: z.int(), step: z.int() })).optional(),
          given: z.int().optional(),
        })
        .optional(),
      network: z.unknown().optional(),
    })
    .describe('a Millrace run'),
};

/** `load.json`. */
export const LOAD: FileCodec<LoadResult> = {
  file: RUN_FILES.load,
  parse: jsonReader<LoadJson>({
    aftermath: { looks: { locked: { amount: INTEGER } }, channels: { lockedAmount: INTEGER } },
    watched: { channels: { balance: INTEGER, totalDeposit: INTEGER, totalWithdraw: INTEGER } },
  }),
  shape: z
    .looseObject({
      spec: z.looseObject({ executors: z.array(z.unknown()), thresholds: z.array(z.unknown()) }),
      engine: z.string(),
      aggregate: z.looseObject({ counts: z.looseObject({}), series: z.looseObject({}) }),
      kept: z.looseObject({ kind: z.enum(['all', 'sample']), of: z.number() }),
      thresholds: z.array(z.unknown()),
      findings: z.array(z.unknown()),
      checks: z.array(z.unknown()),
    })
    .describe('a load'),
  toWritten: ({ aggregate, ...rest }) => ({ ...rest, aggregate: aggregate.toJson() }) satisfies LoadJson,
  fromWritten(written) {
    const { aggregate, ...rest } = written as LoadJson;
    return { ...rest, aggregate: LoadAggregate.fromJson(aggregate) };
  },
};

type LoadJson = Omit<LoadResult, 'aggregate'> & { readonly aggregate: LoadAggregateJson };

const RANGE = { least: INTEGER, most: INTEGER } as const;

/** `latitude.json`. */
export const LATITUDE: FileCodec<Latitude> = {
  file: RUN_FILES.latitude,
  parse: jsonReader<Latitude>({
    channels: {
      totalDeposit: { amount: INTEGER },
      totalWithdraw: { amount: INTEGER },
      balance: RANGE,
      balanceAtOnce: RANGE,
    },
  }),
  shape: z
    .looseObject({
      outcomes: z.array(z.looseObject({ operation: z.int(), possible: z.array(z.unknown()) })),
      channels: z.array(z.looseObject({ token: z.string(), presence: z.string() })),
      restAtMs: z.number(),
    })
    .describe('what some order of the operations can have led to'),
};

/** `disturbances.json`. */
export const DISTURBANCES: FileCodec<DisturbanceRecord> = {
  file: RUN_FILES.disturbances,
  parse: jsonReader<DisturbanceRecord>({
    held: { tokens: { peak: INTEGER } },
    replenish: { amount: INTEGER, paid: INTEGER },
  }),
  shape: z
    .looseObject({
      untilMs: z.number(),
      online: z.looseObject({ share: z.number(), absences: z.int(), least: z.array(z.unknown()) }),
      held: z.looseObject({ transfers: z.int(), tokens: z.array(z.looseObject({ token: z.string() })) }),
      jams: z.array(z.unknown()),
      messages: z.looseObject({ sent: z.int(), lost: z.int(), late: z.int() }),
    })
    .describe('what churn, griefing and faulty messages did'),
};

const FINDING = z.looseObject({
  check: z.string(),
  severity: z.enum(['difference', 'note']),
  operation: z.int().nullable(),
  title: z.string(),
  predicted: z.string(),
  observed: z.string(),
});

/** `comparison.json`. */
export const COMPARISON: FileCodec<Comparison> = {
  file: RUN_FILES.comparison,
  indent: 1,
  parse: jsonReader<Comparison>({}),
  shape: z
    .looseObject({
      operations: z.array(
        z.looseObject({
          operation: z.int(),
          verdict: z.enum(['agrees', 'differs', 'indeterminate', 'allowed-by-concurrency']),
          predicted: z.string(),
          observed: z.string(),
          findings: z.array(FINDING),
        }),
      ),
      general: z.array(FINDING),
      counts: z.record(z.string(), z.number()),
      differences: z.number(),
    })
    .describe('a comparison'),
};

/** `outcomes.ndjson`, and the sample of a load's. */
export const RECORDS: LineCodec<OperationRecord> = {
  line: recordLine,
  parse: recordFromLine,
  shape: z
    .object({
      operation: z.object({ id: z.int(), kind: z.string(), atMs: z.number() }),
      startedAtMs: z.number(),
      endedAtMs: z.number(),
      outcome: z.object({ kind: z.enum(['succeeded', 'failed', 'indeterminate']) }),
      trace: z.object({ path: z.array(z.string()), hops: z.array(z.unknown()) }).optional(),
    })
    .describe('an operation with its outcome'),
};

/** `readings.ndjson`. */
export const READINGS: LineCodec<Reading> = {
  line: readingLine,
  parse: readingFromLine,
  shape: z
    .looseObject({
      moment: z.union([z.literal('start'), z.literal('end'), z.int()]),
      node: z.string(),
      view: z.looseObject({ kind: z.string() }),
      value: z.looseObject({ kind: z.string() }),
    })
    .describe('a reading'),
};

/** `exchanges.ndjson`. */
export const EXCHANGES: LineCodec<Exchange> = {
  line: (exchange) => `${toJson(exchange)}\n`,
  parse: JSON.parse,
  shape: z
    .looseObject({
      operation: z.union([z.string(), z.int()]),
      method: z.string(),
      url: z.string(),
      status: z.int(),
      sentAtMs: z.number(),
      durationMs: z.number(),
    })
    .describe('a request with its answer'),
};

/** Intended starts within a tenth of a second that found no room. */
export interface DroppedStarts {
  readonly atMs: number;
  readonly count: number;
}

/** `dropped.ndjson`. */
export const DROPPED: LineCodec<DroppedStarts> = {
  line: ({ atMs, count }) => `{"atMs":${atMs},"count":${count}}\n`,
  parse: JSON.parse,
  shape: z.object({ atMs: z.number().min(0), count: z.int().min(1) }).describe('a count of dropped starts'),
};

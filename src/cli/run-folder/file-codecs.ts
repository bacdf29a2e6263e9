import { z } from 'zod';
import type { DisturbanceRecord } from '../../model/disturbances/disturbance.ts';
import { INTEGER, jsonReader, toJson } from '../../model/json.ts';
import type { DepletedEnd } from '../../model/network/depleted-end.ts';
import { LoadAggregate, type LoadAggregateJson } from '../../model/load/load-aggregate.ts';
import type { LoadResult } from '../../model/load/load-result.ts';
import type { NetworkJson } from '../../model/network/network-json.ts';
import type { Comparison } from '../../model/run/finding.ts';
import type { OperationRecord } from '../../model/run/operation.ts';
import type { Plan } from '../../model/run/plan.ts';
import type { Reading } from '../../model/run/reading.ts';
import type { Exchange, RunHeader, RecordFile } from '../../model/run/run.ts';
import { readingFromLine, readingLine, recordFromLine, recordLine } from '../../model/run/run-json.ts';
import { SCENARIO_INTEGERS } from '../../model/scenario/scenario-integers.ts';
import { type FileCodec, type LineCodec, RUN_FILES } from './run-files.ts';
import { lineReader } from '../files/json-file.ts';
import { linesIn } from '../files/read-lines.ts';

/** The content of `run.json`. */
export type RunFile = RunHeader & {
  readonly complete: boolean;
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
        protocol: z.looseObject({ kind: z.string() }),
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
  toWritten: ({ aggregate, ...rest }) => {
    const written: LoadJson = { ...rest, aggregate: aggregate.toJson() };
    return { format: 'millrace-load/1', ...written };
  },
  fromWritten(written) {
    const { aggregate, ...rest } = written as LoadJson;
    return { ...rest, aggregate: LoadAggregate.fromJson(aggregate) };
  },
};

type LoadJson = Omit<LoadResult, 'aggregate'> & { readonly aggregate: LoadAggregateJson };

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

/** `depleted.json`. */
export const DEPLETED: FileCodec<readonly DepletedEnd[]> = {
  file: RUN_FILES.depleted,
  parse: JSON.parse,
  shape: z
    .array(
      // In the order in which they are written, which is that of the copy that is read.
      z.object({
        refilledAtMs: z.number().optional(),
        channel: z.string(),
        token: z.string(),
        owner: z.string(),
        partner: z.string(),
        atMs: z.number(),
        payment: z.int().optional(),
      }),
    )
    .describe('the channel ends that were depleted'),
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

// A load of weeks has fewer; reports keep a bit for each number up to the largest.
const MOST_ID = 1e9;

/** `outcomes.ndjson`, and the sample of a load's. */
export const RECORDS: LineCodec<OperationRecord> = {
  line: recordLine,
  parse: recordFromLine,
  shape: z
    .object({
      operation: z.object({ id: z.int().min(0).max(MOST_ID), kind: z.string(), atMs: z.number() }),
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

/** The records in a file of a run folder: each time they are gone through, the file is read line by line. */
export class RecordLines implements RecordFile {
  readonly #path: () => string;
  readonly length: number;

  /** `path`: where the file is now, for a finished run takes the place of an earlier one. */
  constructor(path: () => string, length: number) {
    this.#path = path;
    this.length = length;
  }

  *[Symbol.iterator](): Generator<OperationRecord> {
    const path = this.#path();
    const read = lineReader(path, RECORDS.parse, RECORDS.shape);
    let line = 0;
    for (const bytes of linesIn(path)) yield read(bytes.toString(), (line += 1)) as OperationRecord;
  }

  // Only of records that have been gone through, or written by this process: each line is one.
  pick(places: readonly number[]): readonly OperationRecord[] {
    const picked: OperationRecord[] = [];
    if (places.length === 0) return picked;
    let line = 0;
    for (const bytes of linesIn(this.#path())) {
      if (places[picked.length] === line) picked.push(RECORDS.parse(bytes.toString()) as OperationRecord);
      if (picked.length === places.length) break;
      line += 1;
    }
    return picked;
  }
}

import { z } from 'zod';
import { jsonReader } from '../../model/json.ts';
import type { Comparison } from '../../model/run/finding.ts';
import { recordFromLine } from '../../model/run/record-line.ts';
import { parseReading, parseRun } from '../../model/run/run-json.ts';
import { parseLoad } from './load-file.ts';

// What reading a run folder relies on; everything else is as Millrace wrote it.

/** `run.json`. */
export const RUN = {
  what: 'a Millrace run',
  read: parseRun,
  shape: z.looseObject({
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
    network: z.unknown(),
  }),
};

/** One line of `outcomes.ndjson`; only looked at, for there may be millions: what it does not name is not copied. */
export const RECORD = {
  what: 'an operation with its outcome',
  read: recordFromLine,
  shape: z.object({
    operation: z.object({ id: z.int(), kind: z.string(), atMs: z.number() }),
    startedAtMs: z.number(),
    endedAtMs: z.number(),
    outcome: z.object({ kind: z.enum(['succeeded', 'failed', 'indeterminate']) }),
  }),
};

/** One line of `dropped.ndjson`. */
export const DROPPED = {
  what: 'a count of dropped starts',
  read: JSON.parse as (line: string) => unknown,
  shape: z.object({ atMs: z.number().min(0), count: z.int().min(1) }),
};

/** One line of `readings.ndjson`. */
export const READING = {
  what: 'a reading',
  read: parseReading,
  shape: z.looseObject({
    moment: z.union([z.literal('start'), z.literal('end'), z.int()]),
    node: z.string(),
    view: z.looseObject({ kind: z.string() }),
    value: z.looseObject({ kind: z.string() }),
  }),
};

/** `comparison.json`. */
export const COMPARISON = {
  what: 'a comparison',
  read: jsonReader<Comparison>({}),
  shape: z.looseObject({
    operations: z.array(z.unknown()),
    general: z.array(z.unknown()),
    counts: z.record(z.string(), z.number()),
    differences: z.number(),
  }),
};

/** `load.json`. */
export const LOAD = {
  what: 'a load',
  read: parseLoad,
  shape: z.looseObject({
    spec: z.looseObject({ executors: z.array(z.unknown()), thresholds: z.array(z.unknown()) }),
    engine: z.string(),
    aggregate: z.looseObject({ counts: z.looseObject({}), series: z.looseObject({}) }),
    kept: z.looseObject({ kind: z.enum(['all', 'sample']), of: z.number() }),
    thresholds: z.array(z.unknown()),
    findings: z.array(z.unknown()),
    checks: z.array(z.unknown()),
  }),
};

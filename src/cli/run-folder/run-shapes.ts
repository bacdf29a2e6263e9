import { z } from 'zod';

// What reading a run folder relies on, described as messages name it; everything else is as Millrace wrote it.

/** `run.json`. */
export const RUN = z
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
  .describe('a Millrace run');

/** One line of `outcomes.ndjson`; only looked at, for there may be millions: what it does not name is not copied. */
export const RECORD = z
  .object({
    operation: z.object({ id: z.int(), kind: z.string(), atMs: z.number() }),
    startedAtMs: z.number(),
    endedAtMs: z.number(),
    outcome: z.object({ kind: z.enum(['succeeded', 'failed', 'indeterminate']) }),
  })
  .describe('an operation with its outcome');

/** One line of `dropped.ndjson`. */
export const DROPPED = z
  .object({ atMs: z.number().min(0), count: z.int().min(1) })
  .describe('a count of dropped starts');

/** One line of `readings.ndjson`. */
export const READING = z
  .looseObject({
    moment: z.union([z.literal('start'), z.literal('end'), z.int()]),
    node: z.string(),
    view: z.looseObject({ kind: z.string() }),
    value: z.looseObject({ kind: z.string() }),
  })
  .describe('a reading');

/** `latitude.json`. */
export const LATITUDE = z
  .looseObject({
    outcomes: z.array(z.looseObject({ operation: z.int(), possible: z.array(z.unknown()) })),
    channels: z.array(z.looseObject({ token: z.string(), presence: z.string() })),
    restAtMs: z.number(),
  })
  .describe('what some order of the operations can have led to');

/** `disturbances.json`. */
export const DISTURBANCES = z
  .looseObject({
    untilMs: z.number(),
    online: z.looseObject({ share: z.number(), absences: z.int(), least: z.array(z.unknown()) }),
    held: z.looseObject({ transfers: z.int(), tokens: z.array(z.looseObject({ token: z.string() })) }),
    jams: z.array(z.unknown()),
    messages: z.looseObject({ sent: z.int(), lost: z.int(), late: z.int() }),
  })
  .describe('what churn, griefing and faulty messages did');

/** `comparison.json`. */
export const COMPARISON = z
  .looseObject({
    operations: z.array(z.unknown()),
    general: z.array(z.unknown()),
    counts: z.record(z.string(), z.number()),
    differences: z.number(),
  })
  .describe('a comparison');

/** `load.json`. */
export const LOAD = z
  .looseObject({
    spec: z.looseObject({ executors: z.array(z.unknown()), thresholds: z.array(z.unknown()) }),
    engine: z.string(),
    aggregate: z.looseObject({ counts: z.looseObject({}), series: z.looseObject({}) }),
    kept: z.looseObject({ kind: z.enum(['all', 'sample']), of: z.number() }),
    thresholds: z.array(z.unknown()),
    findings: z.array(z.unknown()),
    checks: z.array(z.unknown()),
  })
  .describe('a load');

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { KeptAnswers } from '../../report/plan/compared-plans.ts';
import { goalMetric } from '../../scenario/fields/metric-expectation.ts';
import { readShapedFile } from '../files/json-file.ts';
import { RUN_FILES } from '../run-folder/run-files.ts';
import { PLAN_FILES } from '../run-folder/run-folder.ts';

// An end of an interval that is not known is null in JSON.
const bound = (unknown: number) =>
  z
    .number()
    .nullable()
    .transform((read) => read ?? unknown);
const ESTIMATE = z.object({
  mean: z.number(),
  interval: z.tuple([bound(Number.NEGATIVE_INFINITY), bound(Number.POSITIVE_INFINITY)]),
});
const METRIC = z
  .string()
  .refine((name) => goalMetric().safeParse(name).success, 'expected a metric, such as success_rate');
const PLAN = z
  .looseObject({
    scenario: z.string(),
    question: z.string(),
    seed: z.string(),
    goal: z.object({
      metric: METRIC,
      relation: z.enum(['<', '<=', '>', '>=', '==', '!=']),
      value: z.number(),
      text: z.string(),
    }),
    points: z
      .array(
        z.object({
          goal: z.enum(['met', 'missed', 'undecided']),
          metrics: z.record(z.string(), ESTIMATE),
          settings: z.record(z.string(), z.string()),
        }),
      )
      .min(1),
    figures: z.array(METRIC).default([]),
    token: z.object({ name: z.string(), decimals: z.int().min(0) }).optional(),
  })
  .describe('a plan as Millrace writes it');
const ENTRY = z.object({ scenario: z.string(), answer: z.string() }).describe('the entry of a plan');

/** Whether a folder is that of a plan. */
export function isPlanFolder(folder: string): boolean {
  return existsSync(join(folder, PLAN_FILES.data));
}

/** The scenario and the answer of a plan, also of one that was interrupted. */
export function readPlanEntry(folder: string) {
  return readShapedFile(join(folder, RUN_FILES.entry), JSON.parse, ENTRY);
}

/** Reads what a plan's folder tells; throws InputError with the file that is none. */
export function readPlan(folder: string): KeptAnswers {
  const plan = readShapedFile(join(folder, PLAN_FILES.data), JSON.parse, PLAN);
  const { answer } = readPlanEntry(folder);
  const { scenario, question, seed, goal, token, points, figures } = plan;
  return { scenario, question, seed, answer, goal, token, points, figures };
}

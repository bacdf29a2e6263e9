import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { InputError } from '../../errors.ts';
import { PLAN_QUESTIONS } from '../../jobs/plan/questions.ts';
import { type KeptAnswers, type KeptMove } from '../../report/plan/compared-plans.ts';
import { leadingPoint } from '../../report/plan/points.ts';
import { goalMetric } from '../../scenario/fields/metric-expectation.ts';
import { csvCells, csvValue } from '../../scenario/trace/csv-cells.ts';
import { readInputFile } from '../files/input-file.ts';
import { readShapedFile } from '../files/json-file.ts';
import { RUN_FILES } from '../run-folder/run-files.ts';
import { PLAN_FILES } from './plan-folder.ts';

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
    answers: z.array(z.looseObject({})).optional(),
  })
  .describe('a plan as Millrace writes it');
const ENTRY = z.object({ answer: z.string() }).describe('the entry of a plan');

/** Whether a folder is that of a plan. */
export function isPlanFolder(folder: string): boolean {
  return existsSync(join(folder, PLAN_FILES.data));
}

/** Reads what a plan's folder tells; throws InputError with the file that is none. */
export function readPlan(folder: string): KeptAnswers {
  const plan = readShapedFile(join(folder, PLAN_FILES.data), JSON.parse, PLAN);
  const { answer } = readShapedFile(join(folder, RUN_FILES.entry), JSON.parse, ENTRY);
  const { scenario, question, seed, goal, token, points, figures } = plan;
  // Of several points that is told which a reader looks for.
  const leading = points.findIndex((point) => point === leadingPoint(points));
  const answered = PLAN_QUESTIONS.filter((name) => name in (plan.answers?.[leading] ?? plan));
  const moves = readMoves(folder).filter(({ point }) => point === leading + 1);
  return { scenario, question, seed, answer, goal, token, points, figures, answered, moves };
}

// A plan that moves no money has no such file.
function readMoves(folder: string): readonly (KeptMove & { readonly point: number })[] {
  const path = join(folder, PLAN_FILES.moves);
  if (!existsSync(path)) return [];
  const [, ...lines] = readInputFile(path, 'the money that a plan moves').trimEnd().split('\n');
  return lines.map((line, at) => {
    const cells = csvCells(line).map(csvValue);
    const [answer = '', node = '', partner = '', has = '', afterwards = '', , point = '1'] = cells;
    if (/^\d+$/.test(has) && /^\d+$/.test(afterwards))
      return {
        answer,
        node,
        partner,
        has: BigInt(has),
        afterwards: BigInt(afterwards),
        point: Number(point),
      };
    throw new InputError({
      place: { file: path, line: at + 2, column: 1 },
      message: 'found no amounts in the columns has and then, expected a row that Millrace has written',
      hint: 'Make the plan again.',
    });
  });
}

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { InputError } from '../../errors.ts';
import { type KeptAnswers, type KeptMove } from '../../report/plan/compared-plans.ts';
import { csvCells, csvValue } from '../../scenario/trace/csv-cells.ts';
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
const PLAN = z.object({
  scenario: z.string(),
  question: z.string(),
  seed: z.string(),
  goal: z.object({
    metric: z.string(),
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
  figures: z.array(z.string()).default([]),
});
const ENTRY = z.object({ answer: z.string() });

/** Whether a folder is that of a plan. */
export function isPlanFolder(folder: string): boolean {
  return existsSync(join(folder, PLAN_FILES.data));
}

/** Reads what a plan's folder tells; throws InputError with the file that is none. */
export function readPlan(folder: string): KeptAnswers {
  const plan = readShapedFile(join(folder, PLAN_FILES.data), JSON.parse, PLAN);
  const { answer } = readShapedFile(join(folder, RUN_FILES.entry), JSON.parse, ENTRY);
  return { ...plan, answer, moves: readMoves(folder) };
}

// A plan that moves no money has no such file.
function readMoves(folder: string): readonly KeptMove[] {
  const path = join(folder, PLAN_FILES.moves);
  if (!existsSync(path)) return [];
  const [, ...lines] = readFileSync(path, 'utf8').trimEnd().split('\n');
  return lines.map((line, at) => {
    const [answer = '', node = '', partner = '', has = '', afterwards = ''] = csvCells(line).map(csvValue);
    if (/^\d+$/.test(has) && /^\d+$/.test(afterwards))
      return { answer, node, partner, has: BigInt(has), afterwards: BigInt(afterwards) };
    throw new InputError({
      place: { file: path, line: at + 2, column: 1 },
      message: 'found no amounts in the columns has and then, expected a row that Millrace has written',
      hint: 'Make the plan again.',
    });
  });
}

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { readShapedFile } from '../files/json-file.ts';
import { RUN_FILES } from '../run-folder/run-files.ts';
import { PLAN_FILES } from './plan-folder.ts';

const ENTRY = z.object({ scenario: z.string(), answer: z.string() }).describe('the entry of a plan');

/** Whether a folder is that of a plan. */
export function isPlanFolder(folder: string): boolean {
  return existsSync(join(folder, PLAN_FILES.data));
}

/** The scenario and the answer of a plan, also of one that was interrupted. */
export function readPlanEntry(folder: string) {
  return readShapedFile(join(folder, RUN_FILES.entry), JSON.parse, ENTRY);
}

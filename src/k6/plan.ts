import { SharedArray } from 'k6/data';
import type { LoadFile, PlannedPayment } from './formats.ts';

const FOLDER = __ENV['MILLRACE_PLAN'] ?? '.';

/** How the load is to be put on. */
export const load = JSON.parse(open(`${FOLDER}/load.json`)) as LoadFile;

/** Every payment in planned order; one copy for all virtual users. */
export const plan: readonly PlannedPayment[] = new SharedArray(
  'plan',
  () => JSON.parse(open(`${FOLDER}/plan.json`)) as PlannedPayment[],
);

import { join } from 'node:path';
import { toJson } from '../../model/json.ts';
import type { K6Plan } from '../../jobs/load/k6/k6-plan.ts';
import { writeWholeFile } from '../files/output-file.ts';

/** Writes what the script reads. */
export function writeK6Plan(folder: string, { load, payments }: Pick<K6Plan, 'load' | 'payments'>): void {
  writeWholeFile(join(folder, 'load.json'), `${toJson(load, 1)}\n`);
  writeWholeFile(
    join(folder, 'plan.json'),
    `[\n${payments.map((payment) => JSON.stringify(payment)).join(',\n')}\n]\n`,
  );
}

import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('../reports/bench', import.meta.url));

/** What one program came to on one network. */
export interface Rate {
  readonly network: string;
  readonly program: string;
  readonly payments: number;
  readonly perCpuSecond: number;
  /** CPU of a run with ten payments. */
  readonly startSeconds: number;
  readonly peakMegabytes: number;
}

/** What the same program came to on the same network when it was last measured; undefined: never. */
export function earlierRate(name: string, { network, program }: Rate): number | undefined {
  const files = existsSync(FOLDER) ? readdirSync(FOLDER).filter((file) => file.startsWith(`${name}-`)) : [];
  for (const file of files.toSorted().toReversed()) {
    const rates = JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as readonly Rate[];
    const found = rates.find((rate) => rate.network === network && rate.program === program);
    if (found !== undefined) return found.perCpuSecond;
  }
  return undefined;
}

/** Keeps what was measured for later runs to compare with; returns the file. */
export function keepRates(name: string, rates: readonly Rate[]): string {
  mkdirSync(FOLDER, { recursive: true });
  const moment = new Date().toISOString().replaceAll(':', '-').replace(/\.\d+/, '');
  const file = join(FOLDER, `${name}-${moment}.json`);
  writeFileSync(file, `${JSON.stringify(rates, null, 1)}\n`);
  return file;
}

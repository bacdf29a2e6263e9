import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readCorpusRun, readVerdict, writeVerdict } from './corpus-run.ts';
import { judgeAgain } from './judge-again.ts';

const SAMPLE = fileURLToPath(new URL('sample', import.meta.url));
const ROOT = process.env['MILLRACE_CORPUS'] ?? SAMPLE;
// `new`: writes the verdict of each folder that has none; `all`: of every folder. Absent: those without one are not judged.
const KEEP = process.env['MILLRACE_CORPUS_KEEP'];
// Part `2/3` of the folders, for several processes side by side.
const [PART = 1, PARTS = 1] = (process.env['MILLRACE_CORPUS_PART'] ?? '1/1').split('/').map(Number);

const NAMES = existsSync(ROOT) ? readdirSync(ROOT).toSorted() : [];

describe(`the recorded runs of ${ROOT}`, () => {
  it.each(NAMES.filter((_name, at) => at % PARTS === PART - 1))('are judged as before: %s', async (name) => {
    const folder = join(ROOT, name);
    const recorded = readCorpusRun(folder);
    const before = readVerdict(folder);
    if (recorded === undefined || (before === undefined ? KEEP === undefined : KEEP === 'new')) return;
    const lines = await judgeAgain(recorded);
    if (KEEP === undefined) expect(differences(before ?? [], lines)).toEqual([]);
    else writeVerdict(folder, lines);
  });
});

function differences(before: readonly string[], now: readonly string[]): readonly string[] {
  return [
    ...without(before, now).map((line) => `- ${line}`),
    ...without(now, before).map((line) => `+ ${line}`),
  ];
}

function without(lines: readonly string[], others: readonly string[]): readonly string[] {
  const left = new Map<string, number>();
  for (const line of others) left.set(line, (left.get(line) ?? 0) + 1);
  return lines.filter((line) => {
    const count = left.get(line) ?? 0;
    left.set(line, count - 1);
    return count <= 0;
  });
}

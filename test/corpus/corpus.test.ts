import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readCorpusRun, readVerdict, writeVerdict, type CorpusRun } from './corpus-run.ts';
import { judgeReplay } from '../../src/jobs/replay/judge-replay.ts';
import { toJson } from '../../src/model/json.ts';
import type { Comparison, Finding } from '../../src/model/run/finding.ts';
import type { OperationRecord } from '../../src/model/run/operation.ts';
import { type Run, timingOf } from '../../src/model/run/run.ts';
import { foresee } from '../../src/verdict/bounds/foresee.ts';
import { checkLoad } from '../../src/verdict/load-checks.ts';
import { playBack } from './play-back.ts';

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
    if (KEEP === undefined) expect(changedLines(before ?? [], lines)).toEqual([]);
    else writeVerdict(folder, lines);
  });
});

function changedLines(before: readonly string[], now: readonly string[]): readonly string[] {
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

/**
 * Everything that the code says of a recorded run today, a line for each thing: findings, verdicts of operations, checks.
 * `kept` is judged by the prediction that was made while the run was recorded, `played` by one that is made now.
 */
async function judgeAgain({ kind, run }: CorpusRun): Promise<readonly string[]> {
  if (kind === 'load') return loadLines(run);
  const { prediction } = run;
  if (prediction === undefined) return ['no prediction'];
  const lines = await comparisonLines('kept', run, prediction);
  if (kind === 'virtual') return lines;
  const played = await playBack(run);
  return [...lines, ...(await comparisonLines('played', played.run, played.prediction))];
}

async function comparisonLines(label: string, observed: Run, prediction: Run): Promise<readonly string[]> {
  const run = observed;
  const { comparison } = await judgeReplay(run, prediction);
  return linesOf(comparison).map((line) => `${label} ${line}`);
}

function linesOf({ operations, general, counts, differences }: Comparison): readonly string[] {
  return [
    `${differences} differences ${JSON.stringify(counts)}`,
    ...operations.map(
      ({ operation, verdict, predicted, observed }) => `#${operation} ${verdict}: ${predicted} | ${observed}`,
    ),
    ...[...operations.flatMap(({ findings }) => findings), ...general].map(findingLine),
  ];
}

function loadLines(run: Run): readonly string[] {
  const judged = checkLoad(run);
  return [
    ...judged.map(({ check }) => `check ${check.name} ${check.verdict}: ${check.detail}`),
    ...judged.flatMap(({ findings }) => findings.map(findingLine)),
    ...foreseenLines(run),
  ];
}

function findingLine({ operation, check, severity, ...rest }: Finding): string {
  return `finding ${operation} ${check} ${severity}: ${toJson(rest)}`;
}

// Ends come before what begins at the same moment, and a record is asked about before it ends.
function foreseenLines({ header, start, records, load }: Run): readonly string[] {
  if (load?.kept.kind !== 'all') return [];
  const forecast = foresee(start, header.scenario.protocol, timingOf(header));
  const begun = records.map((record) => ({ atMs: record.startedAtMs, isEnd: false, record }));
  const ended = records.map((record) => ({ atMs: record.endedAtMs, isEnd: true, record }));
  const certain = new Map<number, OperationRecord['foreseen']>();
  for (const { atMs, isEnd, record } of [...ended, ...begun].toSorted(
    (one, other) => one.atMs - other.atMs,
  )) {
    const { id } = record.operation;
    const isInstant = record.endedAtMs === record.startedAtMs;
    if (!isEnd || isInstant) certain.set(id, certain.get(id) ?? forecast.sent?.(record.operation, atMs));
    if (!isEnd) continue;
    const foreseen = certain.get(id);
    const told = foreseen === undefined ? record : { ...record, foreseen };
    certain.set(id, forecast.still?.(told));
    forecast.ended?.(told);
  }
  return records.map(({ operation }) => `foreseen #${operation.id} ${certain.get(operation.id)}`);
}

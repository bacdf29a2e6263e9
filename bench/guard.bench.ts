import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { bench, describe } from 'vitest';
import { benchOptions } from './bench-options.ts';
import { builtAside } from './built-aside.ts';
import { GUARD_CASES, usedBy } from './guard-cases.ts';
import { type GuardLine, guardLine, raisedMaximums, type Reference, type Use } from './guard-verdict.ts';
import { CLI } from './load-stub.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const FILE = 'bench/reference.json';

// Both builds one after the other in each round, so that what else the machine does meets both.
describe('guard', () => {
  bench(
    'CPU time and memory beside the reference',
    // An async function by name: another kind is run once more to see what it returns.
    async () => {
      try {
        await guard();
      } catch (error) {
        const message = `${error instanceof Error ? error.message : String(error)}\n`;
        process.stdout.write(message);
        // tools/bench.mjs ends with 1 where this file is.
        writeFileSync(process.env['MILLRACE_BENCH_FAILED'] ?? '', message);
      }
    },
    { iterations: 1, time: 0, warmupIterations: 0, warmupTime: 0 },
  );
});

// What is exceeded in all of them is no chance.
const MOST_TIMES = 3;

async function guard(): Promise<void> {
  const reference = JSON.parse(readFileSync(`${ROOT}${FILE}`, 'utf8')) as Reference;
  const raised = raisedMaximums(reference, earlierReferences());
  if (raised.length > 0) throw new Error(`Maximums may only be lowered (${FILE}):\n${raised.join('\n')}`);
  const { only } = benchOptions(process.env);
  const built = builtAside(reference.commit);
  if (built === undefined) throw new Error(`${FILE} names no commit`);
  const lines: GuardLine[] = [];
  for (const each of GUARD_CASES.filter(({ name }) => name.includes(only))) {
    const uses: Record<'reference' | 'now', Use[]> = { reference: [], now: [] };
    const most = reference.most[each.name];
    if (most === undefined) throw new Error(`${FILE} has no maximum for ${each.name}`);
    let found: readonly GuardLine[] = [];
    const isOver = (): boolean => found.some(({ isExceeded }) => isExceeded);
    // More rounds where a ratio exceeds: what else the machine does is then seen less.
    for (let round = 0; round < each.rounds || (isOver() && round < MOST_TIMES * each.rounds); round += 1) {
      uses.reference.push(await usedBy(each, built.cli, tmpdir()));
      uses.now.push(await usedBy(each, CLI, tmpdir()));
      found = guardLine(each.name, uses, most);
    }
    for (const line of found) process.stdout.write(textOf(line));
    lines.push(...found);
  }
  const exceeded = lines.filter(({ isExceeded }) => isExceeded).length;
  if (exceeded > 0) throw new Error(`${exceeded} of ${lines.length} ratios exceed their maximum (${FILE}).`);
}

function textOf({ name, measure, reference, now, ratio, most, isExceeded }: GuardLine): string {
  const shown = (use: number): string => use.toPrecision(3).padStart(9);
  const unit = { cpu: 's ', memory: 'MB', allocated: 'MB' }[measure];
  return `${name.padEnd(26)} ${measure.padEnd(11)} ${shown(reference)} ${unit} → ${shown(now)} ${unit}  ${ratio.toFixed(2)} of at most ${most.toFixed(2)}  ${isExceeded ? 'exceeded' : 'ok'}\n`;
}

// Every version of the file that is in the history of this clone.
function earlierReferences(): readonly Reference[] {
  return git('log', '--format=%H', '--', FILE)
    .split('\n')
    .filter((commit) => commit !== '')
    .map((commit) => JSON.parse(git('show', `${commit}:${FILE}`)) as Reference);
}

function git(...words: readonly string[]): string {
  return spawnSync('git', words, { cwd: ROOT, encoding: 'utf8' }).stdout;
}

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { EXIT } from '../../src/cli/command.ts';
import { readRun } from '../../src/cli/run-folder/run-reader.ts';
import { RUN_FILES } from '../../src/cli/run-folder/run-files.ts';
import { filesUnder, runCli, startCli } from '../e2e/built-cli.ts';
import { mustHold } from './hard-tries.ts';

// A machine that others use may stand still for a while.
const TIMEOUT_MS = 400_000;
const DOCUMENTED = Object.values(EXIT).filter((code) => code !== EXIT.ourBug) as readonly number[];

/** How a command that was tried ended, with all that it said. */
export interface TriedEnd {
  /** Absent: a signal ended it. */
  readonly code: number | null;
  readonly text: string;
}

/** Runs the built command line to its end, of which the words must be those for people. */
export async function runTried(
  args: readonly string[],
  folder: string,
  options: { readonly before?: string; readonly env?: Readonly<Record<string, string>> } = {},
): Promise<TriedEnd> {
  const { code, stdout, stderr } = await runCli(args, { folder, timeoutMs: TIMEOUT_MS, ...options });
  const end = { code, text: stdout + stderr };
  requireWords(end);
  return end;
}

/** Runs it and sends a signal after some time; nothing that it has started may outlive it. */
export async function runSignalled(
  args: readonly string[],
  killing: { readonly folder: string; readonly signal: NodeJS.Signals; readonly afterMs: number },
): Promise<TriedEnd> {
  const { folder, signal, afterMs } = killing;
  // A mark that child processes inherit.
  const env = { MILLRACE_TRIED_IN: folder };
  const cli = startCli(args, { folder, timeoutMs: TIMEOUT_MS, env });
  await Promise.race([sleep(afterMs), cli.result]);
  cli.signal(signal);
  const { code, stdout, stderr } = await cli.result;
  const end = { code, text: stdout + stderr };
  requireWords(end);
  mustHold(left(folder).length === 0, `processes outlive ${args[0]}: ${left(folder).join()}`);
  return end;
}

/** Throws where a command ended as no documentation says, or told what only its authors understand. */
export function requireWords({ code, text }: TriedEnd): void {
  mustHold(code === null || DOCUMENTED.includes(code), `exit code ${code}`, text);
  mustHold(!/^\s+at .*:\d+:\d+\)?$/m.test(text), 'a stack trace', text);
}

/** Throws where a run folder below `folder` cannot be read, a record of it is lost, or a draft was left behind. */
export function requireReadable(folder: string, { mayLeaveDrafts = false } = {}): void {
  for (const file of filesUnder(folder)) {
    mustHold(mayLeaveDrafts || !/~draft-|\.tmp$/.test(file), `left behind: ${file}`);
    if (!file.endsWith(`/${RUN_FILES.run}`)) continue;
    const run = join(folder, file, '..');
    const records = linesOf(join(run, RUN_FILES.outcomes));
    const { load, records: kept } = readRun(run);
    const known = load === undefined ? kept.length : load.aggregate.counts.payments;
    mustHold(known >= (load === undefined ? records : 0), `${file}: ${known} of ${records} records are read`);
  }
}

/** The whole lines of a file; none where there is no file. */
export function linesOf(path: string): number {
  return existsSync(path) ? readFileSync(path, 'utf8').split('\n').length - 1 : 0;
}

/** Every file below a folder with its content, without those that say when. */
export function contentOf(folder: string, isLeftOut = (name: string) => name.endsWith('entry.json')): string {
  return filesUnder(folder)
    .filter((name) => statSync(join(folder, name)).isFile() && !isLeftOut(name))
    .map((name) => `${name}\n${readFileSync(join(folder, name), 'utf8')}`)
    .join('\n');
}

// The processes that inherited the mark; systems without /proc are believed.
function left(folder: string): readonly string[] {
  if (!existsSync('/proc/self/environ')) return [];
  return readdirSync('/proc').filter((pid) => {
    try {
      return (
        /^\d+$/.test(pid) &&
        readFileSync(`/proc/${pid}/environ`, 'utf8').includes(`MILLRACE_TRIED_IN=${folder}`)
      );
    } catch {
      // It ended meanwhile, or belongs to somebody else.
      return false;
    }
  });
}

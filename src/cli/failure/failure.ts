import { CommanderError } from 'commander';
import { describeFault, InputError, InterruptedError, isOutOfFiles, UnreachableError } from '../../errors.ts';
import { EXIT, type ExitCode } from '../command.ts';
import { MEMORY_ADVICE } from '../run-folder/memory-need.ts';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { shellWord } from '../../report/words/shell-word.ts';
import { MILLRACE_VERSION, NODE_VERSION } from '../../runtime/versions.ts';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { fileURLToPath } from 'node:url';

/** How a command that threw ends: the text for stderr and the exit code. */
interface Failure {
  readonly code: ExitCode;
  readonly message: string;
}

/** Turns whatever was thrown into one clear message and its exit code; a stack is never shown bare. */
export function describeFailure(
  thrown: unknown,
  command: readonly string[],
  save: (report: string) => string | undefined = saveBugReport,
): Failure {
  // Commander has already written its message; only help and --version end well.
  if (thrown instanceof CommanderError)
    return { code: thrown.exitCode === 0 ? EXIT.asExpected : EXIT.badInput, message: '' };
  if (thrown instanceof InputError) {
    const message = thrown.faults
      .map((fault, at) => {
        // Advice for several faults stands below the last one.
        const isRepeated = fault.hint === thrown.faults[at + 1]?.hint;
        return `error: ${describeFault(isRepeated ? { ...fault, hint: undefined } : fault)}\n`;
      })
      .join('');
    return { code: EXIT.badInput, message };
  }
  if (thrown instanceof UnreachableError)
    return { code: EXIT.unreachable, message: `error: ${thrown.message}\n` };
  if (isOutOfFiles(thrown)) return { code: EXIT.badInput, message: OUT_OF_FILES };
  if ((thrown as NodeJS.ErrnoException | undefined)?.code === 'ERR_WORKER_OUT_OF_MEMORY')
    return { code: EXIT.outOfMemory, message: OUT_OF_MEMORY };
  if (thrown instanceof InterruptedError) return { code: EXIT.interrupted, message: `${thrown.message}\n` };
  return { code: EXIT.ourBug, message: bugMessage(thrown, command, save) };
}

const OUT_OF_FILES = [
  'error: this process may have no more files and connections open, so that it could not go on',
  '  Raise the limit before, such as by `ulimit -n 4096`, or let fewer payments be in flight.',
  '',
].join('\n');

const OUT_OF_MEMORY = `error: a simulation does not fit into the memory of its thread; what others have simulated is kept
  ${MEMORY_ADVICE}
`;

/** Says that the fault is ours, and what to send; the stack goes to a file, or under a heading without one. */
function bugMessage(
  thrown: unknown,
  command: readonly string[],
  save: (report: string) => string | undefined,
): string {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  const report = [
    `command:  millrace ${command.map(shellWord).join(' ')}`,
    `versions: millrace ${MILLRACE_VERSION}, Node ${NODE_VERSION}, ${process.platform} ${process.arch}`,
    `error:    ${error.name}: ${error.message}`,
    '',
    withSourcePlaces(error.stack ?? '(no stack)'),
    ...causes(error),
    '',
  ].join('\n');
  const file = save(report);
  return [
    `error: Millrace itself failed: ${error.name}: ${error.message}`,
    '  This is a bug in Millrace, not in your input.',
    file === undefined
      ? `  Please report it with the following text.\n\n--- report to send ---\n${report}--- end of report ---`
      : `  Please report it and attach ${file} (command, versions, stack; no file contents).`,
    '',
  ].join('\n');
}

function causes(error: Error): readonly string[] {
  return error.cause instanceof Error
    ? [`caused by: ${withSourcePlaces(error.cause.stack ?? error.cause.message)}`]
    : [];
}

/** Writes a bug report where temporary files go; `undefined` when even that is impossible. */
function saveBugReport(report: string): string | undefined {
  try {
    const path = join(mkdtempSync(join(tmpdir(), 'millrace-')), 'bug-report.txt');
    writeFileSync(path, report);
    return path;
  } catch {
    return undefined;
  }
}

// V8 writes a place in a module as its URL, line and column.
const PLACE = /(file:\/\/[^\s()]+\.js):(\d+):(\d+)/g;

/** A stack with the places in our sources, where the file that ran was made of several and has a map beside it. */
export function withSourcePlaces(stack: string): string {
  const maps = new Map<string, SourceMap | undefined>();
  return stack.replaceAll(PLACE, (place, url: string, line: string, column: string) => {
    if (!maps.has(url)) maps.set(url, mapOf(fileURLToPath(url)));
    const entry = maps.get(url)?.findEntry(Number(line) - 1, Number(column) - 1);
    if (entry === undefined || !('originalSource' in entry)) return place;
    const source = entry.originalSource.replace(/^(\.\.\/)+/, '');
    return `${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
  });
}

// A report of our own bug must not fail for want of a map.
function mapOf(file: string): SourceMap | undefined {
  try {
    const path = `${file}.map`;
    if (!existsSync(path)) return undefined;
    return new SourceMap(JSON.parse(readFileSync(path, 'utf8')) as SourceMapPayload);
  } catch {
    return undefined;
  }
}

import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MILLRACE_VERSION, NODE_VERSION } from '../../runtime/versions.ts';
import { withSourcePlaces } from './source-places.ts';

/** Says that the fault is ours, and what to send; the stack goes to a file, or under a heading without one. */
export function bugMessage(
  thrown: unknown,
  command: readonly string[],
  save: (report: string) => string | undefined,
): string {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  const report = [
    `command:  millrace ${command.map(quoted).join(' ')}`,
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

function quoted(word: string): string {
  return /^[\w./:=@%+-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/** Writes a bug report where temporary files go; `undefined` when even that is impossible. */
export function saveBugReport(report: string): string | undefined {
  try {
    const path = join(mkdtempSync(join(tmpdir(), 'millrace-')), 'bug-report.txt');
    writeFileSync(path, report);
    return path;
  } catch {
    return undefined;
  }
}

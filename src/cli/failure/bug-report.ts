import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What a bug report needs beside the error itself. */
export interface BugReport {
  readonly command: readonly string[];
  readonly versions: { readonly millrace: string; readonly node: string; readonly platform: string };
  /** Writes the report to a new file and returns its path; `undefined` when nowhere can be written. */
  save(report: string): string | undefined;
}

/** Says that the fault is ours, and what to send; the stack goes to a file, or under a heading without one. */
export function bugMessage(thrown: unknown, bug: BugReport): string {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  const report = [
    `command:  millrace ${bug.command.map(quoted).join(' ')}`,
    `versions: millrace ${bug.versions.millrace}, Node ${bug.versions.node}, ${bug.versions.platform}`,
    `error:    ${error.name}: ${error.message}`,
    '',
    error.stack ?? '(no stack)',
    ...causes(error),
    '',
  ].join('\n');
  const file = bug.save(report);
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
  return error.cause instanceof Error ? [`caused by: ${error.cause.stack ?? error.cause.message}`] : [];
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

import type { ExitCode } from './failure/exit-codes.ts';
import type { Terminal } from './terminal/terminal.ts';

/** What every command is given. */
export interface CommandContext {
  readonly terminal: Terminal;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Says how the process ends; without it a command that returns ends as expected. */
  readonly conclude: (code: ExitCode) => void;
}

/** The examples section of a command's help: what each command line is good for. */
export function examples(meanings: Readonly<Record<string, string>>): string {
  const width = Math.max(...Object.keys(meanings).map((command) => command.length));
  const lines = Object.entries(meanings).map(
    ([command, meaning]) => `  $ ${command.padEnd(width)}  # ${meaning}`,
  );
  return `\nExamples:\n${lines.join('\n')}\n`;
}

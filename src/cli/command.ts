import type { ExitCode } from './failure/exit-codes.ts';
import type { Terminal } from './terminal/terminal.ts';

/** What every command is given. */
export interface CommandContext {
  readonly terminal: Terminal;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Says how the process ends; without it a command that returns ends as expected. */
  readonly conclude: (code: ExitCode) => void;
}

/** The examples section of a command's help. */
export function examples(lines: readonly (readonly [command: string, meaning: string])[]): string {
  const width = Math.max(...lines.map(([command]) => command.length));
  return `\nExamples:\n${lines.map(([command, meaning]) => `  $ ${command.padEnd(width)}  # ${meaning}`).join('\n')}\n`;
}

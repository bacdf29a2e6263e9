/** The examples section of a command's help. */
export function examples(lines: readonly (readonly [command: string, meaning: string])[]): string {
  const width = Math.max(...lines.map(([command]) => command.length));
  return `\nExamples:\n${lines.map(([command, meaning]) => `  $ ${command.padEnd(width)}  # ${meaning}`).join('\n')}\n`;
}

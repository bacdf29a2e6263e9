import type { DeclaredCommand } from '../../src/cli/command.ts';
import { flagOf, type OptionSpec } from '../../src/cli/options/option.ts';

const TABLE = /(<!-- options of (\w+) -->\n)[^]*?(<!-- end -->)/g;

/** The page on the command line with the table of each command's options written anew; all else stays. */
export function withCommandTables(page: string, commands: readonly DeclaredCommand[]): string {
  return page.replaceAll(TABLE, (_, start: string, name: string, end: string) => {
    const command = commands.find((each) => each.name === name);
    if (command === undefined) throw new Error(`docs/command-line.md has a table of the command ${name}`);
    const rows = Object.entries(command.options).map(([key, option]) => row(key, option));
    const table = rows.length === 0 ? 'No options.\n' : `| Option | Means |\n|---|---|\n${rows.join('')}`;
    return `${start}\n${table}\n${end}`;
  });
}

function row(name: string, option: OptionSpec): string {
  const { short, form, says, isNegated } = option;
  const flags = [short && `${short},`, flagOf(name, isNegated), form].filter((part) => part !== undefined);
  return `| \`${flags.join(' ')}\` | ${says.replaceAll('|', '\\|')}${choicesText(option)} |\n`;
}

function choicesText({ choices = [], default: otherwise, defaultText }: OptionSpec): string {
  const words = choices.map((choice) => `\`${choice}\``).join(', ');
  const isWord = typeof otherwise === 'number' || (typeof otherwise === 'string' && otherwise !== '');
  const parts = [
    words,
    ...(isWord || otherwise === true ? [`default: \`${defaultText ?? otherwise}\``] : []),
  ];
  const text = parts.filter((part) => part !== '').join('; ');
  return text === '' ? '' : ` (${text})`;
}

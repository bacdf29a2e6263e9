/** A command that a page shows, with what it prints. */
export interface ShownCommand {
  /** After `$ millrace `. */
  readonly words: readonly string[];
  readonly output: string;
}

const BLOCK = /```console\n\$ millrace (.*)\n\n([\s\S]*?)```/g;

/** The commands of a page, each with the output shown below it. */
export function shownCommands(page: string): readonly ShownCommand[] {
  return [...page.matchAll(BLOCK)].map(([, line = '', output = '']) => ({ words: wordsOf(line), output }));
}

/** The page with what these commands print now, in their order. */
export function withOutputs(page: string, outputs: readonly string[]): string {
  let at = 0;
  return page.replace(BLOCK, (_block, line: string) => {
    const output = outputs[at] ?? '';
    at += 1;
    return `\`\`\`console\n$ millrace ${line}\n\n${output}\`\`\``;
  });
}

/** What a plan prints, without the places of its files: they hold the time. */
export function withoutPlaces(stdout: string): string {
  return `${stdout.slice(0, stdout.indexOf('\nReport ')).trimEnd()}\n`;
}

/** The text around the commands, without the addresses of links. */
export function proseOf(page: string): string {
  return page.replaceAll(/```[\s\S]*?```/g, '').replaceAll(/\]\([^)]*\)/g, ']');
}

/** Every figure of a text, as it is written. */
export function figuresIn(text: string): readonly string[] {
  return text.match(/\d+(?:,\d{3})*(?:\.\d+)?/g) ?? [];
}

function wordsOf(line: string): readonly string[] {
  return [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
}
